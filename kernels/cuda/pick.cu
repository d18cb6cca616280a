// The terms of a sparse vector out of a text's scores for the whole vocabulary: those above 0, at most so many of them, the greatest, and of equal ones those
// of the lower ids, in the order of their ids. So 12 kB a text go back to the processor and not 122.
//
// Layout: scores float32 [texts, vocabulary], none below 0; out a record a text of 1 + 2·most words of 4 bytes: how many there are, their ids, and from word 1 + most
// on their weights in float32. One block a text. Thread t owns a run of the vocabulary, so that the terms of a lower thread are lower ids: counts of the
// threads, summed up, are the places they write to.
//
// Floats that are not negative are ordered as their bits, so the least score that is kept is found by halving the range of the bits, 31 counts of the
// whole row; only a text with too many terms needs it. NaN counts as greater than all and is given out, for the processor to refuse. Bound: copying 4 bytes
// a score, twice.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

#define THREADS 256

// order_of is a score's bits; 0 for what is no term.
static inline __device__ int order_of(float v) {
  union {
    float f;
    int i;
  } x;
  x.f = v;
  return v != v ? 0x7fffffff : v > 0 ? x.i : 0;
}

// Counts are the threads' counts of one thing.
struct Counts {
  int *of;

  __device__ void put(int n) {
    BARRIER(); // nobody reads the counts before any more
    of[thread_x()] = n;
    BARRIER();
  }
  // before is the sum over the threads below, all of threads [0, limit).
  __device__ int before(int limit) const {
    int sum = 0;
    for (int i = 0; i < limit; i++) sum += of[i];
    return sum;
  }
};

// count_above is how many of a thread's scores stand above the border.
static inline __device__ int count_above(const float *scores, int from, int to, int border) {
  int n = 0;
  for (int i = from; i < to; i++) n += order_of(scores[i]) > border;
  return n;
}

KERNEL(THREADS) pick_terms(int *out, const float *scores, int vocabulary, int most) {
  __shared__ int counts[THREADS];
  Counts c{counts};
  scores += (u64)block_x() * (u64)vocabulary;
  out += (u64)block_x() * (u64)(1 + 2 * most);
  int run = (vocabulary + THREADS - 1) / THREADS, from = lesser(thread_x() * run, vocabulary), to = lesser(from + run, vocabulary);
  int above = count_above(scores, from, to, 0), border = 0;
  c.put(above);
  int all = c.before(THREADS), room = 0; // of those at the border itself
  if (all > most) {
    int high = 0x7fffffff; // at most `most` stand above high, more above border
    while (high - border > 1) {
      int middle = border + (high - border) / 2;
      c.put(count_above(scores, from, to, middle));
      if (c.before(THREADS) > most) border = middle;
      else high = middle;
    }
    border = high;
    above = count_above(scores, from, to, border);
    c.put(above);
    all = most, room = most - c.before(THREADS);
  }
  int place = c.before(thread_x());
  int equal = border ? count_above(scores, from, to, border - 1) - above : 0;
  c.put(equal);
  int rank = c.before(thread_x()); // of this thread's first score at the border
  place += lesser(rank, room);
  for (int i = from; i < to; i++) {
    int order = order_of(scores[i]);
    if (order < border || order == 0 || (order == border && rank++ >= room)) continue;
    out[1 + place] = i;
    ((float *)out)[1 + most + place] = scores[i];
    place++;
  }
  if (thread_x() == 0) out[0] = all;
}

#undef THREADS
