// Attention (attention.cuh) on a Hopper GPU: long texts by the products of a warpgroup, which only sm_90a has; texts that may share a tile as attention.cu does it.
// target: sm_90a ptx80
//
// A block's four warps are a warpgroup. Queries, keys and values are multiplied from where they lie in shared memory: tiles of queries and of keys are rows of 128 bytes,
// row by row, and one of values the same read the other way (transposed). Heads of 128 numbers are two such tiles side by side. Only the weights come from registers.
//
// For scores and for values alike, mma.sync takes 16 fetches of matrices and 32 products a warp and tile of 64 keys with heads of 64, and twice as many with heads of 128.
// Here scores take 4 products of a warpgroup, or 8, and values 4, and no warp fetches queries, keys or values.
//
// On an H200, for four texts of 512 tokens, 1.7 times as fast as mma.sync with heads of 64 and 1.3 times with heads of 128, as the program found at its start.
//
// Queries were in registers first. On an H200 the compiler of CUDA 13.0 then gave heads of 64 the weights of one step as the queries of the next (at all its levels but
// -O0; the scores of the second tile were those weights times its keys), and heads of 128 were right.
#include "attention_warp.cuh"
#include "prelude_hopper.cuh"

namespace attention {

constexpr int half_tile = tile_rows * 128; // bytes of 64 columns

struct Warpgroups {
  // Parts are exchanged as the tensor cores want them.
  template <int D> static inline __device__ int spot(int r, int c) { return c / 8 * half_tile + r * 128 + ((c % 8) ^ (r & 7)) * 16; }
  static inline __device__ unsigned char *begin(unsigned char *shared) { return shared + (-shared_address(shared) & 1023); }
  static inline __device__ void show() { copies_show(); }

  static constexpr bool queries_stay = true;
  template <int D> struct Queries {
    const unsigned char *tile;
    __device__ void take(const unsigned char *queries, int, int) { tile = queries; }
  };

  template <int D> static inline __device__ void scores(float (&s)[32], const Queries<D> &q, const unsigned char *keys, int, int, int) {
    UNROLL for (int i = 0; i < 32; i++) s[i] = 0;
    warpgroup_begin(s);
    UNROLL for (int d = 0; d < D / 16; d++)
      warpgroup_multiply(s, swizzled_rows(q.tile + d / 4 * half_tile) + d % 4 * 2, swizzled_rows(keys + d / 4 * half_tile) + d % 4 * 2);
    warpgroup_close();
    warpgroup_wait(s);
  }

  template <int D> static inline __device__ void weigh(float (&out)[D / 2], const float (&s)[32], const unsigned char *values, int, int, int) {
    u32 weights[4][4];
    UNROLL for (int j = 0; j < 4; j++)
      UNROLL for (int i = 0; i < 4; i++) weights[j][i] = pack(s[8 * j + 2 * i], s[8 * j + 2 * i + 1]);
    warpgroup_begin(out);
    UNROLL for (int j = 0; j < 4; j++) warpgroup_multiply_columns(out, weights[j], swizzled_columns(values + 16 * 128 * j, half_tile));
    warpgroup_close();
    warpgroup_wait(out);
  }
};

} // namespace attention

#define WIDTH(D)                                                                                                                                            \
  KERNEL(128) attention_wgmma_##D(bf16 *out, const bf16 *q, const bf16 *k, const bf16 *v, const int *tiles, const int *offsets, const int *seen, int stride,  \
                                  int heads, int group, int causal, float scale) {                                                                          \
    attention::attend<D, attention::Warpgroups, attention::Warps>(out, q, k, v, tiles, offsets, seen, stride, heads, group, causal, scale);                 \
  }
WIDTH(64)
WIDTH(128)
#undef WIDTH
