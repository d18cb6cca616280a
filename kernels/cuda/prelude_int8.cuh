// What the kernels of whole numbers need beyond prelude.cuh: products of signed bytes on the tensor cores, rounding to whole numbers, and vectors of
// 8 and 16 bytes, which must lie at multiples of their size.
#pragma once
#include "prelude.cuh"

typedef u32 u32x2 __attribute__((vector_size(8)));
typedef u32 u32x4 __attribute__((vector_size(16)));
typedef float f32x4 __attribute__((vector_size(16)));

#ifdef ASTERISM_EMULATE
#include "emulate/int8.hpp"
#define FORGET()
#else

// FORGET keeps the compiler from holding in registers what it has read so far, to have it when it is read again.
#define FORGET() asm volatile("" ::: "memory")

// nearest rounds to a whole number, ties to even; NaN gives 0 (PTX ISA, cvt.rni).
static inline __device__ int nearest(float x) { return __nvvm_f2i_rn(x); }

// multiply_accumulate_bytes is one tensor-core product of a warp: d[16×8] += a[16×32]·b[32×8] in signed bytes, sums in int32, which wrap (PTX ISA,
// mma.m16n8k32; PTX 7.0, sm_80). With g = lane/4 and t = lane%4: a0 holds row g, columns 4t to 4t+3, the lowest byte first; a1 row g+8; a2 and a3
// the same rows, columns 16+4t…; b0 holds rows 4t to 4t+3 of column g, b1 rows 16+4t…; d0, d1 are row g, columns 2t and 2t+1; d2, d3 row g+8.
// Byte for byte these are the fragments of bf16's m16n8k16, so ldmatrix, which moves rows of 16 bytes, fetches both.
static inline __device__ void multiply_accumulate_bytes(int d[4], const u32 a[4], const u32 b[2]) {
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

#endif

static inline __device__ u32 bits_of(float v) {
  union {
    float f;
    u32 u;
  } x;
  x.f = v;
  return x.u;
}
static inline __device__ float float_of(u32 v) {
  union {
    u32 u;
    float f;
  } x;
  x.u = v;
  return x.f;
}

// magnitude_of is |v| as a whole number: such numbers are in the order of their floats, infinity above all of them and NaN above infinity, so the
// greatest of a row shows whether the row holds one.
static inline __device__ u32 magnitude_of(float v) { return bits_of(v) & 0x7fffffffu; }

// warp_most gives every lane the greatest magnitude of its warp.
static inline __device__ u32 warp_most(u32 v) {
  UNROLL for (int d = 16; d > 0; d /= 2) {
    u32 other = bits_of(swap_lanes(float_of(v), d));
    v = v > other ? v : other;
  }
  return v;
}
