// MaxSim: out[i] = (1/q) Σₖ max over tokens t of memory i of  scale[t] · Σⱼ Q[k][j] · (nibble[t][j] − 8).
//
// Layout: Q float32[q][128]; nibble[t] is 64 bytes, value 2b in the low nibble of byte b, value 2b+1 in the high one; memory i
// owns tokens offsets[i] … offsets[i+1]−1 (at least one); best float32[q] is scratch; out float32[n].
// A token is unpacked once into registers (8 of 16 floats with AVX-512, two halves of 8 of 8 floats with AVX2) and
// multiplied with every query vector while it is there.
// Source: formula of Khattab & Zaharia, "ColBERT" (2020), with a mean in place of the sum; the code is our own.
// Measured (Xeon, Sapphire Rapids, one of two shared cores, best of several runs): 12 query vectors against 256
// memories of 60 tokens: avx512 171 million dots/s, avx2 146, generic 8: 1.1 ms for the 256.
#include "kernels.h"

enum { WIDTH = 128, BYTES = 64 };

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq"))) static void token512(const float *q, int64_t count,
                                                                                   const uint8_t *token, float scale,
                                                                                   float *best) {
  __m512 t[8];
  const __m128i low = _mm_set1_epi8(15), eight = _mm_set1_epi8(8);
  for (int b = 0; b < 4; b++) {
    __m128i x = _mm_loadu_si128((const __m128i *)(token + 16 * b));
    __m128i lo = _mm_sub_epi8(_mm_and_si128(x, low), eight);
    __m128i hi = _mm_sub_epi8(_mm_and_si128(_mm_srli_epi16(x, 4), low), eight);
    t[2 * b] = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_unpacklo_epi8(lo, hi)));
    t[2 * b + 1] = _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_unpackhi_epi8(lo, hi)));
  }
  for (int64_t k = 0; k < count; k++, q += WIDTH) {
    __m512 a = _mm512_mul_ps(t[0], _mm512_loadu_ps(q)), b = _mm512_mul_ps(t[1], _mm512_loadu_ps(q + 16));
    a = _mm512_fmadd_ps(t[2], _mm512_loadu_ps(q + 32), a);
    b = _mm512_fmadd_ps(t[3], _mm512_loadu_ps(q + 48), b);
    a = _mm512_fmadd_ps(t[4], _mm512_loadu_ps(q + 64), a);
    b = _mm512_fmadd_ps(t[5], _mm512_loadu_ps(q + 80), b);
    a = _mm512_fmadd_ps(t[6], _mm512_loadu_ps(q + 96), a);
    b = _mm512_fmadd_ps(t[7], _mm512_loadu_ps(q + 112), b);
    float s = scale * _mm512_reduce_add_ps(_mm512_add_ps(a, b));
    if (s > best[k]) best[k] = s;
  }
}

__attribute__((target("avx2,fma"))) static void token256(const float *q, int64_t count, const uint8_t *token,
                                                         float scale, float *best) {
  float t[WIDTH];
  const __m128i low = _mm_set1_epi8(15), eight = _mm_set1_epi8(8);
  for (int b = 0; b < 4; b++) {
    __m128i x = _mm_loadu_si128((const __m128i *)(token + 16 * b));
    __m128i lo = _mm_sub_epi8(_mm_and_si128(x, low), eight);
    __m128i hi = _mm_sub_epi8(_mm_and_si128(_mm_srli_epi16(x, 4), low), eight);
    __m128i first = _mm_unpacklo_epi8(lo, hi), second = _mm_unpackhi_epi8(lo, hi);
    _mm256_storeu_ps(t + 32 * b, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(first)));
    _mm256_storeu_ps(t + 32 * b + 8, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(first, 8))));
    _mm256_storeu_ps(t + 32 * b + 16, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(second)));
    _mm256_storeu_ps(t + 32 * b + 24, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(second, 8))));
  }
  for (int64_t k = 0; k < count; k++, q += WIDTH) {
    __m256 a = _mm256_setzero_ps(), b = a;
    for (int j = 0; j < WIDTH; j += 16) {
      a = _mm256_fmadd_ps(_mm256_loadu_ps(t + j), _mm256_loadu_ps(q + j), a);
      b = _mm256_fmadd_ps(_mm256_loadu_ps(t + j + 8), _mm256_loadu_ps(q + j + 8), b);
    }
    a = _mm256_add_ps(a, b);
    __m128 h = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    h = _mm_add_ps(h, _mm_movehl_ps(h, h));
    float s = scale * _mm_cvtss_f32(_mm_add_ss(h, _mm_movehdup_ps(h)));
    if (s > best[k]) best[k] = s;
  }
}

#elif defined(__aarch64__)
#include <arm_neon.h>

static void tokenneon(const float *q, int64_t count, const uint8_t *token, float scale, float *best) {
  float t[WIDTH];
  for (int b = 0; b < BYTES; b += 8) {
    uint8x8_t x = vld1_u8(token + b);
    int8x8_t lo = vsub_s8(vreinterpret_s8_u8(vand_u8(x, vdup_n_u8(15))), vdup_n_s8(8));
    int8x8_t hi = vsub_s8(vreinterpret_s8_u8(vshr_n_u8(x, 4)), vdup_n_s8(8));
    int8x8x2_t z = vzip_s8(lo, hi);
    for (int h = 0; h < 2; h++) {
      int16x8_t v = vmovl_s8(z.val[h]);
      vst1q_f32(t + 2 * b + 8 * h, vcvtq_f32_s32(vmovl_s16(vget_low_s16(v))));
      vst1q_f32(t + 2 * b + 8 * h + 4, vcvtq_f32_s32(vmovl_s16(vget_high_s16(v))));
    }
  }
  for (int64_t k = 0; k < count; k++, q += WIDTH) {
    float32x4_t a = vdupq_n_f32(0), b = a;
    for (int j = 0; j < WIDTH; j += 8) {
      a = vfmaq_f32(a, vld1q_f32(t + j), vld1q_f32(q + j));
      b = vfmaq_f32(b, vld1q_f32(t + j + 4), vld1q_f32(q + j + 4));
    }
    float s = scale * vaddvq_f32(vaddq_f32(a, b));
    if (s > best[k]) best[k] = s;
  }
}
#endif

typedef void token_fn(const float *, int64_t, const uint8_t *, float, float *);

void ak_maxsim(int32_t variant, const float *query, int64_t q, const uint8_t *tokens, const float *scales,
               const int32_t *offsets, int64_t n, float *best, float *out) {
  token_fn *fn = 0;
#if defined(__x86_64__)
  if (variant == AK_AVX512) fn = token512;
  if (variant == AK_AVX2) fn = token256;
#elif defined(__aarch64__)
  if (variant == AK_NEON) fn = tokenneon;
#endif
  if (!fn) return;
  for (int64_t i = 0; i < n; i++) {
    for (int64_t k = 0; k < q; k++) best[k] = -__builtin_inff();
    for (int32_t t = offsets[i]; t < offsets[i + 1]; t++) fn(query, q, tokens + (int64_t)t * BYTES, scales[t], best);
    float sum = 0;
    for (int64_t k = 0; k < q; k++) sum += best[k];
    out[i] = sum / (float)q;
  }
}
