// DotI8: out[k] = scale[r] · Σⱼ q[j] · row[r][j],  r = pick[k] (or k).
//
// Layout: q int16[width], the float32 query in steps of unit (its greatest component is ±32767); rows int8[n][width]
// row-major; scale float32[n]; out float32[n]. Products are added in int32 lanes, at most 4,000/8 products of less than 2²²
// each, so nothing overflows, and lanes in int64: the sum is exact. So every variant gives the same bits, and a row's result
// does not depend on its neighbours. The only rounding is that of the query, at most 1.5e-5 of its greatest component.
// Four rows are worked on at a time so that each load of the query serves four.
// Source: our own.
// Measured (Xeon, Sapphire Rapids at 3 GHz, one of two shared cores, processor time, best of several runs), rows of 1,024: in
// cache avx512-vnni 52 GB/s, avx2 37; from memory, 1,024 rows a call, 17.9 and 16.0 (12.4 and 10.1 without asking for rows ahead; rows
// of 256: 14.3 and 13.6 against 9.9 and 8.6). 1,000 rows of 1,536 picked at random out of 1.5 GB: 200 µs and 213 µs (244 and
// 279 without), where merely reading such rows takes 189 µs.
#include "kernels.h"

enum { AHEAD = 8192 }; // bytes

// ahead asks for what four rows hold at byte j that are wanted some 8 KiB later: the processor's own prefetching does not guess
// picked rows and stops at every page. Inlined by force: GCC drops calls of a function that only prefetches.
__attribute__((always_inline)) static inline void ahead(const int8_t *const *next, int64_t j) {
  for (int c = 0; c < 4; c++) __builtin_prefetch(next[c] + j);
}

#if defined(__x86_64__)
#include <immintrin.h>

// One 512-bit step: 32 row values widened to 16 bits, multiplied with 32 query values and added in pairs. VNNI does the last
// two in one instruction; without it they are two.
#define TARGET512 "avx512f,avx512bw,avx512vl,avx512dq"
#define ROWS512(NAME, TARGET, ADD)                                                                                     \
  __attribute__((target(TARGET))) static inline __m512i NAME##_step(__m512i a, __m512i q, __m256i r) {                 \
    __m512i v = _mm512_cvtepi8_epi16(r);                                                                               \
    return ADD;                                                                                                        \
  }                                                                                                                    \
  __attribute__((target(TARGET))) static inline int64_t NAME##_sum(__m512i a) {                                        \
    return _mm512_reduce_add_epi64(_mm512_add_epi64(_mm512_cvtepi32_epi64(_mm512_castsi512_si256(a)),                  \
                                                    _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64(a, 1))));          \
  }                                                                                                                    \
  __attribute__((target(TARGET))) static void NAME(const int16_t *q, const int8_t *const *row, int64_t width,          \
                                                   int count, const int8_t *const *next, int64_t *sums) {              \
    __m512i a0 = _mm512_setzero_si512(), a1 = a0, a2 = a0, a3 = a0;                                                    \
    int64_t j = 0;                                                                                                     \
    if (count == 4) {                                                                                                  \
      for (; j + 32 <= width; j += 32) {                                                                               \
        if (j % 64 == 0) ahead(next, j);                                                                               \
        __m512i v = _mm512_loadu_si512(q + j);                                                                         \
        a0 = NAME##_step(a0, v, _mm256_loadu_si256((const __m256i *)(row[0] + j)));                                    \
        a1 = NAME##_step(a1, v, _mm256_loadu_si256((const __m256i *)(row[1] + j)));                                    \
        a2 = NAME##_step(a2, v, _mm256_loadu_si256((const __m256i *)(row[2] + j)));                                    \
        a3 = NAME##_step(a3, v, _mm256_loadu_si256((const __m256i *)(row[3] + j)));                                    \
      }                                                                                                                \
    } else {                                                                                                           \
      for (; j + 32 <= width; j += 32)                                                                                 \
        a0 = NAME##_step(a0, _mm512_loadu_si512(q + j), _mm256_loadu_si256((const __m256i *)(row[0] + j)));            \
    }                                                                                                                  \
    if (j < width) {                                                                                                   \
      __mmask32 m = (__mmask32)((1ull << (width - j)) - 1);                                                            \
      __m512i v = _mm512_maskz_loadu_epi16(m, q + j);                                                                  \
      a0 = NAME##_step(a0, v, _mm256_maskz_loadu_epi8(m, row[0] + j));                                                 \
      if (count == 4) {                                                                                                \
        a1 = NAME##_step(a1, v, _mm256_maskz_loadu_epi8(m, row[1] + j));                                               \
        a2 = NAME##_step(a2, v, _mm256_maskz_loadu_epi8(m, row[2] + j));                                               \
        a3 = NAME##_step(a3, v, _mm256_maskz_loadu_epi8(m, row[3] + j));                                               \
      }                                                                                                                \
    }                                                                                                                  \
    sums[0] = NAME##_sum(a0);                                                                                          \
    if (count == 4) {                                                                                                  \
      sums[1] = NAME##_sum(a1);                                                                                        \
      sums[2] = NAME##_sum(a2);                                                                                        \
      sums[3] = NAME##_sum(a3);                                                                                        \
    }                                                                                                                  \
  }

ROWS512(rows512, TARGET512, _mm512_add_epi32(a, _mm512_madd_epi16(q, v)))
ROWS512(rowsvnni, TARGET512 ",avx512vnni", _mm512_dpwssd_epi32(a, q, v))

#define TARGET __attribute__((target("avx2")))
TARGET static inline __m256i step256(__m256i a, __m256i q, const int8_t *p) {
  return _mm256_add_epi32(a, _mm256_madd_epi16(q, _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)p))));
}
TARGET static inline int64_t sum256(__m256i a) {
  int32_t part[8];
  int64_t s = 0;
  _mm256_storeu_si256((__m256i *)part, a);
  for (int i = 0; i < 8; i++) s += part[i];
  return s;
}
TARGET static void rows256(const int16_t *q, const int8_t *const *row, int64_t width, int count,
                           const int8_t *const *next, int64_t *sums) {
  __m256i a0 = _mm256_setzero_si256(), a1 = a0, a2 = a0, a3 = a0;
  int64_t j = 0;
  if (count == 4) {
    for (; j + 16 <= width; j += 16) {
      if (j % 64 == 0) ahead(next, j);
      __m256i v = _mm256_loadu_si256((const __m256i *)(q + j));
      a0 = step256(a0, v, row[0] + j);
      a1 = step256(a1, v, row[1] + j);
      a2 = step256(a2, v, row[2] + j);
      a3 = step256(a3, v, row[3] + j);
    }
    sums[1] = sum256(a1);
    sums[2] = sum256(a2);
    sums[3] = sum256(a3);
  } else {
    for (; j + 16 <= width; j += 16) a0 = step256(a0, _mm256_loadu_si256((const __m256i *)(q + j)), row[0] + j);
  }
  sums[0] = sum256(a0);
  for (int c = 0; c < count; c++)
    for (int64_t t = j; t < width; t++) sums[c] += (int32_t)q[t] * row[c][t];
}
#undef TARGET

#define TARGET __attribute__((target("avx")))
TARGET static inline __m128i step128(__m128i a, __m128i q, const int8_t *p) {
  return _mm_add_epi32(a, _mm_madd_epi16(q, _mm_cvtepi8_epi16(_mm_loadl_epi64((const __m128i *)p))));
}
TARGET static inline int64_t sum128(__m128i a) {
  int32_t part[4];
  _mm_storeu_si128((__m128i *)part, a);
  return (int64_t)part[0] + part[1] + part[2] + part[3];
}
// Each row has two sums of four lanes: in one, 4,000 products could overflow.
TARGET static void rows128(const int16_t *q, const int8_t *const *row, int64_t width, int count,
                           const int8_t *const *next, int64_t *sums) {
  __m128i a[4], b[4];
  int64_t j = 0;
  for (int c = 0; c < 4; c++) a[c] = b[c] = _mm_setzero_si128();
  if (count == 4) {
    for (; j + 16 <= width; j += 16) {
      if (j % 64 == 0) ahead(next, j);
      __m128i v = _mm_loadu_si128((const __m128i *)(q + j)), w = _mm_loadu_si128((const __m128i *)(q + j + 8));
      for (int c = 0; c < 4; c++) {
        a[c] = step128(a[c], v, row[c] + j);
        b[c] = step128(b[c], w, row[c] + j + 8);
      }
    }
  } else {
    for (; j + 16 <= width; j += 16) {
      a[0] = step128(a[0], _mm_loadu_si128((const __m128i *)(q + j)), row[0] + j);
      b[0] = step128(b[0], _mm_loadu_si128((const __m128i *)(q + j + 8)), row[0] + j + 8);
    }
  }
  for (int c = 0; c < count; c++) {
    sums[c] = sum128(a[c]) + sum128(b[c]);
    for (int64_t t = j; t < width; t++) sums[c] += (int32_t)q[t] * row[c][t];
  }
}
#undef TARGET

#elif defined(__aarch64__)
#include <arm_neon.h>

static void rowsneon(const int16_t *q, const int8_t *const *row, int64_t width, int count,
                     const int8_t *const *next, int64_t *sums) {
  for (int c = 0; c < count; c++) {
    int32x4_t a = vdupq_n_s32(0), b = a;
    int64_t j = 0;
    for (; j + 8 <= width; j += 8) {
      if (j % 64 == 0) __builtin_prefetch(next[c] + j);
      int16x8_t v = vmovl_s8(vld1_s8(row[c] + j)), w = vld1q_s16(q + j);
      a = vmlal_s16(a, vget_low_s16(w), vget_low_s16(v));
      b = vmlal_s16(b, vget_high_s16(w), vget_high_s16(v));
    }
    int64_t s = vaddlvq_s32(a) + vaddlvq_s32(b);
    for (; j < width; j++) s += (int32_t)q[j] * row[c][j];
    sums[c] = s;
  }
}
#endif

typedef void rows_fn(const int16_t *, const int8_t *const *, int64_t, int, const int8_t *const *, int64_t *);

void ak_dot_i8(int32_t variant, const int16_t *query, float unit, const int8_t *rows, int64_t width,
               const float *scales, const int32_t *pick, int64_t n, float *out) {
  rows_fn *fn = 0;
#if defined(__x86_64__)
  if (variant == AK_AVX512VNNI) fn = rowsvnni;
  if (variant == AK_AVX512) fn = rows512;
  if (variant == AK_AVX2) fn = rows256;
  if (variant == AK_AVX) fn = rows128;
#elif defined(__aarch64__)
  if (variant == AK_NEON) fn = rowsneon;
#endif
  if (!fn) return;
  const int64_t far = AHEAD / (4 * width) * 4 + 4;
  for (int64_t k = 0; k < n;) {
    int count = n - k >= 4 ? 4 : 1;
    const int8_t *row[4], *next[4];
    int64_t sums[4];
    for (int c = 0; c < 4; c++) {
      const int64_t here = k + (c < count ? c : 0);
      int64_t then = k + c + far;
      if (pick) then = pick[then < n ? then : n - 1]; // rows one after the other go on behind this block, in a caller's next one
      row[c] = rows + (pick ? pick[here] : here) * width;
      next[c] = rows + then * width;
    }
    fn(query, row, width, count, next, sums);
    for (int c = 0; c < count; c++) out[k + c] = scales[pick ? pick[k + c] : k + c] * (unit * (float)sums[c]);
    k += count;
  }
}
