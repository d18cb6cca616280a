// Attention (attention.cuh) by the products of a warp, on every GPU.
//
// Heads of 32, 64 and 128 take 117, 168 and 255 registers a thread and spill none (make sass), so 4, 3 and 2 blocks fit on a multiprocessor. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "attention_warp.cuh"

// scale is 1/√D·log₂e.
#define WIDTH(D)                                                                                                                                            \
  KERNEL(128) attention_##D(bf16 *out, const bf16 *q, const bf16 *k, const bf16 *v, const int *tiles, const int *offsets, const int *seen, int stride,        \
                            int heads, int group, int causal, float scale) {                                                                                \
    attention::attend<D, attention::Warps, attention::Warps>(out, q, k, v, tiles, offsets, seen, stride, heads, group, causal, scale);                                        \
  }
WIDTH(32)
WIDTH(64)
WIDTH(128)
#undef WIDTH
