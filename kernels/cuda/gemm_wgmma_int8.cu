// Matrix products of signed bytes on a Hopper GPU: what gemm_int8.cu computes, out = f((a·wᵀ)·scale of the row·scale of the column + bias) (+ residual), by the
// products of a whole warpgroup that only sm_90a has.
// target: sm_90a ptx80
// clusters: gemm_wgmma_int8_pair 2
//
// Layout: a int8 [rows, depth], row_scales float32 [rows], depth a multiple of 16 and at most 133,143; the weights int8 [columns, depth] laid into tiles by weight_tiles
// of gemm_wgmma.cu, column_scales float32 [columns]; bias float32 [columns] or null; out and residual bf16 [rows, columns], columns a multiple of 8 (of
// 16 for SwiGLU, whose out is [rows, columns/2]).
//
// wgmma.cuh has the scheme. Byte for byte it is that of bf16: a slice is 128 of the depth instead of 64, and an instruction takes 32 of them. Sums are whole
// numbers and exact, and are scaled as gemm_int8.cu scales them, so the results are the same to the bit: which kernel is taken does not show.
//
// Arithmetic: a slice is 8.4 Mop in the 1,024 cycles of bf16's 4.2 Mflop and of as many bytes, so what bounds bf16 bounds bytes at twice the rate: up to 1,580
// Top/s for a pair. A block alone has tiles of 128 columns, for few rows; one of 256 columns is always half of a pair. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "wgmma.cuh"

namespace wgmma {

// Wholes are sums of products of bytes. They stand for numbers with the scales of their row and column.
struct Wholes {
  typedef int Sum;
  static const int ahead = 2; // registers for the scales of more columns there are not
  const float *row_scales, *column_scales, *bias;
  template <int numbers> __device__ void start(int (&d)[numbers], const Job &, int) const {
    UNROLL for (int i = 0; i < numbers; i++) d[i] = 0;
  }
  template <int eights> struct Some {
    float rows[2];
    f32x2 columns[eights], shifts[eights];
    __device__ Some(const Wholes &w, const Job &job, int row, int column) {
      UNROLL for (int h = 0; h < 2; h++) rows[h] = row + 8 * h < job.rows ? w.row_scales[row + 8 * h] : 0;
      UNROLL for (int j = 0; j < eights; j++) {
        columns[j] = pair_of(w.column_scales, column + 8 * j, job.columns);
        shifts[j] = pair_of(w.bias, column + 8 * j, job.columns);
      }
    }
    __device__ float of(int sum, int eight, int h, int i) const { return scaled(sum, rows[h], columns[eight][i], shifts[eight][i]); }
  };
};

} // namespace wgmma

#define ARGUMENTS bf16 *out, const signed char *a, const float *row_scales, const signed char *tiles, const float *column_scales, const float *bias
#define JOB {(const unsigned char *)a, (const unsigned char *)tiles, rows, columns, depth, blocks}
#define FOLLOWED_BY(name, width, team, F)                                                                                                 \
  KERNEL_ALONE(384) gemm_wgmma_int8_##name(ARGUMENTS, const bf16 *residual, int rows, int columns, int depth, int blocks) {               \
    wgmma::product<width, team>(JOB, wgmma::Write<width, F, wgmma::Wholes>{{row_scales, column_scales, bias}, out, residual});     \
  }
#define WAY(name, width, team)                                                                                                 \
  FOLLOWED_BY(name, width, team, Plain)                                                                                        \
  FOLLOWED_BY(name##_gelu, width, team, Gelu)                                                                                  \
  FOLLOWED_BY(name##_gelu_tanh, width, team, GeluTanh)                                                                         \
  FOLLOWED_BY(name##_quick_gelu, width, team, QuickGelu)                                                                       \
  KERNEL_ALONE(384) gemm_wgmma_int8_##name##_swiglu(ARGUMENTS, int rows, int columns, int depth, int blocks) {                 \
    wgmma::product<width, team>(JOB, wgmma::WriteGated<width, wgmma::Wholes>{{row_scales, column_scales, bias}, out});  \
  }
WAY(128, 128, 1)
WAY(pair, 256, 2)
#undef WAY
#undef FOLLOWED_BY
#undef JOB
#undef ARGUMENTS
