// Above, the scan of TopK: the places of the values greater than a bar, in order.
//
// Layout: values float32[n]; found int32[n]. Comparisons are ordered: NaN is above nothing.
// avx512: sixteen values a step, the places pressed together (VPCOMPRESSD). avx, avx2, neon: sixteen values a step are passed
// over when none is above; where one is, they are looked at one by one.
// Source: our own.
#include "kernels.h"

static int64_t one_by_one(const float *values, int64_t from, int64_t to, float bar, int32_t *found, int64_t count) {
  for (int64_t i = from; i < to; i++) {
    found[count] = (int32_t)i; // overwritten by the next one unless this one counts
    count += values[i] > bar;
  }
  return count;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f"))) static int64_t above512(const float *values, int64_t n, float bar, int32_t *found) {
  const __m512 b = _mm512_set1_ps(bar);
  __m512i place = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  int64_t count = 0;
  for (int64_t i = 0; i < n; i += 16, place = _mm512_add_epi32(place, _mm512_set1_epi32(16))) {
    const __mmask16 in = n - i >= 16 ? 0xffff : (__mmask16)((1u << (n - i)) - 1);
    const __mmask16 m = _mm512_mask_cmp_ps_mask(in, _mm512_maskz_loadu_ps(in, values + i), b, _CMP_GT_OQ);
    if (!m) continue;
    const int64_t hits = __builtin_popcount(m);
    _mm512_mask_storeu_epi32(found + count, (__mmask16)((1u << hits) - 1), _mm512_maskz_compress_epi32(m, place));
    count += hits;
  }
  return count;
}

__attribute__((target("avx"))) static int64_t above256(const float *values, int64_t n, float bar, int32_t *found) {
  const __m256 b = _mm256_set1_ps(bar);
  int64_t count = 0, i = 0;
  for (; i + 16 <= n; i += 16) {
    __m256 x = _mm256_cmp_ps(_mm256_loadu_ps(values + i), b, _CMP_GT_OQ);
    __m256 y = _mm256_cmp_ps(_mm256_loadu_ps(values + i + 8), b, _CMP_GT_OQ);
    if (_mm256_movemask_ps(_mm256_or_ps(x, y))) count = one_by_one(values, i, i + 16, bar, found, count);
  }
  return one_by_one(values, i, n, bar, found, count);
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static int64_t aboveneon(const float *values, int64_t n, float bar, int32_t *found) {
  const float32x4_t b = vdupq_n_f32(bar);
  int64_t count = 0, i = 0;
  for (; i + 16 <= n; i += 16) {
    uint32x4_t x = vorrq_u32(vcgtq_f32(vld1q_f32(values + i), b), vcgtq_f32(vld1q_f32(values + i + 4), b));
    uint32x4_t y = vorrq_u32(vcgtq_f32(vld1q_f32(values + i + 8), b), vcgtq_f32(vld1q_f32(values + i + 12), b));
    if (vmaxvq_u32(vorrq_u32(x, y))) count = one_by_one(values, i, i + 16, bar, found, count);
  }
  return one_by_one(values, i, n, bar, found, count);
}
#endif

int64_t ak_above(int32_t variant, const float *values, int64_t n, float bar, int32_t *found) {
#if defined(__x86_64__)
  if (variant == AK_AVX512 || variant == AK_AVX512VNNI) return above512(values, n, bar, found);
  if (variant == AK_AVX || variant == AK_AVX2) return above256(values, n, bar, found);
#elif defined(__aarch64__)
  if (variant == AK_NEON) return aboveneon(values, n, bar, found);
#endif
  return one_by_one(values, 0, n, bar, found, 0);
}
