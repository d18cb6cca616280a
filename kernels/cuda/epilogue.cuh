// What follows a product of matrices: a bias, a function, a residual. Shared by the kernels that multiply.
#pragma once
#include "prelude.cuh"

// The functions that may follow.
struct Plain {
  static __device__ float of(float x) { return x; }
};
struct Gelu {
  static __device__ float of(float x) { return gelu_of(x); }
};
struct GeluTanh {
  static __device__ float of(float x) { return gelu_tanh_of(x); }
};
struct QuickGelu {
  static __device__ float of(float x) { return quick_gelu_of(x); }
};

// residual_pair is what put_pair adds: nothing where there is no residual, and outside of it. Who puts several pairs gets them all first, so that it waits for
// memory once: the compiler may not move a load over a store, since both may be to one place.
static inline __device__ u32 residual_pair(const bf16 *residual, int row, int column, int rows, int columns) {
  return residual && row < rows && column < columns ? ((const u32 *)residual)[((u64)row * (u64)columns + column) / 2] : 0;
}

template <class F>
static inline __device__ void put_pair(bf16 *out, const float *bias, u32 added, int row, int column, int rows, int columns, float x, float y) {
  if (row >= rows || column >= columns) return;
  if (bias) x += bias[column], y += bias[column + 1];
  ((u32 *)out)[((u64)row * (u64)columns + column) / 2] = pack(F::of(x) + low_of(added), F::of(y) + high_of(added));
}

// put_gated takes columns in pairs of gate and value: out [rows, columns/2] = silu(gate)·value (Shazeer 2020, SwiGLU).
static inline __device__ void put_gated(bf16 *out, const float *bias, int row, int column, int rows, int columns, float gate, float value) {
  if (row >= rows || column >= columns) return;
  if (bias) gate += bias[column], value += bias[column + 1];
  out[((u64)row * (u64)columns + column) / 2] = round_bf16(silu_of(gate) * value);
}

// scaled is a sum of signed bytes as the number that it stands for, and the bias, rounded once: in one instruction that no compiler takes apart, so that every kernel
// that multiplies bytes gives the same bits.
static inline __device__ float scaled(int sum, float row_scale, float column_scale, float bias) { return __builtin_fmaf((float)sum, row_scale * column_scale, bias); }
