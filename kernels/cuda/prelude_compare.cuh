// What exact comparison needs beyond prelude_int8.cuh: arithmetic that is rounded after every step, as the processor's is, products of four bytes, and what the lanes
// of a warp tell each other.
//
// The compiler, and the driver's after it, make one step of a product and a sum where they may, which rounds once and not twice. They may not where an instruction
// names its rounding, which these do (PTX ISA, mul.rn: never fused). Quotients and roots are rounded correctly in any case.
#pragma once
#include "prelude_int8.cuh"

typedef long long i64;

#ifdef ASTERISM_EMULATE
#include "emulate/compare.hpp"
#define UNROLL_BY(n)
#else

// UNROLL_BY unrolls a loop so many times, where UNROLL does so wholly.
#define PRAGMA(text) _Pragma(#text)
#define UNROLL_BY(n) PRAGMA(unroll n)

static inline __device__ float mul_of(float a, float b) { return __nvvm_mul_rn_f(a, b); }
static inline __device__ float add_of(float a, float b) { return __nvvm_add_rn_f(a, b); }
static inline __device__ double mul_of(double a, double b) { return __nvvm_mul_rn_d(a, b); }
static inline __device__ double add_of(double a, double b) { return __nvvm_add_rn_d(a, b); }
static inline __device__ float div_of(float a, float b) { return __nvvm_div_rn_f(a, b); }
static inline __device__ double div_of(double a, double b) { return __nvvm_div_rn_d(a, b); }
static inline __device__ double sqrt_of(double a) { return __nvvm_sqrt_rn_d(a); }

// dot_ss is sum + Σ aᵢ·bᵢ of four signed bytes each; dot_us takes a as unsigned, dot_su takes b so, dot_uu both (PTX ISA, dp4a).
static inline __device__ int dot_ss(u32 a, u32 b, int sum) {
  asm("dp4a.s32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline __device__ int dot_us(u32 a, u32 b, int sum) {
  asm("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline __device__ int dot_su(u32 a, u32 b, int sum) {
  asm("dp4a.s32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline __device__ int dot_uu(u32 a, u32 b, int sum) {
  asm("dp4a.u32.u32 %0, %1, %2, %0;" : "+r"(sum) : "r"(a), "r"(b));
  return sum;
}

// load_16 and load_8 read device memory that nobody writes meanwhile, at a multiple of their size.
static inline __device__ u32x4 load_16(const void *at) {
  u32x4 v;
  asm("ld.global.nc.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]) : "l"(at));
  return v;
}
static inline __device__ u64 load_8(const void *at) {
  u64 v;
  asm("ld.global.nc.u64 %0, [%1];" : "=l"(v) : "l"(at));
  return v;
}

static inline __device__ int ones_of(u64 v) { return __builtin_popcountll(v); }

// meet lets the lanes of a warp see what each other has written before; all of them come to it.
static inline __device__ void meet() { __nvvm_bar_warp_sync(0xffffffffu); }

// of_lane is what v is in that lane.
static inline __device__ u32 of_lane(u32 v, int lane) { return (u32)__nvvm_shfl_sync_idx_i32(0xffffffffu, (int)v, lane, 31); }

// lanes_where has a bit for each lane in which so is true.
static inline __device__ u32 lanes_where(bool so) { return __nvvm_vote_ballot_sync(0xffffffffu, so); }

// warp_add gives every lane the sums over its warp.
template <int n> static inline __device__ void warp_add(int (&v)[n]) {
  UNROLL for (int i = 0; i < n; i++) v[i] = __nvvm_redux_sync_add(v[i], 0xffffffffu);
}

// add_at adds to a number in memory to which other threads may add too.
static inline __device__ void add_at(int *at, int v) { __nvvm_atom_add_gen_i(at, v); }

#endif

static inline __device__ float nan_of() { return float_of(0x7fc00000u); }

namespace seats {

constexpr int rows = 1024; // of a chunk

// The numbers of 8 bytes of a seat (seat.go).
enum { HEAD, VALUES, BITS = VALUES + 7, TERMS, TOKENS = TERMS + 2, WORDS = 16 };

// of is the seat of a look's row.
static inline __device__ const u64 *of(const u64 *table, const int *chunks, int row) { return table + (u64)chunks[row / rows] * WORDS; }

// The places of a chunk's head.
constexpr u64 times_at = 18 * rows * 16 + 7 * rows * 2, present_at = times_at + rows * 8 + 5 * rows * 2;

static inline __device__ u32 present(const u64 *seat, int r) { return ((const unsigned short *)(seat[HEAD] + present_at))[r]; }

} // namespace seats
