// DotBits: out[r] = times·Σᵢ table[i][nibble i of row r] + least,  i < 2·width: what the question's components 4i … 4i+3 make of four
// bits of a row was computed beforehand for each of the 16 values these can have.
//
// Layout: tables uint8[2·width][16], entries at most 60; codes uint8[⌈n/64⌉][width][64] (codes.go); width even, at most 512;
// out int32[n]. Exact: every variant gives the same number.
// A shuffle of bytes looks up 16 (avx, neon), 32 (avx2) or 64 (avx512) entries at once. Four of them fit into a byte, 1,024 into 16 bits: two
// columns' entries are added as bytes, then as pairs of rows, an even one in the lower and an odd one in the upper byte, to all; the odd
// ones by themselves to odd; all − 256·odd are the even ones. Two blocks, or four with avx512, are
// scanned side by side, as so many streams from memory.
// Source: the scan with tables in registers after André, Kermarrec, Le Scouarnec, "Cache locality is not enough: high-performance nearest
// neighbor search with product quantization fast scan" (2015); code our own.
// Measured (Xeon, Sapphire Rapids, one of two shared cores, processor time, medians of 11), rows of 4 and 6 words: 1,024 rows (in
// cache) avx512 .86 and 1.31 ns a row (37 GB/s), avx2 1.16 and 1.78 (27 GB/s); 384 MiB of rows avx512 2.5 and 3.5 ns, avx2 2.4 and 3.9,
// where reading alone takes 2.3 and 3.2 (avx512 91 % of its rate). What stood here before, four bit planes and counted bits, row by row:
// in cache 1.5 and 3.0 ns (avx512), 4.6 and 9.3 (avx2); from memory 3.0 and 4.1, 5.1 and 9.1. Eight rows side by side with VPOPCNTQ
// (avx512 only): 26 GB/s in cache, and no faster than this from memory.
#include "kernels.h"

enum { ROWS = 64, AHEAD = 10240 };

// finish writes the sums of a block: row 2i is even[i], row 2i + 1 is odd[i].
static inline __attribute__((always_inline)) void finish(const uint16_t *even, const uint16_t *odd, int32_t times,
                                                         int32_t least, int64_t left, int32_t *out) {
  if (left < ROWS) {
    for (int64_t r = 0; r < left; r++) out[r] = times * (r % 2 ? odd : even)[r / 2] + least;
    return;
  }
  for (int i = 0; i < ROWS / 2; i++) {
    out[2 * i] = times * even[i] + least;
    out[2 * i + 1] = times * odd[i] + least;
  }
}

// SCAN makes the loop over the blocks of a variant, so many at a time. What is wanted 10 KiB on is asked for meanwhile, from the beginning
// of next when codes end before: the processor's own prefetching stops at every page of 4 KiB. Whole pages ahead, and with them the same
// sets of the first cache, were slower by about a tenth (8, 12 and 16 KiB).
#define SCAN(attributes, name, block, most)                                                                        \
  attributes static void name(const uint8_t *tables, int64_t width, int32_t times, int32_t least,                  \
                              const uint8_t *codes, const uint8_t *next, int64_t n, int32_t *out) {                \
    const int64_t size = (n + ROWS - 1) / ROWS * ROWS * width;                                                     \
    for (int64_t r = 0; r < n;) {                                                                                  \
      int64_t at = r * width + AHEAD;                                                                              \
      const uint8_t *soon = at < size ? codes + at : next + (at - size);                                           \
      if (n - r > (most - 1) * ROWS) {                                                                             \
        block(tables, width, times, least, codes + r * width, soon, n - r, out + r, most);                         \
        r += most * ROWS;                                                                                          \
      } else {                                                                                                     \
        block(tables, width, times, least, codes + r * width, soon, n - r, out + r, 1);                            \
        r += ROWS;                                                                                                 \
      }                                                                                                            \
    }                                                                                                              \
  }

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#define INLINE TARGET static inline __attribute__((always_inline))

// look512 looks up a byte of each of 64 rows: two entries, at most 120 together.
INLINE __m512i look512(const uint8_t *table, const uint8_t *column) {
  const __m512i mask = _mm512_set1_epi8(15);
  __m512i x = _mm512_loadu_si512(column);
  __m512i low = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
  __m512i high = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(table + 16)));
  return _mm512_add_epi8(_mm512_shuffle_epi8(low, _mm512_and_si512(x, mask)),
                         _mm512_shuffle_epi8(high, _mm512_and_si512(_mm512_srli_epi16(x, 4), mask)));
}

INLINE void block512(const uint8_t *tables, int64_t width, int32_t times, int32_t least, const uint8_t *codes,
                     const uint8_t *soon, int64_t left, int32_t *out, const int blocks) {
  __m512i all[4], odd[4];
  for (int b = 0; b < blocks; b++) all[b] = odd[b] = _mm512_setzero_si512();
  for (int64_t j = 0; j < width; j += 2)
    for (int b = 0; b < blocks; b++) {
      int64_t at = (b * width + j) * ROWS;
      __builtin_prefetch(soon + at);
      __builtin_prefetch(soon + at + ROWS);
      const uint8_t *column = codes + at;
      __m512i sum = _mm512_add_epi8(look512(tables + 32 * j, column), look512(tables + 32 * j + 32, column + ROWS));
      all[b] = _mm512_add_epi16(all[b], sum);
      odd[b] = _mm512_add_epi16(odd[b], _mm512_srli_epi16(sum, 8));
    }
  for (int b = 0; b < blocks; b++) {
    uint16_t e[ROWS / 2], o[ROWS / 2];
    _mm512_storeu_si512(e, _mm512_sub_epi16(all[b], _mm512_slli_epi16(odd[b], 8)));
    _mm512_storeu_si512(o, odd[b]);
    finish(e, o, times, least, left - b * ROWS, out + b * ROWS);
  }
}

SCAN(TARGET, dotbits512, block512, 4)
#undef INLINE
#undef TARGET

#define TARGET __attribute__((target("avx2")))
#define INLINE TARGET static inline __attribute__((always_inline))

// look256 looks up a byte of each of 32 rows.
INLINE __m256i look256(const uint8_t *table, const uint8_t *column) {
  const __m256i mask = _mm256_set1_epi8(15);
  __m256i x = _mm256_loadu_si256((const __m256i *)column);
  __m256i low = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
  __m256i high = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + 16)));
  return _mm256_add_epi8(_mm256_shuffle_epi8(low, _mm256_and_si256(x, mask)),
                         _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(x, 4), mask)));
}

// block256 takes a block as two halves.
INLINE void block256(const uint8_t *tables, int64_t width, int32_t times, int32_t least, const uint8_t *codes,
                     const uint8_t *soon, int64_t left, int32_t *out, const int blocks) {
  __m256i all[4], odd[4];
  for (int h = 0; h < 2 * blocks; h++) all[h] = odd[h] = _mm256_setzero_si256();
  for (int64_t j = 0; j < width; j += 2)
    for (int h = 0; h < 2 * blocks; h++) {
      int64_t at = (h / 2 * width + j) * ROWS;
      __builtin_prefetch(soon + at + h % 2 * ROWS); // each half asks for one of the two columns
      const uint8_t *column = codes + at + h % 2 * 32;
      __m256i sum = _mm256_add_epi8(look256(tables + 32 * j, column), look256(tables + 32 * j + 32, column + ROWS));
      all[h] = _mm256_add_epi16(all[h], sum);
      odd[h] = _mm256_add_epi16(odd[h], _mm256_srli_epi16(sum, 8));
    }
  for (int b = 0; b < blocks; b++) {
    uint16_t e[ROWS / 2], o[ROWS / 2];
    for (int h = 0; h < 2; h++) {
      __m256i upper = odd[2 * b + h];
      _mm256_storeu_si256((__m256i *)(e + 16 * h), _mm256_sub_epi16(all[2 * b + h], _mm256_slli_epi16(upper, 8)));
      _mm256_storeu_si256((__m256i *)(o + 16 * h), upper);
    }
    finish(e, o, times, least, left - b * ROWS, out + b * ROWS);
  }
}

SCAN(TARGET, dotbits256, block256, 2)
#undef INLINE
#undef TARGET

#define TARGET __attribute__((target("avx")))
#define INLINE TARGET static inline __attribute__((always_inline))

// look128 looks up a byte of each of 16 rows.
INLINE __m128i look128(const uint8_t *table, const uint8_t *column) {
  const __m128i mask = _mm_set1_epi8(15);
  __m128i x = _mm_loadu_si128((const __m128i *)column);
  __m128i low = _mm_loadu_si128((const __m128i *)table), high = _mm_loadu_si128((const __m128i *)(table + 16));
  return _mm_add_epi8(_mm_shuffle_epi8(low, _mm_and_si128(x, mask)),
                      _mm_shuffle_epi8(high, _mm_and_si128(_mm_srli_epi16(x, 4), mask)));
}

// block128 takes a block as four quarters, whose sums fill half of the registers: one block at a time.
INLINE void block128(const uint8_t *tables, int64_t width, int32_t times, int32_t least, const uint8_t *codes,
                     const uint8_t *soon, int64_t left, int32_t *out, const int blocks) {
  __m128i all[4], odd[4];
  (void)blocks;
  for (int q = 0; q < 4; q++) all[q] = odd[q] = _mm_setzero_si128();
  for (int64_t j = 0; j < width; j += 2)
    for (int q = 0; q < 4; q++) {
      int64_t at = j * ROWS;
      if (q % 2 == 0) __builtin_prefetch(soon + at + q / 2 * ROWS); // one of the two columns
      const uint8_t *column = codes + at + q * 16;
      __m128i sum = _mm_add_epi8(look128(tables + 32 * j, column), look128(tables + 32 * j + 32, column + ROWS));
      all[q] = _mm_add_epi16(all[q], sum);
      odd[q] = _mm_add_epi16(odd[q], _mm_srli_epi16(sum, 8));
    }
  uint16_t e[ROWS / 2], o[ROWS / 2];
  for (int q = 0; q < 4; q++) {
    _mm_storeu_si128((__m128i *)(e + 8 * q), _mm_sub_epi16(all[q], _mm_slli_epi16(odd[q], 8)));
    _mm_storeu_si128((__m128i *)(o + 8 * q), odd[q]);
  }
  finish(e, o, times, least, left, out);
}

SCAN(TARGET, dotbits128, block128, 1)
#undef INLINE
#undef TARGET

#elif defined(__aarch64__)
#include <arm_neon.h>

#define INLINE static inline __attribute__((always_inline))

// lookneon looks up a byte of each of 16 rows.
INLINE uint8x16_t lookneon(const uint8_t *table, const uint8_t *column) {
  uint8x16_t x = vld1q_u8(column);
  return vaddq_u8(vqtbl1q_u8(vld1q_u8(table), vandq_u8(x, vdupq_n_u8(15))),
                  vqtbl1q_u8(vld1q_u8(table + 16), vshrq_n_u8(x, 4)));
}

// blockneon takes a block as four quarters.
INLINE void blockneon(const uint8_t *tables, int64_t width, int32_t times, int32_t least, const uint8_t *codes,
                      const uint8_t *soon, int64_t left, int32_t *out, const int blocks) {
  uint16x8_t all[8], odd[8];
  for (int q = 0; q < 4 * blocks; q++) all[q] = odd[q] = vdupq_n_u16(0);
  for (int64_t j = 0; j < width; j += 2)
    for (int q = 0; q < 4 * blocks; q++) {
      int64_t at = (q / 4 * width + j) * ROWS;
      if (q % 2 == 0) __builtin_prefetch(soon + at + q % 4 / 2 * ROWS); // one of the two columns
      const uint8_t *column = codes + at + q % 4 * 16;
      uint8x16_t sum = vaddq_u8(lookneon(tables + 32 * j, column), lookneon(tables + 32 * j + 32, column + ROWS));
      all[q] = vaddq_u16(all[q], vreinterpretq_u16_u8(sum));
      odd[q] = vsraq_n_u16(odd[q], vreinterpretq_u16_u8(sum), 8);
    }
  for (int b = 0; b < blocks; b++) {
    uint16_t e[ROWS / 2], o[ROWS / 2];
    for (int q = 0; q < 4; q++) {
      uint16x8_t upper = odd[4 * b + q];
      vst1q_u16(e + 8 * q, vsubq_u16(all[4 * b + q], vshlq_n_u16(upper, 8)));
      vst1q_u16(o + 8 * q, upper);
    }
    finish(e, o, times, least, left - b * ROWS, out + b * ROWS);
  }
}

SCAN(, dotbitsneon, blockneon, 2)
#endif

void ak_dot_bits(int32_t variant, const uint8_t *tables, int64_t width, int32_t times, int32_t least,
                 const uint8_t *codes, const uint8_t *next, int64_t n, int32_t *out) {
  if (!next) next = codes;
#if defined(__x86_64__)
  if (variant == AK_AVX512 || variant == AK_AVX512VNNI)
    dotbits512(tables, width, times, least, codes, next, n, out);
  if (variant == AK_AVX2) dotbits256(tables, width, times, least, codes, next, n, out);
  if (variant == AK_AVX) dotbits128(tables, width, times, least, codes, next, n, out);
#elif defined(__aarch64__)
  if (variant == AK_NEON) dotbitsneon(tables, width, times, least, codes, next, n, out);
#endif
}
