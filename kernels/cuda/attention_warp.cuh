// Attention's products by mma.sync, each of a warp.
#pragma once
#include "attention.cuh"

namespace attention {

struct Warps {
  // Parts are exchanged so that eight rows lie in different banks.
  template <int D> static inline __device__ int spot(int r, int c) {
    constexpr int parts = D / 8;
    int turn = parts == 4 ? r >> 1 & 3 : r & 7;
    return (r * parts + (c ^ turn)) * 16;
  }
  static inline __device__ unsigned char *begin(unsigned char *shared) { return shared; }
  static inline __device__ void show() {}

  static constexpr bool queries_stay = false;
  template <int D> struct Queries {
    u32 part[D / 16][4];
    __device__ void take(const unsigned char *tile, int warp, int lane) {
      UNROLL for (int d = 0; d < D / 16; d++) load_matrices(part[d], tile + spot<D>(16 * warp + lane / 8 % 2 * 8 + lane % 8, 2 * d + lane / 16));
    }
  };

  // scores are the products with a tile of keys, of which those from 16·from to below 16·to are multiplied.
  template <int D> static inline __device__ void scores(float (&s)[32], const Queries<D> &q, const unsigned char *keys, int lane, int from, int to) {
    UNROLL for (int i = 0; i < 32; i++) s[i] = 0;
    UNROLL for (int d = 0; d < D / 16; d++)
      UNROLL for (int j = 0; j < 4; j++) {
        if (j < from || j >= to) continue;
        u32 k[4];
        load_matrices(k, keys + spot<D>(16 * j + lane / 16 * 8 + lane % 8, 2 * d + lane / 8 % 2));
        multiply_accumulate(s + 8 * j, q.part[d], k);
        multiply_accumulate(s + 8 * j + 4, q.part[d], k + 2);
      }
  }

  // weigh adds the values of those keys by their weights. Those of others are left out, not weighed with 0: they may not be finite.
  template <int D> static inline __device__ void weigh(float (&out)[D / 2], const float (&s)[32], const unsigned char *values, int lane, int from, int to) {
    UNROLL for (int j = 0; j < 4; j++) {
      if (j < from || j >= to) continue;
      const float *x = s + 8 * j;
      u32 weights[4] = {pack(x[0], x[1]), pack(x[2], x[3]), pack(x[4], x[5]), pack(x[6], x[7])};
      UNROLL for (int d = 0; d < D / 16; d++) {
        u32 v[4];
        load_matrices_turned(v, values + spot<D>(16 * j + lane / 8 % 2 * 8 + lane % 8, 2 * d + lane / 16));
        multiply_accumulate(out + 8 * d, weights, v);
        multiply_accumulate(out + 8 * d + 4, weights, v + 2);
      }
    }
  }
};

} // namespace attention
