// The squares of images as rows of a matrix, so that a convolution without overlap is one matrix product (Dosovitskiy et al. 2021, ViT). Each image gives
// (size/patch)² + 1 rows: the first is zeros, where the class vector will stand, then the squares line by line.
//
// Layout: pixels float32 [images, 3, size, size]; out bf16 [rows, 2·pairs], of which the first 3·patch² numbers of a row are the square's in the order
// channel, line, column, as the weights of the convolution lie, and the others zeros: a product's depth is a multiple of 32, and 3·14² is none. One thread
// two numbers. Bound: copying.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

// pixel_of is number i of a square with the given upper left corner.
static inline __device__ float pixel_of(const float *image, int i, int top, int left, int size, int patch) {
  int channel = i / (patch * patch), y = top + i / patch % patch, x = left + i % patch;
  return channel < 3 ? image[((u64)channel * (u64)size + y) * (u64)size + x] : 0;
}

KERNEL(256) patches(u32 *out, const float *pixels, int size, int patch, int rows, int pairs) {
  int at = block_x() * 256 + thread_x(), row = at / pairs, i = 2 * (at % pairs);
  if (row >= rows) return;
  int side = size / patch, tokens = side * side + 1, square = row % tokens - 1;
  if (square < 0) {
    out[at] = 0;
    return;
  }
  const float *image = pixels + (u64)(row / tokens) * 3 * (u64)(size * size);
  int top = square / side * patch, left = square % side * patch;
  out[at] = pack(pixel_of(image, i, top, left, size, patch), pixel_of(image, i + 1, top, left, size, patch));
}
