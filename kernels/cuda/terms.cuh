// Where a term's postings are found in a block of terms (seat.go).
#pragma once
#include "prelude_compare.cuh"

namespace terms {

// Head is how a block of terms begins; starts, postings and terms follow.
struct Head {
  u32 n, m, nothing[2];
  u32 first[1025];
  float norms[seats::rows];
};

// Question is how the record of a question begins (terms.go); its ids and then its weights follow, each at a multiple of 16.
struct Question {
  u32 bytes, space, likeness, n;
  double about;
  float *out;

  __device__ const unsigned short *ids() const { return (const unsigned short *)(this + 1); }
  __device__ const float *weights() const { return (const float *)((const unsigned char *)(this + 1) + (u64)(2 * n + 15) / 16 * 16); }
};
static_assert(sizeof(Question) == 32, "the record of terms.go");

// Places are those of a term's postings, from … to below end.
struct Places {
  u32 from, end;
};

static inline __device__ const u32 *starts_of(const Head *h) { return (const u32 *)(h + 1); }
static inline __device__ const u32 *postings_of(const Head *h) { return starts_of(h) + h->n + 1; }

// find looks a term up among those of its bucket of 64 ids.
static inline __device__ Places find(const Head *h, u32 id) {
  const unsigned short *ids = (const unsigned short *)(postings_of(h) + h->m);
  u32 low = h->first[id >> 6], end = h->first[(id >> 6) + 1], high = end;
  while (low < high) {
    u32 middle = (low + high) / 2;
    if (ids[middle] < id) low = middle + 1;
    else high = middle;
  }
  if (low >= end || ids[low] != id) return {0, 0};
  return {starts_of(h)[low], starts_of(h)[low + 1]};
}

} // namespace terms
