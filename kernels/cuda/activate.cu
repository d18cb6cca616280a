// What may follow a product that a library made: x = f(x), in place, for n numbers of bf16, n a multiple of 8. A thread changes 16 bytes.
//
// It reads and writes what gemm.cu's epilogue has in registers: 4 bytes a number, so for 16,384 × 4,096 it takes 56 µs of an H200's memory (4.8 TB/s)
// beside the product's 174 µs at 790 Tflop/s. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "epilogue.cuh"

namespace activate {

typedef u32 u32x4 __attribute__((vector_size(16)));

template <class F> static inline __device__ void all(bf16 *numbers, int n) {
  int at = block_x() * threads_x() + thread_x();
  if (at >= n / 8) return;
  u32x4 *x = (u32x4 *)numbers, v = x[at];
  UNROLL for (int i = 0; i < 4; i++) v[i] = pack(F::of(low_of(v[i])), F::of(high_of(v[i])));
  x[at] = v;
}

} // namespace activate

KERNEL(256) activate_gelu(bf16 *x, int n) { activate::all<Gelu>(x, n); }
KERNEL(256) activate_quick_gelu(bf16 *x, int n) { activate::all<QuickGelu>(x, n); }
