// Numbers of float32 rounded to bf16, where a value that was pooled goes into one more matrix product. Bound: copying, 6 bytes a number.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

KERNEL(256) narrow(u32 *out, const float *x, int rows, int pairs) {
  int at = block_x() * 256 + thread_x();
  if (at < rows * pairs) out[at] = pack(x[2 * (u64)at], x[2 * (u64)at + 1]);
}
