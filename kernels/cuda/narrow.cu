// Numbers of float32 rounded to bf16, where a value that was pooled goes into one more matrix product. Bound: copying, 6 bytes a number.
//
// Measured speed: none yet; it has never run on a GPU.
#include "prelude.cuh"

KERNEL(256) narrow(u32 *out, const float *x, int rows, int pairs) {
  int at = block_x() * 256 + thread_x();
  if (at < rows * pairs) out[at] = pack(x[2 * (u64)at], x[2 * (u64)at + 1]);
}
