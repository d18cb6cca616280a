// Layer normalisation of packed rows, with what always stands before it: the sum with the residual, or the look-up of the embeddings.
//
//   y = (x − mean)/√(variance + ε)·scale + shift,   variance = mean of (x − mean)²      (Ba, Kiros and Hinton 2016)
//
// Layout: rows [T, width] of bf16, no padding between texts; scale and shift float32 [width]. One warp a row, four rows a block: a row of 1024 is
// 32 numbers a lane, read once, 16 bytes at a time, and kept in registers, so device memory is touched once a number each way. The bound is copying: 4 bytes a
// number for a norm alone, 6 with a residual. Each width of a real model has an entry of its own, since registers cannot be indexed: a row
// whose length is known only at run time would lie in local memory. Other widths have entries that read the row three times.
//
// Two passes over the registers (mean first, then the squares of the differences): the one-pass formula loses half of the digits where the mean is
// large, and would save nothing, for the numbers are at hand.
#include "prelude.cuh"

#define ROWS 4

typedef u32 u32x2 __attribute__((vector_size(8)));
typedef u32 u32x4 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));

template <int words> struct Vector;
template <> struct Vector<2> {
  typedef u32x2 type;
};
template <> struct Vector<4> {
  typedef u32x4 type;
};

// Row is a lane's share of one row: parts lane, lane + 32, … of 16 bytes, or of 8 where the width is no multiple of 256. All addresses are multiples of 16.
template <int width> struct Row {
  static const int words = width % 256 == 0 ? 4 : 2, parts = width / (64 * words);
  typedef typename Vector<words>::type Words;
  float v[parts][2 * words];

  static __device__ Words part(const u32 *from, int i, int lane) { return ((const Words *)from)[lane + 32 * i]; }

  __device__ Row(const u32 *from, int lane) {
    UNROLL for (int i = 0; i < parts; i++) {
      Words a = part(from, i, lane);
      UNROLL for (int j = 0; j < words; j++) v[i][2 * j] = low_of(a[j]), v[i][2 * j + 1] = high_of(a[j]);
    }
  }

  __device__ void add(const u32 *from, int lane) {
    UNROLL for (int i = 0; i < parts; i++) {
      Words a = part(from, i, lane);
      UNROLL for (int j = 0; j < words; j++) v[i][2 * j] += low_of(a[j]), v[i][2 * j + 1] += high_of(a[j]);
    }
  }

  __device__ float sum() const {
    float s = 0;
    UNROLL for (int i = 0; i < parts; i++)
      UNROLL for (int j = 0; j < 2 * words; j++) s += v[i][j];
    return warp_sum(s);
  }

  __device__ float squares(float mean) const {
    float s = 0;
    UNROLL for (int i = 0; i < parts; i++)
      UNROLL for (int j = 0; j < 2 * words; j++) s += (v[i][j] - mean) * (v[i][j] - mean);
    return warp_sum(s);
  }

  // put writes what of(part, j) makes of each number.
  template <class Of> static __device__ void put(u32 *out, int i, int lane, Of of) {
    Words a;
    UNROLL for (int j = 0; j < words; j++) a[j] = pack(of(2 * j), of(2 * j + 1));
    ((Words *)out)[lane + 32 * i] = a;
  }
  __device__ void put(u32 *out, int lane) const {
    UNROLL for (int i = 0; i < parts; i++) put(out, i, lane, [&](int j) { return v[i][j]; });
  }

  // floats are the numbers of a part out of scale or shift.
  struct Floats {
    f32x4 four[words / 2];
    __device__ Floats(const float *from, int i, int lane) {
      UNROLL for (int j = 0; j < words / 2; j++) four[j] = ((const f32x4 *)from)[(lane + 32 * i) * (words / 2) + j];
    }
    __device__ float of(int j) const { return four[j / 4][j % 4]; }
  };

  // put_norm writes the normalised row, put_rms it with a mean of 0 and without a shift.
  __device__ void put_norm(u32 *out, const float *scale, const float *shift, float epsilon, int lane) const {
    float mean = sum() / (float)width, inverse = rsqrt_of(squares(mean) / (float)width + epsilon);
    UNROLL for (int i = 0; i < parts; i++) {
      Floats by(scale, i, lane), more(shift, i, lane);
      put(out, i, lane, [&](int j) { return (v[i][j] - mean) * inverse * by.of(j) + more.of(j); });
    }
  }
  __device__ void put_rms(u32 *out, const float *scale, float epsilon, int lane) const {
    float inverse = rsqrt_of(squares(0) / (float)width + epsilon);
    UNROLL for (int i = 0; i < parts; i++) {
      Floats by(scale, i, lane);
      put(out, i, lane, [&](int j) { return v[i][j] * inverse * by.of(j); });
    }
  }
};

// row_of is the row that a thread's warp works on.
static inline __device__ int row_of() { return block_x() * ROWS + thread_x() / 32; }

template <int width>
static inline __device__ void layer_norm_row(u32 *out, const u32 *x, const u32 *residual, const float *scale, const float *shift, int rows, float epsilon) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  u64 from = (u64)row * (width / 2);
  Row<width> r(x + from, lane);
  if (residual) r.add(residual + from, lane);
  r.put_norm(out + from, scale, shift, epsilon, lane);
}

template <int width>
static inline __device__ void embed_row(u32 *out, const int *ids, const int *places, const u32 *words, const u32 *positions, const u32 *kind,
                                        const float *scale, const float *shift, int rows, float epsilon) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  Row<width> r(words + (u64)ids[row] * (width / 2), lane);
  if (positions) r.add(positions + (u64)places[row] * (width / 2), lane);
  if (kind) r.add(kind, lane);
  r.put_norm(out + (u64)row * (width / 2), scale, shift, epsilon, lane);
}

template <int width>
static inline __device__ void rms_norm_row(u32 *out, u32 *sum, const u32 *x, const u32 *residual, const float *scale, int rows, float epsilon) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  u64 from = (u64)row * (width / 2);
  Row<width> r(x + from, lane);
  if (residual) {
    r.add(residual + from, lane);
    r.put(sum + from, lane);
  }
  r.put_rms(out + from, scale, epsilon, lane);
}

// WIDTH makes the entries of one width:
//   layer_norm_W: out = norm(x + residual); residual may be null. out may be x or residual.
//   embed_layer_norm_W: out[t] = norm(words[ids[t]] + positions[places[t]] + kind); positions and kind may be null (rotary models have none). An id
//     outside of the vocabulary must have been refused by the caller.
//   rms_norm_W: sum = x + residual, and out = (x + residual)/√(mean of squares + ε)·scale (Zhang and Sennrich 2019). residual may be null, and then
//     sum is not written. sum may be x or residual.
#define WIDTH(width)                                                                                                                              \
  KERNEL(128) layer_norm_##width(u32 *out, const u32 *x, const u32 *residual, const float *scale, const float *shift, int rows, float epsilon) {   \
    layer_norm_row<width>(out, x, residual, scale, shift, rows, epsilon);                                                                     \
  }                                                                                                                                                \
  KERNEL(128) embed_layer_norm_##width(u32 *out, const int *ids, const int *places, const u32 *words, const u32 *positions, const u32 *kind,       \
                                       const float *scale, const float *shift, int rows, float epsilon) {                                          \
    embed_row<width>(out, ids, places, words, positions, kind, scale, shift, rows, epsilon);                                                  \
  }                                                                                                                                                \
  KERNEL(128) rms_norm_##width(u32 *out, u32 *sum, const u32 *x, const u32 *residual, const float *scale, int rows, float epsilon) {               \
    rms_norm_row<width>(out, sum, x, residual, scale, rows, epsilon);                                                                         \
  }

WIDTH(384)
WIDTH(768)
WIDTH(1024)
WIDTH(1536)
#undef WIDTH

// Any other width: nothing is kept in registers but the sums; a row is read three times, the second and third out of the cache. get(i) is pair i.
struct Pair {
  float low, high;
};

static inline __device__ Pair pair_of(const u32 *x, const u32 *residual, u64 at) {
  u32 a = x[at], b = residual ? residual[at] : 0;
  return {low_of(a) + low_of(b), high_of(a) + high_of(b)};
}

template <class Get> static inline __device__ float mean_of(int pairs, int lane, Get get) {
  float s = 0;
  for (int i = lane; i < pairs; i += 32) {
    Pair p = get(i);
    s += p.low + p.high;
  }
  return warp_sum(s) / (float)(2 * pairs);
}

template <class Get> static inline __device__ float inverse_of(int pairs, float mean, float epsilon, int lane, Get get) {
  float s = 0;
  for (int i = lane; i < pairs; i += 32) {
    Pair p = get(i);
    float a = p.low - mean, b = p.high - mean;
    s += a * a + b * b;
  }
  return rsqrt_of(warp_sum(s) / (float)(2 * pairs) + epsilon);
}

template <class Get>
static inline __device__ void put_norm_any(u32 *out, const float *scale, const float *shift, int pairs, float epsilon, int lane, Get get) {
  float mean = mean_of(pairs, lane, get), inverse = inverse_of(pairs, mean, epsilon, lane, get);
  for (int i = lane; i < pairs; i += 32) {
    Pair p = get(i);
    out[i] = pack((p.low - mean) * inverse * scale[2 * i] + shift[2 * i], (p.high - mean) * inverse * scale[2 * i + 1] + shift[2 * i + 1]);
  }
}

KERNEL(128) layer_norm_any(u32 *out, const u32 *x, const u32 *residual, const float *scale, const float *shift, int rows, float epsilon, int pairs) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  u64 from = (u64)row * (u64)pairs;
  put_norm_any(out + from, scale, shift, pairs, epsilon, lane, [&](int i) { return pair_of(x, residual, from + i); });
}

KERNEL(128) embed_layer_norm_any(u32 *out, const int *ids, const int *places, const u32 *words, const u32 *positions, const u32 *kind, const float *scale,
                                 const float *shift, int rows, float epsilon, int pairs) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  const u32 *word = words + (u64)ids[row] * (u64)pairs, *position = positions ? positions + (u64)places[row] * (u64)pairs : nullptr;
  put_norm_any(out + (u64)row * (u64)pairs, scale, shift, pairs, epsilon, lane, [&](int i) {
    Pair p = pair_of(word, position, i);
    u32 k = kind ? kind[i] : 0;
    return Pair{p.low + low_of(k), p.high + high_of(k)};
  });
}

KERNEL(128) rms_norm_any(u32 *out, u32 *sum, const u32 *x, const u32 *residual, const float *scale, int rows, float epsilon, int pairs) {
  int row = row_of(), lane = thread_x() % 32;
  if (row >= rows) return;
  u64 from = (u64)row * (u64)pairs;
  float inverse = inverse_of(pairs, 0, epsilon, lane, [&](int i) { return pair_of(x, residual, from + i); });
  for (int i = lane; i < pairs; i += 32) {
    Pair p = pair_of(x, residual, from + i);
    if (residual) sum[from + i] = pack(p.low, p.high);
    out[from + i] = pack(p.low * inverse * scale[2 * i], p.high * inverse * scale[2 * i + 1]);
  }
}
#undef ROWS
