// DotBits: out[k] = Σⱼ w[j]·s[r][j],  r = pick[k] (or k);  w[j] = Σₚ ±2ᵖ of four bit planes, s = ±1 of the row's bits. A plane's
// share is its agreements less its disagreements, so  out = 15·64·words − 2·Σₚ 2ᵖ·popcount(planeₚ ⊕ row).
//
// Layout: planes uint64[4][words]; rows uint64[n][words] row-major; out int32[n]; at most 64 words. Exact: every variant gives
// the same number.
// avx512: VPOPCNTB counts a row's 64 bytes a plane, VPDPBUSD weighs and adds; 16 rows are folded together. avx2: a table of 16
// counts a plane (VPSHUFB); the scalar POPCNT, one a cycle, could not do more than 6.0 GB/s at 3 GHz. neon: CNT on bytes.
// Source: bit planes after Gao & Long, "RaBitQ" (2024); the counting of bits after Muła, Kurz, Lemire (2018); code our own.
// Measured (Xeon, Sapphire Rapids at 3 GHz, one of two shared cores, processor time, best of several runs), rows of 4, 6 and 8
// words: 1,024 rows (in cache) avx512 20, 16 and 23 GB/s, avx2 6.9, 5.5 and 7.6; 256 MiB of rows avx512 11.6, 11.2 and 11.3, where
// Sum reads 14.8 in the same run (medians: 76 to 79 % of its rate; on two cores at once 22.1 of 28.5, 76 %), avx2 6.8, 5.4
// and 7.3 (half of it). Without asking for rows ahead it was 7 to 8 GB/s; asking for 16 rows at once, 73 % of Sum.
#include "kernels.h"

// row_at points to row k of those wanted; past the end to the last one, whose result is not stored.
static inline const uint64_t *row_at(const uint64_t *rows, int64_t words, const int32_t *pick, int64_t k, int64_t n) {
  if (k >= n) k = n - 1;
  return rows + (pick ? pick[k] : k) * words;
}

enum { AHEAD = 512 }; // words: 4 KiB

// ahead asks for what will be wanted soon after row k. For rows one after the other that is 4 KiB on, since the processor's own
// prefetching stops at every page, and the next block of a caller lies behind this one; picked ones are 32 rows on.
// Always inlined: GCC takes a function that only prefetches for one without effect, and drops calls of it.
__attribute__((always_inline)) static inline void ahead(const uint64_t *rows, int64_t words, const int32_t *pick,
                                                        int64_t k, int64_t n) {
  const uint64_t *row = pick ? rows + pick[k + 32 < n ? k + 32 : n - 1] * words : rows + k * words + AHEAD;
  for (int64_t j = 0; j < words; j += 8) __builtin_prefetch(row + j);
}

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx512bitalg,avx512vnni")))
#define INLINE TARGET static inline __attribute__((always_inline))

// differ512 adds Σₚ 2ᵖ·popcount(planeₚ ⊕ row) of every four bytes to the 32-bit lanes of sum: VPDPBUSD weighs and adds at once.
INLINE __m512i differ512(__m512i sum, __m512i row, const __m512i *plane) {
  for (int p = 0; p < 4; p++)
    sum = _mm512_dpbusd_epi32(sum, _mm512_popcnt_epi8(_mm512_xor_si512(row, plane[p])), _mm512_set1_epi8(1 << p));
  return sum;
}

// rest512 adds what lies beyond the first eight words of a row.
INLINE __m512i rest512(__m512i sum, const uint64_t *planes, const uint64_t *row, int64_t words) {
  for (int64_t j = 8; j < words; j += 8) {
    __mmask8 m = words - j >= 8 ? 0xff : (__mmask8)((1u << (words - j)) - 1);
    __m512i plane[4];
    for (int p = 0; p < 4; p++) plane[p] = _mm512_maskz_loadu_epi64(m, planes + p * words + j);
    sum = differ512(sum, _mm512_maskz_loadu_epi64(m, row + j), plane);
  }
  return sum;
}

// fold512 adds the lanes of four rows: lane 4i + r of the result is the sum of lanes 4i … 4i + 3 of row r.
INLINE __m512i fold512(const __m512i *a) {
  const __m512i one = _mm512_set1_epi16(1);
  __m512i x = _mm512_madd_epi16(_mm512_packs_epi32(a[0], a[1]), one);
  __m512i y = _mm512_madd_epi16(_mm512_packs_epi32(a[2], a[3]), one);
  return _mm512_madd_epi16(_mm512_packs_epi32(x, y), one);
}

// join512 adds neighbouring quarters: quarters 0+1 and 2+3 of x, then those of y.
INLINE __m512i join512(__m512i x, __m512i y) {
  return _mm512_add_epi32(_mm512_shuffle_i64x2(x, y, 0x88), _mm512_shuffle_i64x2(x, y, 0xdd));
}

INLINE void store512(int32_t *out, int64_t left, __m512i differ, int64_t words) {
  __mmask16 m = left >= 16 ? 0xffff : (__mmask16)((1u << left) - 1);
  __m512i all = _mm512_set1_epi32((int32_t)(15 * 64 * words));
  _mm512_mask_storeu_epi32(out, m, _mm512_sub_epi32(all, _mm512_slli_epi32(differ, 1)));
}

// scan512 works on 16 rows at a time, so that adding up the lanes costs two instructions a row. plane holds the first eight
// words of each plane.
INLINE void scan512(const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick, int64_t n,
                    int32_t *out) {
  __m512i plane[4], sum[4], four[4];
  const __mmask8 m = words >= 8 ? 0xff : (__mmask8)((1u << words) - 1);
  for (int p = 0; p < 4; p++) plane[p] = _mm512_maskz_loadu_epi64(m, planes + p * words);
  for (int64_t k = 0; k < n; k += 16) {
    for (int i = 0; i < 4; i++) {
      for (int c = 0; c < 4; c++) {
        ahead(rows, words, pick, k + 4 * i + c, n);
        const uint64_t *row = row_at(rows, words, pick, k + 4 * i + c, n);
        sum[c] = differ512(_mm512_setzero_si512(), _mm512_maskz_loadu_epi64(m, row), plane);
        if (words > 8) sum[c] = rest512(sum[c], planes, row, words);
      }
      four[i] = fold512(sum);
    }
    store512(out + k, n - k, join512(join512(four[0], four[1]), join512(four[2], four[3])), words);
  }
}

// pairs512 does the same for rows of four words, two in a register: row i in the lower half, row i + 4 in the upper.
INLINE void pairs512(const uint64_t *planes, const uint64_t *rows, const int32_t *pick, int64_t n, int32_t *out) {
  __m512i plane[4], sum[4], eight[2];
  for (int p = 0; p < 4; p++) plane[p] = _mm512_broadcast_i64x4(_mm256_loadu_si256((const __m256i *)(planes + 4 * p)));
  for (int64_t k = 0; k < n; k += 16) {
    for (int i = 0; i < 2; i++) {
      for (int c = 0; c < 4; c++) {
        ahead(rows, 4, pick, k + 8 * i + c, n);
        ahead(rows, 4, pick, k + 8 * i + c + 4, n);
        const uint64_t *low = row_at(rows, 4, pick, k + 8 * i + c, n), *high = row_at(rows, 4, pick, k + 8 * i + c + 4, n);
        __m512i row = _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)low));
        row = _mm512_inserti64x4(row, _mm256_loadu_si256((const __m256i *)high), 1);
        sum[c] = differ512(_mm512_setzero_si512(), row, plane);
      }
      eight[i] = fold512(sum);
    }
    store512(out + k, n - k, join512(eight[0], eight[1]), 4);
  }
}

// dotbits512 makes copies of the scan for the widths that are searched, in which the masks and most of the addressing vanish.
TARGET static void dotbits512(const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick,
                              int64_t n, int32_t *out) {
  if (words == 8 && !pick) scan512(planes, rows, 8, 0, n, out);
  else if (words == 6 && !pick) scan512(planes, rows, 6, 0, n, out);
  else if (words == 4 && !pick) pairs512(planes, rows, 0, n, out);
  else if (words == 4) pairs512(planes, rows, pick, n, out);
  else scan512(planes, rows, words, pick, n, out);
}
#undef INLINE
#undef TARGET

#define TARGET __attribute__((target("avx2")))
#define INLINE TARGET static inline __attribute__((always_inline))
enum { BLOCK = 4, MOST = 16 }; // words of a register, registers of the widest row

INLINE __m256i load256(const uint64_t *p, int64_t left) {
  if (left >= BLOCK) return _mm256_loadu_si256((const __m256i *)p);
  __m256i lane = _mm256_setr_epi64x(0, 1, 2, 3);
  return _mm256_maskload_epi64((const long long *)p, _mm256_cmpgt_epi64(_mm256_set1_epi64x(left), lane));
}

// differ256 is Σₚ 2ᵖ·popcount(planeₚ ⊕ row) of every byte, at most 120. half holds the low and the high nibbles of each plane;
// VPSHUFB looks the counts up, already weighted.
INLINE __m256i differ256(__m256i row, const __m256i *half, const __m256i *count) {
  const __m256i low = _mm256_set1_epi8(15);
  __m256i lo = _mm256_and_si256(row, low), hi = _mm256_and_si256(_mm256_srli_epi16(row, 4), low);
  __m256i sum = _mm256_setzero_si256();
  for (int p = 0; p < 4; p++) {
    sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(count[p], _mm256_xor_si256(lo, half[2 * p])));
    sum = _mm256_add_epi8(sum, _mm256_shuffle_epi8(count[p], _mm256_xor_si256(hi, half[2 * p + 1])));
  }
  return sum;
}

INLINE void scan256(const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick, int64_t n,
                    int32_t *out) {
  __m256i half[MOST][8], count[4];
  const __m256i low = _mm256_set1_epi8(15), zero = _mm256_setzero_si256();
  count[0] = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  for (int p = 1; p < 4; p++) count[p] = _mm256_add_epi8(count[p - 1], count[p - 1]);
  for (int64_t j = 0; j < words; j += BLOCK)
    for (int p = 0; p < 4; p++) {
      __m256i x = load256(planes + p * words + j, words - j);
      half[j / BLOCK][2 * p] = _mm256_and_si256(x, low);
      half[j / BLOCK][2 * p + 1] = _mm256_and_si256(_mm256_srli_epi16(x, 4), low);
    }
  for (int64_t k = 0; k < n; k++) {
    ahead(rows, words, pick, k, n);
    const uint64_t *row = row_at(rows, words, pick, k, n);
    __m256i sum = zero;
    for (int64_t j = 0; j < words; j += BLOCK) {
      __m256i d = differ256(load256(row + j, words - j), half[j / BLOCK], count);
      sum = _mm256_add_epi64(sum, _mm256_sad_epu8(d, zero));
    }
    __m128i s = _mm_add_epi64(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
    out[k] = (int32_t)(15 * 64 * words - 2 * (_mm_cvtsi128_si64(s) + _mm_extract_epi64(s, 1)));
  }
}

TARGET static void dotbits256(const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick,
                              int64_t n, int32_t *out) {
  if (words == 8) scan256(planes, rows, 8, pick, n, out);
  else if (words == 6) scan256(planes, rows, 6, pick, n, out);
  else if (words == 4) scan256(planes, rows, 4, pick, n, out);
  else scan256(planes, rows, words, pick, n, out);
}
#undef INLINE
#undef TARGET

#elif defined(__aarch64__)
#include <arm_neon.h>

// differneon adds Σₚ 2ᵖ·popcount(planeₚ ⊕ row) of every two bytes, at most 240, to the 16-bit lanes of sum.
static inline uint16x8_t differneon(uint16x8_t sum, uint64x2_t row, const uint64x2_t *plane) {
  uint8x16_t d = vdupq_n_u8(0);
  for (int p = 3; p >= 0; p--)
    d = vaddq_u8(vaddq_u8(d, d), vcntq_u8(vreinterpretq_u8_u64(veorq_u64(row, plane[p]))));
  return vpadalq_u8(sum, d);
}

static void dotbitsneon(const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick, int64_t n,
                        int32_t *out) {
  for (int64_t k = 0; k < n; k++) {
    const uint64_t *row = row_at(rows, words, pick, k, n);
    uint16x8_t sum = vdupq_n_u16(0);
    uint64x2_t plane[4];
    int64_t j = 0;
    for (; j + 2 <= words; j += 2) {
      for (int p = 0; p < 4; p++) plane[p] = vld1q_u64(planes + p * words + j);
      sum = differneon(sum, vld1q_u64(row + j), plane);
    }
    if (j < words) {
      for (int p = 0; p < 4; p++) plane[p] = vcombine_u64(vld1_u64(planes + p * words + j), vcreate_u64(0));
      sum = differneon(sum, vcombine_u64(vld1_u64(row + j), vcreate_u64(0)), plane);
    }
    out[k] = (int32_t)(15 * 64 * words - 2 * (int64_t)vaddlvq_u16(sum));
  }
}
#endif

typedef void dotbits_fn(const uint64_t *, const uint64_t *, int64_t, const int32_t *, int64_t, int32_t *);

void ak_dot_bits(int32_t variant, const uint64_t *planes, const uint64_t *rows, int64_t words, const int32_t *pick,
                 int64_t n, int32_t *out) {
  dotbits_fn *fn = 0;
#if defined(__x86_64__)
  if (variant == AK_AVX512) fn = dotbits512;
  if (variant == AK_AVX2) fn = dotbits256;
#elif defined(__aarch64__)
  if (variant == AK_NEON) fn = dotbitsneon;
#endif
  if (fn) fn(planes, rows, words, pick, n, out);
}
