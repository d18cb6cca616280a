// From a text's rows to its vector of unit length, in one pass: the mean over the rows from `from` to below `to`, or a single row when that range is one
// row, then divided by its length (‖v‖₂). A mean's direction is the sum's, so no count is needed.
//
// Layout: x bf16 [T, width]; ranges int32 pairs, one a text; out float32 [texts, width]. One block a text, a thread two numbers at a time; sums in
// float32. width is even and at most 2048. A vector of length 0 stays 0: the value is absent.
#include "prelude.cuh"

KERNEL(256) pool(float *out, const u32 *x, const int *ranges, int width) {
  __shared__ float part[8];
  int from = ranges[2 * block_x()], to = ranges[2 * block_x() + 1], pairs = width / 2;
  float sums[4][2], squares = 0;
  UNROLL for (int i = 0; i < 4; i++) {
    int at = thread_x() + 256 * i;
    sums[i][0] = sums[i][1] = 0;
    if (at < pairs)
      for (int row = from; row < to; row++) {
        u32 v = x[(u64)row * (u64)pairs + at];
        sums[i][0] += low_of(v), sums[i][1] += high_of(v);
      }
    squares += sums[i][0] * sums[i][0] + sums[i][1] * sums[i][1];
  }
  squares = warp_sum(squares);
  if (thread_x() % 32 == 0) part[thread_x() / 32] = squares;
  BARRIER();
  float total = 0;
  UNROLL for (int i = 0; i < 8; i++) total += part[i];
  float inverse = total > 0 ? rsqrt_of(total) : 0;
  UNROLL for (int i = 0; i < 4; i++) {
    int at = thread_x() + 256 * i;
    if (at < pairs) {
      float *to_pair = out + (u64)block_x() * (u64)width + 2 * at;
      to_pair[0] = sums[i][0] * inverse, to_pair[1] = sums[i][1] * inverse;
    }
  }
}
