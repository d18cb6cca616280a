// Matrix products on a Hopper GPU: what gemm.cu computes, out = f(a·wᵀ + bias) (+ residual), by the products of a whole warpgroup that only sm_90a has.
// target: sm_90a ptx80
// clusters: gemm_wgmma_pair 2
//
// Layout: a bf16 [rows, depth] as it is, depth a multiple of 8; the weights bf16 [columns, depth] laid into tiles once, when they are loaded (weight_tiles
// below); bias float32 [columns] or null; out and residual bf16 [rows, columns], columns a multiple of 8 (of 16 for SwiGLU, whose out is [rows, columns/2]).
//
// wgmma.cuh has the scheme: a ring of slices in shared memory that one warpgroup fills and two multiply. In the form `pair` two blocks share the weights.
//
// Arithmetic: a slice is 2·128·256·64 = 4.2 Mflop, 1,024 cycles of a multiprocessor's tensor cores (4,096 flop a cycle), in which 48 KiB come from the second
// cache: 85 flop a byte, so 790 Tflop/s need 9.3 TB/s of it, which is more than it gives by most accounts (5.5 to 7): expect 470 to 600. Of a pair they are
// 32 KiB, 128 flop a byte and 6.2 TB/s: that bound is at 700 to 900. Tiles are taken in groups of 16 rows of tiles: what a wave of 132 blocks reads of a slice,
// 0.5 MB, is small beside that cache, and 16 rows by 8 columns of tiles are the fewest bytes for 132.
//
// On an H200, bf16 at 8,192³: 570 Tflop/s with tiles of 128 × 256, 489 with 128 × 128, 459 for a pair of blocks; cuBLASLt 663 (bench/results/nvidia-h200/gpu-bench-limits.json).
// A pair was to be the fastest and is the slowest: why has not been looked into.
#include "wgmma.cuh"

namespace wgmma {

// Floats are sums of products of bf16 numbers. They begin with the bias, and are what they stand for.
struct Floats {
  typedef float Sum;
  static const int ahead = 4;
  const float *bias;
  template <int numbers> __device__ void start(float (&d)[numbers], const Job &job, int column) const {
    UNROLL for (int j = 0; j < numbers / 4; j++) {
      f32x2 both = pair_of(bias, column + 8 * j, job.columns);
      d[4 * j] = d[4 * j + 2] = both[0], d[4 * j + 1] = d[4 * j + 3] = both[1];
    }
  }
  template <int eights> struct Some {
    __device__ Some(const Floats &, const Job &, int, int) {}
    __device__ float of(float sum, int, int, int) const { return sum; }
  };
};

} // namespace wgmma

// weight_tiles lays weights into tiles of 128 columns × 64 of the depth, one behind the other: first along the depth, then down the columns. What is
// behind the last column or the end of the depth is zero. A thread moves 16 bytes; blocks stand for tiles. Signed bytes are laid so too, as half as many numbers.
KERNEL(256) weight_tiles(bf16 *tiles, const bf16 *w, int columns, int depth) {
  int column = block_y() * wgmma::side, from = block_x() * wgmma::slice / 2, slices = (depth + wgmma::slice / 2 - 1) / (wgmma::slice / 2);
  unsigned char *tile = (unsigned char *)tiles + ((u64)block_y() * (u64)slices + block_x()) * wgmma::half;
  for (int i = thread_x(); i < wgmma::side * 8; i += 256) {
    int r = i / 8, c = i % 8;
    bool there = column + r < columns && from + 8 * c < depth;
    u32x4 zeros = {0, 0, 0, 0};
    *(u32x4 *)(tile + wgmma::swizzled(r, c)) = there ? *(const u32x4 *)(w + (u64)(column + r) * (u64)depth + from + 8 * c) : zeros;
  }
}

#define ARGUMENTS bf16 *out, const bf16 *a, const bf16 *tiles, const float *bias
#define JOB {(const unsigned char *)a, (const unsigned char *)tiles, rows, columns, 2 * depth, blocks}
#define FOLLOWED_BY(name, width, team, F)                                                                                     \
  KERNEL_ALONE(384) gemm_wgmma_##name(ARGUMENTS, const bf16 *residual, int rows, int columns, int depth, int blocks) {        \
    wgmma::product<width, team>(JOB, wgmma::Write<width, F, wgmma::Floats>{{bias}, out, residual});                    \
  }
#define WAY(name, width, team)                                                                            \
  FOLLOWED_BY(name, width, team, Plain)                                                                   \
  FOLLOWED_BY(name##_gelu, width, team, Gelu)                                                             \
  FOLLOWED_BY(name##_gelu_tanh, width, team, GeluTanh)                                                    \
  FOLLOWED_BY(name##_quick_gelu, width, team, QuickGelu)                                                  \
  KERNEL_ALONE(384) gemm_wgmma_##name##_swiglu(ARGUMENTS, int rows, int columns, int depth, int blocks) { \
    wgmma::product<width, team>(JOB, wgmma::WriteGated<width, wgmma::Floats>{{bias}, out});        \
  }
WAY(128, 128, 1)
WAY(256, 256, 1)
WAY(pair, 256, 2)
#undef WAY
#undef FOLLOWED_BY
#undef JOB
#undef ARGUMENTS
