// The sparse spaces: Σ weight·weight over the terms that a question and a row share, by the lists of the question's terms, as engine/search does it (postings.go),
// and how often each term occurs.
//
// Layout: blocks of terms and questions as seat.go and terms.go say; out float32 [chunks·1024], NaN where a row is not allowed or has no value in the space.
//
// score_terms: one warp a chunk and question, its 1,024 sums in shared memory. The terms come one after the other, in the order of their ids, so that each row's sum
// is added up in the processor's order and has its bits; the rows of one list are all different, so its lanes never meet at one sum. A warp by itself needs no
// barrier of a block for this, only its lanes to meet, and a multiprocessor has up to 24 warps at work. The lanes look up 32 terms at a time; of 8 terms the first 32
// postings each are fetched before the first is added, so a question waits for memory once in 8 terms, not once a term. Then the sums over the rows of what they
// differ from the expected mean: in float64, row after row, as the processor adds them. That is two chains of 1,024 sums a chunk, in two lanes side by side, some 6
// µs in which the other warps work.
// term_sums adds chunk after chunk, three chains in three warps; a million rows are 977 chunks, some 8 µs.
// count_terms: a warp a term and chunk; whole numbers, so the order does not matter.
//
// Bound: reading. 30 terms of 64 postings a chunk are 8 KB, the rows' own numbers 6 KB and the scores 4 KB; ten million rows in two spaces are .35 GB, 75 µs of an
// H200. The time is rather that of waiting: 19,532 warps, 3,168 at a time, some 15 µs each: .1 ms; with 300 terms .4 ms.
// At most 91 registers a thread, by NVIDIA's assembler from sm_80 to sm_90 (12.4).
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "terms.cuh"

namespace terms {

constexpr int ahead = 8, piece = 256, counted = 128, count_warps = 8;

// Sums is the record of TermSums (terms.go).
struct Sums {
  i64 n;
  double sum, squares;
};

struct Shared {
  float scores[seats::rows];
  double off[piece], squares[piece];
};

// weight_of is a float16's value, 2¹¹² being what lies between the zeros of the two exponents (engine/search/half.go).
static inline __device__ float weight_of(u32 posting) { return mul_of(float_of((posting & 0xffffu) << 13), 0x1p112f); }

static inline __device__ void add(float *scores, u32 posting, float weight) {
  float *at = scores + (posting >> 16 & (seats::rows - 1));
  *at = add_of(*at, mul_of(weight, weight_of(posting)));
}

// add_rest adds a lane's postings from one place on, every 32nd: four are fetched before the first is added, since the compiler would not fetch past a sum that is written.
static inline __device__ void add_rest(float *scores, const u32 *postings, u32 from, u32 end, float weight) {
  for (; from < end; from += 4 * 32) {
    u32 some[4];
    UNROLL for (u32 k = 0; k < 4; k++) some[k] = from + 32 * k < end ? postings[from + 32 * k] : 0;
    UNROLL for (u32 k = 0; k < 4; k++)
      if (from + 32 * k < end) add(scores, some[k], weight);
  }
}

// add_terms adds the question's terms to the scores.
static inline __device__ void add_terms(float *scores, const Head *h, const Question *q, int lane) {
  const u32 *postings = postings_of(h);
  for (u32 from = 0; from < q->n; from += 32) {
    u32 mine = from + lane;
    Places p = mine < q->n ? find(h, q->ids()[mine]) : Places{0, 0};
    u32 weight = mine < q->n ? bits_of(q->weights()[mine]) : 0;
    int some = (int)(q->n - from < 32 ? q->n - from : 32);
    for (int j = 0; j < some; j += ahead) {
      u32 begins[ahead], ends[ahead], firsts[ahead];
      UNROLL for (int k = 0; k < ahead; k++) {
        begins[k] = of_lane(p.from, j + k) + lane, ends[k] = of_lane(p.end, j + k); // past the last term both are 0
        firsts[k] = begins[k] < ends[k] ? postings[begins[k]] : 0;
      }
      UNROLL for (int k = 0; k < ahead; k++) {
        float w = float_of(of_lane(weight, j + k));
        if (begins[k] < ends[k]) add(scores, firsts[k], w);
        add_rest(scores, postings, begins[k] + 32, ends[k], w);
        meet();
      }
    }
  }
}

// valid_of has a bit for each of a lane's rows, every 32nd, that is allowed and has a value in the space.
static inline __device__ u32 valid_of(const u32 *allowed, const unsigned short *present, u32 space, int lane) {
  u32 valid = 0;
  UNROLL for (int word = 0; word < 32; word++) valid |= (allowed[word] >> lane & (u32)present[32 * word + lane] >> space & 1) << word;
  return valid;
}

// divide divides by the lengths of the rows' weight vectors.
static inline __device__ void divide(float *scores, const float *norms, int lane) {
  for (int from = lane; from < seats::rows; from += ahead * 32) {
    float some[ahead];
    UNROLL for (int k = 0; k < ahead; k++) some[k] = norms[from + 32 * k];
    UNROLL for (int k = 0; k < ahead; k++)
      if (some[k] > 0) scores[from + 32 * k] = div_of(scores[from + 32 * k], some[k]);
  }
}

// finish leaves only the valid rows and writes the scores.
static inline __device__ void finish(float *scores, u32 valid, float *out, int lane) {
  for (int word = 0; word < 32; word++) {
    int r = 32 * word + lane;
    out[r] = scores[r] = valid >> word & 1 ? scores[r] : nan_of();
  }
}

// sum_up is Σ off and Σ off² of the scores that are numbers, row after row: lane 0 the one, lane 1 the other.
static inline __device__ double sum_up(Shared *s, double about, int lane) {
  double sum = 0;
  const double *list = lane == 0 ? s->off : s->squares;
  for (int from = 0; from < seats::rows; from += piece) {
    for (int i = lane; i < piece; i += 32) {
      float x = s->scores[from + i];
      double off = x == x ? add_of((double)x, -about) : 0.0; // adding 0 changes no sum
      s->off[i] = off, s->squares[i] = mul_of(off, off);
    }
    meet();
    if (lane < 2) {
      UNROLL_BY(16) for (int i = 0; i < piece; i++) sum = add_of(sum, list[i]);
    }
    meet();
  }
  return sum;
}

// question is a launch's question by its place.
static inline __device__ const Question *question(const void *questions, int place) {
  const unsigned char *at = (const unsigned char *)questions;
  for (; place > 0; place--) at += ((const Question *)at)->bytes;
  return (const Question *)at;
}

} // namespace terms

KERNEL(32) score_terms(const u64 *table, const int *chunks, const u32 *allowed, const void *questions, terms::Sums *sums, int count) {
  __shared__ terms::Shared s;
  int chunk = block_x(), lane = thread_x();
  const terms::Question *q = terms::question(questions, block_y());
  const u64 *seat = table + (u64)chunks[chunk] * seats::WORDS;
  const terms::Head *h = (const terms::Head *)seat[seats::TERMS + q->space];
  float *out = q->out + (u64)chunk * seats::rows;
  terms::Sums *mine = sums + (u64)block_y() * (u64)count + chunk;
  allowed += (u64)chunk * 32;
  if (!h || !lanes_where(allowed[lane] != 0)) {
    for (int r = lane; r < seats::rows; r += 32) out[r] = nan_of();
    if (lane == 0) *mine = {0, 0, 0};
    return;
  }
  for (int r = lane; r < seats::rows; r += 32) s.scores[r] = 0;
  meet();
  terms::add_terms(s.scores, h, q, lane);
  const unsigned short *present = (const unsigned short *)(seat[seats::HEAD] + seats::present_at);
  u32 valid = terms::valid_of(allowed, present, q->space ? 12 : 5, lane);
  int n[1] = {ones_of(valid)};
  if (q->likeness) terms::divide(s.scores, h->norms, lane);
  terms::finish(s.scores, valid, out, lane);
  warp_add(n);
  meet();
  double sum = terms::sum_up(&s, q->about, lane);
  if (lane == 0) mine->n = n[0], mine->sum = sum;
  if (lane == 1) mine->squares = sum;
}

KERNEL(256) term_sums(const terms::Sums *sums, int chunks, terms::Sums *out) {
  __shared__ terms::Sums tile[256];
  sums += (u64)block_x() * (u64)chunks;
  i64 n = 0;
  double sum = 0, squares = 0;
  terms::Sums next = thread_x() < chunks ? sums[thread_x()] : terms::Sums{0, 0, 0};
  for (int from = 0; from < chunks; from += 256) {
    tile[thread_x()] = next;
    int then = from + 256 + thread_x();
    next = then < chunks ? sums[then] : terms::Sums{0, 0, 0}; // on its way while this tile is added up
    BARRIER();
    int some = lesser(256, chunks - from);
    if (thread_x() == 0) {
      UNROLL_BY(16) for (int i = 0; i < some; i++) sum = add_of(sum, tile[i].sum);
    } else if (thread_x() == 32) {
      UNROLL_BY(16) for (int i = 0; i < some; i++) squares = add_of(squares, tile[i].squares);
    } else if (thread_x() == 64) {
      for (int i = 0; i < some; i++) n += tile[i].n;
    }
    BARRIER();
  }
  if (thread_x() == 0) out[block_x()].sum = sum;
  else if (thread_x() == 32) out[block_x()].squares = squares;
  else if (thread_x() == 64) out[block_x()].n = n;
}

KERNEL(256) count_terms(const u64 *table, const int *chunks, const u32 *allowed, int count, const terms::Question *q, int stride, int *counts) {
  constexpr int own = terms::counted / terms::count_warps; // of a warp: every 8th term
  int lane = thread_x() % 32, warp = thread_x() / 32;
  u32 first = (u32)(block_y() * terms::counted + warp), mine = first + terms::count_warps * lane;
  u32 id = lane < own && mine < q->n ? q->ids()[mine] : 0;
  bool asked = lane < own && mine < q->n;
  int held[own] = {};
  for (int chunk = block_x(); chunk < count; chunk += stride) {
    const terms::Head *h = (const terms::Head *)table[(u64)chunks[chunk] * seats::WORDS + seats::TERMS + q->space];
    const u32 *here = allowed + (u64)chunk * 32;
    if (!h || !lanes_where(here[lane] != 0)) continue;
    terms::Places p = asked ? terms::find(h, id) : terms::Places{0, 0};
    const u32 *postings = terms::postings_of(h);
    UNROLL for (int k = 0; k < own; k++) {
      u32 from = of_lane(p.from, k), end = of_lane(p.end, k);
      UNROLL_BY(2) for (u32 i = from + lane; i < end; i += 32) {
        u32 r = postings[i] >> 16 & (seats::rows - 1);
        held[k] += here[r / 32] >> r % 32 & 1;
      }
    }
  }
  warp_add(held);
  UNROLL for (int k = 0; k < own; k++)
    if (lane == k && asked && held[k]) add_at(counts + mine, held[k]);
}
