// The comparison of one row with a question, by one warp: compare.cu.
#pragma once
#include "prelude_compare.cuh"

namespace compare {

constexpr int warps = 8, spaces = 13, steps = 256, cosine_entries = 16384, columns = 7;

// Question is CompareQuestion's record (compare.go), up to its vectors.
struct Question {
  u32 spaces, likeness;
  float causes, effects;
  i64 ref;
  const float *sparse[2];
  double phases[5], weights[13], means[13], deviations[13];
  float units[columns];
  u32 deciding;
  double least;
};
constexpr int values_at = sizeof(Question), bits_at = values_at + 2 * 5632, bit_words = 157, question_bytes = bits_at + (bit_words + 1) * 8;
static_assert(values_at == 432 && question_bytes % 16 == 0, "the record of compare.go");

// Tables are CompareTables (compare.go).
struct Tables {
  double rates[4], periods[5], inverses[5], steps[compare::steps];
  float cosines[cosine_entries], dirichlet[65538];
};

// Room is what the lanes of a warp tell each other.
struct Room {
  float cosines[steps];
  double parts[16];   // of E2 and E3, and then of the score
  double weights[16]; // by space, 0 where there is no similarity
  float products[16]; // by column
};

static_assert(sizeof(Room) % 16 == 0, "vectors of 16 bytes are read of it");

// Shared is what a block has in shared memory.
struct Shared {
  __attribute__((aligned(16))) unsigned char question[question_bytes];
  __attribute__((aligned(16))) Room rooms[warps];
};

// exp_minus is e^−x of 0 ≤ x ≤ 40: 2ⁿ·eʳ with |r| ≤ ln 2/2, by Taylor's series, whose first left-out term is below 1e-17.
static inline __device__ double exp_minus(double x) {
  double n = __builtin_rint(-x * 1.4426950408889634);
  double r = __builtin_fma(-n, 1.9082149292705877e-10, __builtin_fma(-n, 0.6931471803691238, -x)); // ln 2 in two parts
  double y = 1.0 / 6227020800.0;
  y = __builtin_fma(y, r, 1.0 / 479001600.0), y = __builtin_fma(y, r, 1.0 / 39916800.0), y = __builtin_fma(y, r, 1.0 / 3628800.0);
  y = __builtin_fma(y, r, 1.0 / 362880.0), y = __builtin_fma(y, r, 1.0 / 40320.0), y = __builtin_fma(y, r, 1.0 / 5040.0);
  y = __builtin_fma(y, r, 1.0 / 720.0), y = __builtin_fma(y, r, 1.0 / 120.0), y = __builtin_fma(y, r, 1.0 / 24.0);
  y = __builtin_fma(y, r, 1.0 / 6.0), y = __builtin_fma(y, r, 0.5), y = __builtin_fma(y, r, 1.0), y = __builtin_fma(y, r, 1.0);
  union {
    u64 u;
    double d;
  } power;
  power.u = (u64)(1023 + (int)n) << 52;
  return y * power.d;
}

// recent_parts is what one of E2's rates gives an age in seconds: a·cos φ and a².
static inline __device__ void recent_parts(double rate, double age, double *dot, double *square) {
  double x = mul_of(rate, age);
  *dot = *square = 0;
  if (x > 40) return;
  double a = exp_minus(x), phase = mul_of(0.001, x), p2 = mul_of(phase, phase);
  *dot = mul_of(a, add_of(add_of(1.0, -p2 / 2), div_of(mul_of(p2, p2), 24.0)));
  *square = mul_of(a, a);
}

// periodic_part is one of E3's periods: the Dirichlet kernel where the times differ by so much. The remainder is taken in whole numbers; its quotient, from float64,
// is off by one at most.
static inline __device__ double periodic_part(const Tables *t, int k, double phase, i64 time) {
  i64 period = (i64)t->periods[k], m = time - (i64)__builtin_floor((double)time * t->inverses[k]) * period;
  m = m < 0 ? m + period : m >= period ? m - period : m;
  double x = add_of(phase, -mul_of(div_of((double)m, t->periods[k]), 65536.0));
  x = x < 0 ? -x : x;
  int entry = (int)x;
  double f = add_of(x, -(double)entry);
  return add_of(mul_of((double)t->dirichlet[entry], add_of(1.0, -f)), mul_of((double)t->dirichlet[entry + 1], f));
}

// put_times writes what a row's time gives into the room; the lanes meet before it is read.
static inline __device__ void put_times(Room *room, const Question *q, const Tables *t, i64 time, int lane) {
  double age = add_of((double)q->ref, -(double)time);
  if (lane < 4) {
    double seconds = div_of(age > 0 ? age : 0.0, 1e9);
    recent_parts(t->rates[lane], seconds < 31536000 ? seconds : 31536000.0, &room->parts[lane], &room->parts[4 + lane]);
  } else if (lane >= 8 && lane < 13) {
    room->parts[lane] = periodic_part(t, lane - 8, q->phases[lane - 8], time);
  }
  double delta = div_of(age, 1e9);
  UNROLL for (int i = lane; i < steps; i += 32) room->cosines[i] = t->cosines[(i64)mul_of(delta, t->steps[i]) & (cosine_entries - 1)];
}

// recent, periodic and positional add up what put_times has written, each in the processor's order; all lanes do the same.
static inline __device__ float recent(const Room *room) {
  double dot = 0, square = 0;
  UNROLL for (int i = 0; i < 4; i++) dot = add_of(dot, room->parts[i]), square = add_of(square, room->parts[4 + i]);
  return (float)div_of(dot, 2 * sqrt_of(square));
}
static inline __device__ float periodic(const Room *room) {
  double sum = 0;
  UNROLL for (int i = 8; i < 13; i++) sum = add_of(sum, room->parts[i]);
  return (float)div_of(sum, 5.0);
}
static inline __device__ float positional(const Room *room) {
  float sum = 0;
  UNROLL_BY(4) for (int i = 0; i < steps; i += 4) {
    f32x4 v = *(const f32x4 *)(room->cosines + i);
    UNROLL for (int k = 0; k < 4; k++) sum = add_of(sum, v[k]);
  }
  return div_of(sum, (float)steps);
}

// fetch has a lane load its share of a row of a column, 16 bytes at a time; zeros where there is nothing to load.
template <int width> static inline __device__ void fetch(u32x4 *to, const void *rows, int r, bool asked, int lane) {
  UNROLL for (int i = 0; i < (width + 511) / 512; i++) {
    int at = 512 * i + 16 * lane;
    to[i] = u32x4{0, 0, 0, 0};
    if (asked && at < width) to[i] = load_16((const unsigned char *)rows + (u64)r * width + at);
  }
}

// dot adds a lane's share of a column's product with the question: of the upper bytes to sums[0], of the lower ones to sums[1]. No sum of a row leaves 32 bits.
template <int width> static inline __device__ void dot(int *sums, const u32x4 *values, const unsigned char *halves, int lane) {
  UNROLL for (int i = 0; i < (width + 511) / 512; i++) {
    int at = 512 * i + 16 * lane;
    if (at >= width) continue;
    u32x4 upper = *(const u32x4 *)(halves + at), lower = *(const u32x4 *)(halves + width + at);
    UNROLL for (int k = 0; k < 4; k++) sums[0] = dot_ss(upper[k], values[i][k], sums[0]), sums[1] = dot_us(lower[k], values[i][k], sums[1]);
  }
}

constexpr int bit_loads = (bit_words + 31) / 32;

// fetch_bits has a lane load its share of a row of E9.
static inline __device__ void fetch_bits(u64 *to, const u64 *rows, int r, bool asked, int lane) {
  UNROLL for (int i = 0; i < bit_loads; i++) {
    int at = 32 * i + lane;
    to[i] = 0;
    if (asked && at < bit_words) to[i] = load_8(rows + (u64)r * bit_words + at);
  }
}

// distance is a lane's share of the number of bits in which they differ.
static inline __device__ int distance(const u64 *row, const u64 *bits, int lane) {
  int sum = 0;
  UNROLL for (int i = 0; i < bit_loads; i++) {
    int at = 32 * i + lane;
    if (at < bit_words) sum += ones_of(row[i] ^ bits[at]);
  }
  return sum;
}

} // namespace compare
