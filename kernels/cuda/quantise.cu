// Rows of bf16 as signed bytes with a scale a row, for the products of gemm_int8.cu:
//
//   scale = max |x| / 127,   q = round(x·127 / max |x|), ties to even: −127 … 127      (symmetric; Jacob et al. 2018 without a zero point)
//
// A scale a row, and a row is a token: no token depends on its neighbours in the batch. A row of zeros, or of numbers below 1e-30, has scale 0. A row
// with a number that is not finite has such a scale too, so what is made of it is NaN: it is never hidden.
//
// Layout: x bf16 [rows, width]; out int8 [rows, width]; scales float32 [rows]. width is a multiple of 16; a team of threads holds a row in
// registers, 8 numbers (16 bytes) at a time, so device memory is touched once a number each way: 3 bytes a number, which is the bound. Rows up to 2048
// have a warp each, four a block; longer ones, up to 16384, a block of 256 threads.
//
// rms_norm_quantise does a decoder's RMS norm on the way: y = x/√(mean of x² + ε)·weight (Zhang and Sennrich 2019) is quantised from float32 and never
// stored, which saves 4 of the 7 bytes a number that two kernels would move. The root does not change the bytes: they are those of x·weight, and only the
// scale is divided by it.
//
// Registers a thread, by NVIDIA's assembler for sm_80 (12.4): quantise 89, quantise_long 80, rms_norm_quantise 96, none spilt. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude_int8.cuh"

#define PARTS 8         // of 8 numbers that a thread holds at most
#define LEAST 1e-30f    // what is smaller counts as zero: its inverse would overflow
#define GREATEST 3.4e38f

// Eight are eight numbers.
struct Eight {
  float v[8];
};

// Raw are the numbers as they are.
struct Raw {
  __device__ Eight of(u32x4 x, int) const {
    Eight y;
    UNROLL for (int i = 0; i < 8; i++) y.v[i] = i % 2 ? high_of(x[i / 2]) : low_of(x[i / 2]);
    return y;
  }
};
// Weighted are they times the norm's weights.
struct Weighted {
  const f32x4 *weight;
  __device__ Eight of(u32x4 x, int part) const {
    Eight y = Raw{}.of(x, part);
    f32x4 w[2] = {weight[2 * part], weight[2 * part + 1]};
    UNROLL for (int i = 0; i < 8; i++) y.v[i] *= w[i / 4][i % 4];
    return y;
  }
};

// Team is the threads of one row: those of a warp, or of a block, which meet in part.
template <int threads> struct Team {
  float *part; // [threads/32] in shared memory; of a warp null

  static __device__ int member() { return thread_x() % threads; }

  __device__ u32 most(u32 v) const {
    v = warp_most(v);
    if (threads == 32) return v;
    if (thread_x() % 32 == 0) part[thread_x() / 32] = float_of(v);
    BARRIER();
    UNROLL for (int i = 0; i < threads / 32; i++) {
      u32 other = bits_of(part[i]);
      v = v > other ? v : other;
    }
    return v;
  }
};

// quantise_row rounds what `by` makes of a row; factor is what all of it must still be multiplied by, which is left to the scale. The numbers are made twice,
// for the greatest and for the bytes, by the same operations: kept, they would take 64 registers.
template <int threads, class By>
static inline __device__ void quantise_row(u32x2 *out, float *scale, const u32x4 *x, int parts, Team<threads> team, By by, float factor) {
  u32 most = 0;
  UNROLL for (int p = 0; p < PARTS; p++) {
    int at = team.member() + threads * p;
    if (at >= parts) continue;
    Eight y = by.of(x[p], at);
    UNROLL for (int i = 0; i < 8; i++) {
      u32 m = magnitude_of(y.v[i]);
      most = most > m ? most : m;
    }
  }
  float greatest = float_of(team.most(most));
  if (greatest < LEAST) greatest = 0; // NaN is not
  float inverse = greatest == 0 ? 0 : 127.0f / greatest;
  FORGET();
  UNROLL for (int p = 0; p < PARTS; p++) {
    int at = team.member() + threads * p;
    if (at >= parts) continue;
    Eight y = by.of(x[p], at);
    u32x2 bytes = {0, 0};
    UNROLL for (int i = 0; i < 8; i++) bytes[i / 4] |= ((u32)nearest(y.v[i] * inverse) & 0xffu) << 8 * (i % 4);
    out[at] = bytes;
  }
  if (team.member() == 0) *scale = greatest * factor / 127.0f;
}

// read_row brings a thread's parts of a row to registers.
template <int threads> static inline __device__ void read_row(u32x4 x[PARTS], const u32x4 *row, int parts) {
  UNROLL for (int p = 0; p < PARTS; p++) {
    int at = thread_x() % threads + threads * p;
    x[p] = at < parts ? row[at] : u32x4{0, 0, 0, 0};
  }
}

KERNEL(128) quantise(u32x2 *out, float *scales, const u32x4 *x, int rows, int width) {
  int row = block_x() * 4 + thread_x() / 32, parts = width / 8;
  if (row >= rows) return;
  u32x4 numbers[PARTS];
  read_row<32>(numbers, x + (u64)row * (u64)parts, parts);
  quantise_row(out + (u64)row * (u64)parts, scales + row, numbers, parts, Team<32>{nullptr}, Raw{}, 1);
}

KERNEL(256) quantise_long(u32x2 *out, float *scales, const u32x4 *x, int width) {
  __shared__ float part[8];
  int row = block_x(), parts = width / 8;
  u32x4 numbers[PARTS];
  read_row<256>(numbers, x + (u64)row * (u64)parts, parts);
  quantise_row(out + (u64)row * (u64)parts, scales + row, numbers, parts, Team<256>{part}, Raw{}, 1);
}

KERNEL(128) rms_norm_quantise(u32x2 *out, float *scales, const u32x4 *x, const f32x4 *weight, int rows, int width, float epsilon) {
  int row = block_x() * 4 + thread_x() / 32, parts = width / 8;
  if (row >= rows) return;
  u32x4 numbers[PARTS];
  read_row<32>(numbers, x + (u64)row * (u64)parts, parts);
  float squares = 0;
  UNROLL for (int p = 0; p < PARTS; p++) {
    Eight x = Raw{}.of(numbers[p], 0); // what is not there is zero
    UNROLL for (int i = 0; i < 8; i++) squares += x.v[i] * x.v[i];
  }
  float mean = warp_sum(squares) / (float)width;
  float inverse = mean <= GREATEST ? rsqrt_of(mean + epsilon) : mean - mean; // NaN where the squares are too great: their root would hide them
  quantise_row(out + (u64)row * (u64)parts, scales + row, numbers, parts, Team<32>{nullptr}, Weighted{weight}, inverse);
}

#undef PARTS
#undef LEAST
#undef GREATEST
