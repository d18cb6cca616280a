// Rows of unit length: out[t] = x[t]/‖x[t]‖₂, for one vector a token (ColBERT) and behind the projections of a text's one vector (CLIP).
//
// Layout: x bf16 [rows, 2·pairs], out float32 [rows, 2·pairs]. One warp a row, four rows a block; the row is read twice, the second time out of the cache. A
// row of zeros stays zeros: the value is absent. A row with NaN or infinity keeps a NaN. Bound: copying, 6 bytes a number.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

KERNEL(128) unit_rows(float *out, const u32 *x, int rows, int pairs) {
  int row = block_x() * 4 + thread_x() / 32, lane = thread_x() % 32;
  if (row >= rows) return;
  u64 from = (u64)row * (u64)pairs;
  float squares = 0;
  for (int i = lane; i < pairs; i += 32) {
    float a = low_of(x[from + i]), b = high_of(x[from + i]);
    squares += a * a + b * b;
  }
  squares = warp_sum(squares);
  float inverse = squares > 0 ? rsqrt_of(squares) : 0;
  for (int i = lane; i < pairs; i += 32) {
    out[2 * (from + i)] = low_of(x[from + i]) * inverse;
    out[2 * (from + i) + 1] = high_of(x[from + i]) * inverse;
  }
}
