// A memory's values as they are kept, bit for bit as engine/fingerprint packs the same float32 numbers, so that a passage's vector comes back from the GPU in a
// quarter of its bytes and a token's in an eighth:
//
//	pack_bytes     scale = max |x| / 127,   q = round(x·(127 / max |x|)), ties to even: −127 … 127, one byte each
//	pack_nibbles   scale = |x|² / (x·q),    q = round(x·(7 / max |x|)): −7 … 7, kept as q + 8, two a byte, the even place in the low half
//	pack_terms     the records of pick.cu with ids of 2 bytes and weights in half precision, ties to even, never below the least there is
//
// The divisions are IEEE's and nothing is fused: product, then rounding, as the processor does it. The two sums of pack_nibbles are in float64, where the products are
// exact, and in the order of laneSums in engine/fingerprint: a lane adds the eight numbers of a word, then its words, then the warp its lanes by halves. A processor that does not see the floats cannot judge them, so
// the GPU does: a row of zeros has the scale 0 (the value is absent); one whose length is further from 1 than the slack has −length² for its scale, and one
// with a number that is not finite something that is no finite number. A weight that half precision cannot hold, or that is no number, becomes NaN.
//
// Layout: x float32 [rows, width], the rows at multiples of 16 bytes; out bytes [rows, width], or [rows, width/2], in words; scales float32 [rows]. One warp a row,
// four rows a block; the row is read twice, the second time out of the cache. Terms: a record in of 1 + 2·most words, one out of 1 + most: the count, then most ids,
// then most weights, of 2 bytes each; one block a text. Bound: copying, 5 bytes a number (4.5 for nibbles); beside the model that made the numbers it is nothing: of
// 16,896 tokens a vector of 128 numbers each are 9 MB.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude_int8.cuh"

// Packing is what a row is packed by.
struct Packing {
  float scale, inverse;
};

// packing_of finds a row's scale, by all lanes of its warp; quads is its width by four.
static inline __device__ Packing packing_of(const f32x4 *x, int quads, float steps, float slack) {
  u32 most = 0;
  float squares = 0;
  for (int i = thread_x() % 32; i < quads; i += 32) {
    f32x4 v = x[i];
    UNROLL for (int j = 0; j < 4; j++) {
      u32 m = magnitude_of(v[j]);
      most = most > m ? most : m;
      squares += v[j] * v[j];
    }
  }
  float greatest = float_of(warp_most(most));
  squares = warp_sum(squares);
  if (greatest == 0) return Packing{0, 0};
  if (!(squares >= (1 - slack) * (1 - slack) && squares <= (1 + slack) * (1 + slack))) return Packing{-squares, 0}; // NaN is not within them
  return Packing{greatest / steps, steps / greatest};
}

KERNEL(128) pack_bytes(u32 *out, float *scales, const f32x4 *x, int rows, int quads, float slack) {
  int row = block_x() * 4 + thread_x() / 32;
  if (row >= rows) return;
  x += (u64)row * (u64)quads, out += (u64)row * (u64)quads;
  Packing f = packing_of(x, quads, 127.0f, slack);
  for (int i = thread_x() % 32; i < quads; i += 32) {
    f32x4 v = x[i];
    u32 word = 0;
    UNROLL for (int j = 0; j < 4; j++) word |= ((u32)nearest(v[j] * f.inverse) & 0xffu) << 8 * j;
    out[i] = word;
  }
  if (thread_x() % 32 == 0) scales[row] = f.scale;
}

// swap_lanes is that of prelude.cuh for a float64, whose halves travel by themselves; warp_sum gives every lane the sum over its warp, lanes 16 apart first.
static inline __device__ double swap_lanes(double v, int distance) {
  union {
    double number;
    u64 bits;
  } x;
  x.number = v;
  u64 low = bits_of(swap_lanes(float_of((u32)x.bits), distance)), high = bits_of(swap_lanes(float_of((u32)(x.bits >> 32)), distance));
  x.bits = high << 32 | low;
  return x.number;
}
static inline __device__ double warp_sum(double v) {
  UNROLL for (int d = 16; d > 0; d /= 2) v += swap_lanes(v, d);
  return v;
}

KERNEL(128) pack_nibbles(u32 *out, float *scales, const f32x4 *x, int rows, int quads, float slack) {
  int row = block_x() * 4 + thread_x() / 32;
  if (row >= rows) return;
  x += (u64)row * (u64)quads, out += (u64)row * (u64)(quads / 2);
  Packing f = packing_of(x, quads, 7.0f, slack);
  double square = 0, along = 0;
  for (int i = thread_x() % 32; i < quads / 2; i += 32) {
    f32x4 v[2] = {x[2 * i], x[2 * i + 1]};
    u32 word = 0;
    double s = 0, a = 0;
    UNROLL for (int j = 0; j < 8; j++) {
      float number = v[j / 4][j % 4];
      int q = nearest(number * f.inverse);
      word |= ((u32)(q + 8) & 15u) << 4 * j;
      s += (double)number * (double)number;
      a += (double)number * (double)q;
    }
    out[i] = word;
    square += s, along += a;
  }
  square = warp_sum(square), along = warp_sum(along);
  if (thread_x() % 32 == 0) scales[row] = f.inverse > 0 ? (float)(square / along) : f.scale;
}

// kept_half is a weight's bits in half precision. Below 2⁻¹⁴ such numbers are multiples of 2⁻²⁴.
static inline __device__ u32 kept_half(float v) {
  if (!(v > 0 && v <= 65504.0f)) return 0x7e00;
  u32 b = bits_of(v);
  if (b >= 113u << 23) return (b + 0xfffu + (b >> 13 & 1) - (112u << 23)) >> 13;
  u32 steps = (u32)nearest(v * 16777216.0f);
  return steps > 0 ? steps : 1;
}

KERNEL(256) pack_terms(u32 *out, const u32 *picked, int most) {
  picked += (u64)block_x() * (u64)(1 + 2 * most);
  out += (u64)block_x() * (u64)(1 + most);
  int n = lesser((int)picked[0], most);
  unsigned short *ids = (unsigned short *)(out + 1), *weights = ids + most;
  for (int i = thread_x(); i < n; i += 256) {
    ids[i] = (unsigned short)picked[1 + i];
    weights[i] = (unsigned short)kept_half(float_of(picked[1 + most + i]));
  }
  if (thread_x() == 0) out[0] = picked[0];
}
