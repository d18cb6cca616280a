// MaxSim: out[i] = (1/q) Σₖ unit[k] · max over tokens t of memory i of  scale[t] · Σⱼ Q[k][j] · (nibble[t][j] − 8).
//
// Layout: nibble[t] is 64 bytes, value 2b in the low nibble of byte b, value 2b+1 in the high one; memory i owns tokens
// offsets[i] … offsets[i+1]−1 (at least one). Q is the question in 16 bits, steps of unit[k]; 16 vectors make a group, whose
// values stand in pairs, the even components before the odd ones, as a token's nibbles come apart: pairs
// int16[groups][64][16][2], and start int32[groups][16] = −8·Σⱼ Q[k][j], so that nibbles need no offset. best
// float32[groups·16] is scratch; out float32[n].
// A lane is one question vector: a token's pair of values is broadcast and multiplied with 16 vectors at once, so no sum
// goes across lanes. Eight tokens are unpacked at a time and used for every group; past the end of a memory the last one
// is repeated, which changes no maximum.
// Sums are whole and below 2²⁶, and what follows them is done in the same order everywhere: every variant gives the same bits.
// Source: formula of Khattab & Zaharia, "ColBERT" (2020), with a mean in place of the sum; the code is our own.
// Measured (Xeon, Sapphire Rapids at 3 GHz, one of two shared cores, best of many runs), 256 memories of 60 tokens against 8, 16,
// 32 and 40 vectors: avx512-vnni 0.32, 0.32, 0.60 and 0.87 ms, avx2 0.36, 0.57, 1.08 and 1.39 (float32 products summed across lanes,
// which stood here before: 0.73, 1.41, 2.72 and 3.39, avx2 the same); plain 13, 26, 45 and 57. 16 vectors take 1.05 million VPDPWSSD, of
// which the processor does 5.8 in a nanosecond: 0.18 ms is the bound. Half a register for eight vectors gained nothing.
#include "kernels.h"

enum { BYTES = 64, VALUES = 128, PAIRS = 64, LANES = 16, BLOCK = 8 };

#if defined(__x86_64__)
#include <immintrin.h>

// part256 works on the first 8 lanes of a group or on all 16, and on four tokens at a time, for want of registers.
__attribute__((target("avx2"), always_inline)) static inline void part256(const int16_t *pairs, const int32_t *start,
                                                                          const int16_t *values, const float *scales,
                                                                          const int halves, float *best) {
  for (int t = 0; t < BLOCK; t += 4, values += 4 * VALUES, scales += 4) {
    __m256i sum[4][2];
    for (int c = 0; c < 4; c++)
      for (int h = 0; h < halves; h++) sum[c][h] = _mm256_loadu_si256((const __m256i *)(start + 8 * h));
    for (int p = 0; p < PAIRS; p++) {
      __m256i q[2];
      for (int h = 0; h < halves; h++) q[h] = _mm256_loadu_si256((const __m256i *)(pairs + 2 * LANES * p) + h);
      for (int c = 0; c < 4; c++) {
        const __m256i v = _mm256_set1_epi32(((const int32_t *)(values + VALUES * c))[p]);
        for (int h = 0; h < halves; h++) sum[c][h] = _mm256_add_epi32(sum[c][h], _mm256_madd_epi16(q[h], v));
      }
    }
    for (int h = 0; h < halves; h++) {
      __m256 b = _mm256_loadu_ps(best + 8 * h);
      for (int c = 0; c < 4; c++)
        b = _mm256_max_ps(_mm256_mul_ps(_mm256_set1_ps(scales[c]), _mm256_cvtepi32_ps(sum[c][h])), b);
      _mm256_storeu_ps(best + 8 * h, b);
    }
  }
}

__attribute__((target("avx2"))) static void group256(const int16_t *pairs, const int32_t *start, const int16_t *values,
                                                     const float *scales, int lanes, float *best) {
  if (lanes <= LANES / 2) part256(pairs, start, values, scales, 1, best);
  else part256(pairs, start, values, scales, 2, best);
}

// One 512-bit step: 16 pairs multiplied and added. VNNI does it in one instruction, without it they are two.
#define TARGET512 "avx512f,avx512bw,avx512vl,avx512dq"
#define GROUP512(NAME, TARGET, ADD)                                                                                    \
  __attribute__((target(TARGET))) static void NAME(const int16_t *pairs, const int32_t *start, const int16_t *values,  \
                                                   const float *scales, int lanes, float *best) {                      \
    (void)lanes; /* half a register would take as long */                                                              \
    __m512i sum[BLOCK];                                                                                                \
    for (int t = 0; t < BLOCK; t++) sum[t] = _mm512_loadu_si512(start);                                                \
    for (int p = 0; p < PAIRS; p++) {                                                                                  \
      const __m512i q = _mm512_loadu_si512(pairs + 2 * LANES * p);                                                     \
      for (int t = 0; t < BLOCK; t++) {                                                                                \
        const __m512i v = _mm512_set1_epi32(((const int32_t *)(values + VALUES * t))[p]);                              \
        sum[t] = ADD(sum[t], q, v);                                                                                    \
      }                                                                                                                \
    }                                                                                                                  \
    __m512 b = _mm512_loadu_ps(best);                                                                                  \
    for (int t = 0; t < BLOCK; t++)                                                                                    \
      b = _mm512_max_ps(_mm512_mul_ps(_mm512_set1_ps(scales[t]), _mm512_cvtepi32_ps(sum[t])), b);                      \
    _mm512_storeu_ps(best, b);                                                                                         \
  }
#define MULTIPLY_ADD(a, q, v) _mm512_add_epi32(a, _mm512_madd_epi16(q, v))

GROUP512(group512, TARGET512, MULTIPLY_ADD)
GROUP512(groupvnni, TARGET512 ",avx512vnni", _mm512_dpwssd_epi32)

__attribute__((target("avx2"))) static void unpack256(const uint8_t *token, int16_t *values) {
  for (int b = 0; b < BYTES; b += 16) {
    __m256i x = _mm256_cvtepu8_epi16(_mm_loadu_si128((const __m128i *)(token + b)));
    _mm256_storeu_si256((__m256i *)(values + b), _mm256_and_si256(x, _mm256_set1_epi16(15)));
    _mm256_storeu_si256((__m256i *)(values + BYTES + b), _mm256_srli_epi16(x, 4));
  }
}

// part128 works on the first 8 lanes of a group and four tokens at a time, or on all 16 and two: eight sums either way.
__attribute__((target("avx"), always_inline)) static inline void part128(const int16_t *pairs, const int32_t *start,
                                                                         const int16_t *values, const float *scales,
                                                                         const int quarters, float *best) {
  const int tokens = 8 / quarters;
  for (int t = 0; t < BLOCK; t += tokens, values += tokens * VALUES, scales += tokens) {
    __m128i sum[4][4];
    for (int c = 0; c < tokens; c++)
      for (int h = 0; h < quarters; h++) sum[c][h] = _mm_loadu_si128((const __m128i *)(start + 4 * h));
    for (int p = 0; p < PAIRS; p++)
      for (int c = 0; c < tokens; c++) {
        const __m128i v = _mm_set1_epi32(((const int32_t *)(values + VALUES * c))[p]);
        for (int h = 0; h < quarters; h++) {
          const __m128i q = _mm_loadu_si128((const __m128i *)(pairs + 2 * LANES * p) + h);
          sum[c][h] = _mm_add_epi32(sum[c][h], _mm_madd_epi16(q, v));
        }
      }
    for (int h = 0; h < quarters; h++) {
      __m128 b = _mm_loadu_ps(best + 4 * h);
      for (int c = 0; c < tokens; c++)
        b = _mm_max_ps(_mm_mul_ps(_mm_set1_ps(scales[c]), _mm_cvtepi32_ps(sum[c][h])), b);
      _mm_storeu_ps(best + 4 * h, b);
    }
  }
}

__attribute__((target("avx"))) static void group128(const int16_t *pairs, const int32_t *start, const int16_t *values,
                                                    const float *scales, int lanes, float *best) {
  if (lanes <= LANES / 2) part128(pairs, start, values, scales, 2, best);
  else part128(pairs, start, values, scales, 4, best);
}

__attribute__((target("avx"))) static void unpack128(const uint8_t *token, int16_t *values) {
  for (int b = 0; b < BYTES; b += 8) {
    __m128i x = _mm_cvtepu8_epi16(_mm_loadl_epi64((const __m128i *)(token + b)));
    _mm_storeu_si128((__m128i *)(values + b), _mm_and_si128(x, _mm_set1_epi16(15)));
    _mm_storeu_si128((__m128i *)(values + BYTES + b), _mm_srli_epi16(x, 4));
  }
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static void groupneon(const int16_t *pairs, const int32_t *start, const int16_t *values, const float *scales,
                      int lanes, float *best) {
  const int halves = lanes <= LANES / 2 ? 1 : 2;
  for (int t = 0; t < BLOCK; t++, values += VALUES) {
    int32x4_t sum[4];
    for (int h = 0; h < 2 * halves; h++) sum[h] = vld1q_s32(start + 4 * h);
    for (int p = 0; p < PAIRS; p++) {
      const int16_t *q = pairs + 2 * LANES * p;
      for (int h = 0; h < halves; h++) {
        int16x8x2_t part = vld2q_s16(q + 16 * h);
        for (int c = 0; c < 2; c++) {
          sum[2 * h] = vmlal_n_s16(sum[2 * h], vget_low_s16(part.val[c]), values[2 * p + c]);
          sum[2 * h + 1] = vmlal_n_s16(sum[2 * h + 1], vget_high_s16(part.val[c]), values[2 * p + c]);
        }
      }
    }
    for (int h = 0; h < 2 * halves; h++) {
      float32x4_t s = vmulq_n_f32(vcvtq_f32_s32(sum[h]), scales[t]), b = vld1q_f32(best + 4 * h);
      vst1q_f32(best + 4 * h, vbslq_f32(vcgtq_f32(s, b), s, b));
    }
  }
}

static void unpackneon(const uint8_t *token, int16_t *values) {
  for (int b = 0; b < BYTES; b += 8) {
    uint8x8_t x = vld1_u8(token + b);
    vst1q_s16(values + b, vreinterpretq_s16_u16(vmovl_u8(vand_u8(x, vdup_n_u8(15)))));
    vst1q_s16(values + BYTES + b, vreinterpretq_s16_u16(vmovl_u8(vshr_n_u8(x, 4))));
  }
}
#endif

typedef void unpack_fn(const uint8_t *, int16_t *);
typedef void group_fn(const int16_t *, const int32_t *, const int16_t *, const float *, int, float *);

void ak_maxsim(int32_t variant, const int16_t *pairs, const int32_t *start, const float *units, int64_t q,
               const uint8_t *tokens, const float *scales, const int32_t *offsets, int64_t n, float *best, float *out) {
  unpack_fn *unpack = 0;
  group_fn *group = 0;
#if defined(__x86_64__)
  if (variant == AK_AVX512VNNI) group = groupvnni;
  if (variant == AK_AVX512) group = group512;
  if (variant == AK_AVX2) group = group256;
  if (variant == AK_AVX) group = group128;
  unpack = variant == AK_AVX ? unpack128 : unpack256;
#elif defined(__aarch64__)
  if (variant == AK_NEON) group = groupneon;
  unpack = unpackneon;
#endif
  if (!group) return;
  const int64_t groups = (q + LANES - 1) / LANES;
  for (int64_t i = 0; i < n; i++) {
    for (int64_t k = 0; k < groups * LANES; k++) best[k] = -__builtin_inff();
    for (int32_t t = offsets[i]; t < offsets[i + 1]; t += BLOCK) {
      int16_t values[BLOCK * VALUES];
      float scale[BLOCK];
      for (int c = 0; c < BLOCK; c++) {
        const int32_t s = t + c < offsets[i + 1] ? t + c : offsets[i + 1] - 1;
        unpack(tokens + (int64_t)s * BYTES, values + VALUES * c);
        scale[c] = scales[s];
      }
      for (int64_t g = 0; g < groups; g++)
        group(pairs + g * PAIRS * LANES * 2, start + g * LANES, values, scale, (int)(q - g * LANES), best + g * LANES);
    }
    float sum = 0;
    for (int64_t k = 0; k < q; k++) sum += units[k] * best[k];
    out[i] = sum / (float)q;
  }
}
