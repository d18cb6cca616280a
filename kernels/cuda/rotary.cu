// Rotary position embedding (Su et al. 2021, "RoFormer", eq. 34): of each head the numbers i and i + D/2 are a point that is turned by position·θᵢ, so
// that a product of two tokens depends on their distance alone.
//
// Layout: x bf16, row t of head h at x + t·stride + h·D; queries and keys of a packed product lie side by side, so one launch turns both. cosines and
// sines are float32 [positions, D/2], made on the host in float64: the GPU's fast sine is wrong for large angles. One thread a pair of pairs.
#include "prelude.cuh"

KERNEL(128) rotary(bf16 *x, const int *places, const float *cosines, const float *sines, int rows, int stride, int heads, int width) {
  int quarter = width / 4, at = block_x() * 128 + thread_x();
  int row = at / (heads * quarter), head = at / quarter % heads, i = at % quarter * 2;
  if (row >= rows) return;
  u32 *low = (u32 *)(x + (u64)row * (u64)stride + head * width + i), *high = low + width / 4;
  const float *c = cosines + (u64)places[row] * (u64)(width / 2) + i, *s = sines + (u64)places[row] * (u64)(width / 2) + i;
  u32 a = *low, b = *high;
  float a0 = low_of(a), a1 = high_of(a), b0 = low_of(b), b1 = high_of(b);
  *low = pack(a0 * c[0] - b0 * s[0], a1 * c[1] - b1 * s[1]);
  *high = pack(b0 * c[0] + a0 * s[0], b1 * c[1] + a1 * s[1]);
}
