// What the kernels that count and choose need beyond prelude_compare.cuh: addresses whose memory is told, counting of bits, and full adders over words of bits.
#pragma once
#include "prelude_compare.cuh"

#ifdef ASTERISM_EMULATE
#include "emulate/scan.hpp"
#define IN_DEVICE
#else

// IN_DEVICE says of what a pointer points to that it lies in device memory: of an address that was itself read from memory the compiler cannot know.
#define IN_DEVICE __attribute__((address_space(1)))

static inline __device__ int ones_of(u32 v) { return __builtin_popcount(v); }

// sum_of and carry_of add three words bit by bit: 32 sums of one bit, and what each carries. One instruction each, whatever else the compiler sees in them.
static inline __device__ u32 sum_of(u32 a, u32 b, u32 c) {
  u32 r;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
static inline __device__ u32 carry_of(u32 a, u32 b, u32 c) {
  u32 r;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}

#endif
