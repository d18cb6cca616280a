// Zeros, for what is added up or raised in device memory. A kernel and no copy, so that it can stand in a graph of launches.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

KERNEL(256) clear_words(u32 *out, int rows, int words) {
  int at = block_x() * 256 + thread_x();
  if (at < rows * words) out[at] = 0;
}
