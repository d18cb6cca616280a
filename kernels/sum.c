// Sum: Σᵢ words[i] mod 2⁶⁴, the yardstick of how fast memory can be read.
//
// Layout: words uint64[n]. Two lines of cache a step, and the lines 4 KiB ahead asked for, without which the processor's own
// prefetching stops at every page.
// Source: our own.
#include "kernels.h"

enum { AHEAD = 512 }; // words: 4 KiB

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f"))) static uint64_t sum512(const uint64_t *p, int64_t n) {
  __m512i a = _mm512_setzero_si512(), b = a;
  for (int64_t i = 0; i < n; i += 16, p += 16) {
    __builtin_prefetch(p + AHEAD);
    __builtin_prefetch(p + AHEAD + 8);
    a = _mm512_add_epi64(a, _mm512_loadu_si512(p));
    b = _mm512_add_epi64(b, _mm512_loadu_si512(p + 8));
  }
  return (uint64_t)_mm512_reduce_add_epi64(_mm512_add_epi64(a, b));
}

__attribute__((target("avx2"))) static uint64_t sum256(const uint64_t *p, int64_t n) {
  __m256i a[4] = {_mm256_setzero_si256()};
  for (int c = 1; c < 4; c++) a[c] = a[0];
  for (int64_t i = 0; i < n; i += 16, p += 16) {
    __builtin_prefetch(p + AHEAD);
    __builtin_prefetch(p + AHEAD + 8);
    for (int c = 0; c < 4; c++) a[c] = _mm256_add_epi64(a[c], _mm256_loadu_si256((const __m256i *)(p + 4 * c)));
  }
  uint64_t part[4];
  _mm256_storeu_si256((__m256i *)part, _mm256_add_epi64(_mm256_add_epi64(a[0], a[1]), _mm256_add_epi64(a[2], a[3])));
  return part[0] + part[1] + part[2] + part[3];
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static uint64_t sumneon(const uint64_t *p, int64_t n) {
  uint64x2_t a[4] = {vdupq_n_u64(0), vdupq_n_u64(0), vdupq_n_u64(0), vdupq_n_u64(0)};
  for (int64_t i = 0; i < n; i += 16, p += 16) {
    __builtin_prefetch(p + AHEAD);
    __builtin_prefetch(p + AHEAD + 8);
    for (int c = 0; c < 8; c++) a[c % 4] = vaddq_u64(a[c % 4], vld1q_u64(p + 2 * c));
  }
  return vaddvq_u64(vaddq_u64(vaddq_u64(a[0], a[1]), vaddq_u64(a[2], a[3])));
}
#endif

uint64_t ak_sum(int32_t variant, const uint64_t *words, int64_t n) {
  int64_t whole = n / 16 * 16;
  uint64_t s = 0;
#if defined(__x86_64__)
  if (variant == AK_AVX512) s = sum512(words, whole);
  if (variant == AK_AVX2) s = sum256(words, whole);
#elif defined(__aarch64__)
  if (variant == AK_NEON) s = sumneon(words, whole);
#endif
  for (int64_t i = whole; i < n; i++) s += words[i];
  return s;
}
