// What the kernels need of CUDA, in our own words, so that clang alone can compile them: no header and no library of the toolkit. The
// tests compile the same kernels as C++ with -DASTERISM_EMULATE; emulate/emulate.hpp then gives every name below its meaning on a CPU.
#pragma once

typedef unsigned short bf16; // the upper half of a float
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef ASTERISM_EMULATE
#include "emulate/emulate.hpp"
#else

#define __global__ __attribute__((global))
#define __device__ __attribute__((device)) __attribute__((always_inline)) // what is not inlined has its registers in memory
#define __shared__ __attribute__((shared))
#define KERNEL(threads) extern "C" __global__ __attribute__((launch_bounds(threads))) void
#define SHARED_BYTES(name) extern __shared__ __attribute__((aligned(128))) unsigned char name[]
#define BARRIER() __syncthreads()
#define UNROLL _Pragma("unroll")

static inline __device__ int thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
static inline __device__ int block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
static inline __device__ int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
static inline __device__ int threads_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
static inline __device__ float swap_lanes(float v, int distance) { return __nvvm_shfl_sync_bfly_f32(0xffffffffu, v, distance, 31); }
// exp2_of is 2^x within 2⁻²² of itself, and reciprocal_of 1/x within 2⁻²³; numbers below 2⁻¹²⁶ are 0 (PTX ISA, ex2.approx.ftz, rcp.approx.ftz). Exact ones
// are a call with branches, or scale what is small; what is made of these is rounded to 8 digits.
static inline __device__ float exp2_of(float x) { return __nvvm_ex2_approx_ftz_f(x); }
static inline __device__ float reciprocal_of(float x) { return __nvvm_rcp_approx_ftz_f(x); }
static inline __device__ float rsqrt_of(float x) { return __nvvm_rsqrt_approx_f(x); }
static inline __device__ float log2_of(float x) { return __nvvm_lg2_approx_f(x); }
static inline __device__ float greater(float a, float b) { return __nvvm_fmax_f(a, b); } // of a number and NaN the number

// raise sets *at to the greater of itself and v, both ≥ 0: such floats are in the order of their bits.
static inline __device__ void raise(float *at, float v) {
  union {
    float f;
    int i;
  } x;
  x.f = v;
  __nvvm_atom_max_gen_i((int *)at, x.i);
}

// round_bf16 rounds to the nearest bf16, ties to even.
static inline __device__ bf16 round_bf16(float x) {
  bf16 r;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
  return r;
}

// pack rounds two numbers at once, which takes one instruction where two roundings take two of a slower unit, and a third to join them.
static inline __device__ u32 pack(float low, float high) {
  u32 r;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}

// multiply_accumulate is one tensor-core product of a warp: d[16×8] += a[16×16]·b[16×8] in bf16, sums in float32 (PTX ISA, mma.m16n8k16). With g
// = lane/4 and t = lane%4: a0 holds row g, columns 2t and 2t+1; a1 row g+8; a2 and a3 the same rows, columns 2t+8 and 2t+9; b0 holds rows
// 2t and 2t+1 of column g, b1 rows 2t+8 and 2t+9; d0, d1 are row g, columns 2t and 2t+1; d2, d3 row g+8.
static inline __device__ void multiply_accumulate(float d[4], const u32 a[4], const u32 b[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

// load_matrices gives a warp four 8×8 matrices of bf16 from shared memory (PTX ISA, ldmatrix): lanes 8j…8j+7 name the rows of matrix j, 16 bytes each;
// lane l is given of each matrix row l/4, columns 2(l%4) and 2(l%4)+1. The turned form gives rows for columns: column l/4, rows 2(l%4) and the next.
static inline __device__ void load_matrices(u32 r[4], const void *row) {
  u32 at = (u32)(u64)(__attribute__((address_space(3))) const void *)row;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}
static inline __device__ void load_matrices_turned(u32 r[4], const void *row) {
  u32 at = (u32)(u64)(__attribute__((address_space(3))) const void *)row;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at) : "memory");
}

// copy_16 starts copying 16 bytes from device to shared memory, past the registers; with take 0 it writes zeros. copies_close ends a group of
// copies, copies_wait(n) waits until at most the newest n groups are under way.
static inline __device__ void copy_16(void *shared, const void *global, int take) {
  u32 to = (u32)(u64)(__attribute__((address_space(3))) void *)shared;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global), "r"(take) : "memory");
}
static inline __device__ void copies_close() { asm volatile("cp.async.commit_group;" ::: "memory"); }
template <int n> static inline __device__ void copies_wait() { asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory"); }

#endif

// ---- the same on both sides -------------------------------------------------------------------------------------------------------------------

static inline __device__ float widen(bf16 v) {
  union {
    u32 u;
    float f;
  } x;
  x.u = (u32)v << 16;
  return x.f;
}

static inline __device__ float low_of(u32 pair) { return widen((bf16)(pair & 0xffffu)); }
static inline __device__ float high_of(u32 pair) { return widen((bf16)(pair >> 16)); }

static inline __device__ int lesser(int a, int b) { return a < b ? a : b; }

// warp_sum gives every lane the sum over its warp.
static inline __device__ float warp_sum(float v) {
  UNROLL for (int d = 16; d > 0; d /= 2) v += swap_lanes(v, d);
  return v;
}
static inline __device__ float warp_max(float v) {
  UNROLL for (int d = 16; d > 0; d /= 2) v = greater(v, swap_lanes(v, d));
  return v;
}

// exp_of is eˣ = 2^(x·log₂e).
static inline __device__ float exp_of(float x) { return exp2_of(x * 1.4426950408889634f); }

// gelu_of is x·Φ(x), the exact form (Hendrycks and Gimpel 2016). With the tail Q(a) = 1 − Φ(a) it is max(x, 0) − |x|·Q(|x|). 2·Q(a) is 1 − erf(a/√2), by formula
// 7.1.26 of Abramowitz and Stegun, whose error is below 1.5e-7; its factors have the half and the root in them. Of an infinite x it is NaN.
static inline __device__ float gelu_of(float x) {
  float a = x < 0 ? -x : x, t = reciprocal_of(1.0f + 0.23164189f * a);
  float tail = ((((0.5307027145f * t - 0.7265760135f) * t + 0.7107068705f) * t - 0.142248368f) * t + 0.127414796f) * t * exp2_of(-0.7213475204f * x * x);
  return greater(x, 0) - a * tail;
}

// quick_gelu_of is x·σ(1.702x), as CLIP was trained with; silu_of is x·σ(x).
static inline __device__ float sigmoid_of(float x) { return reciprocal_of(1.0f + exp_of(-x)); }
static inline __device__ float quick_gelu_of(float x) { return x * sigmoid_of(1.702f * x); }
static inline __device__ float silu_of(float x) { return x * sigmoid_of(x); }
// gelu_tanh_of is the tanh form: tanh z = 2σ(2z) − 1.
static inline __device__ float gelu_tanh_of(float x) { return x * sigmoid_of(1.5957691216057308f * (x + 0.044715f * x * x * x)); }
