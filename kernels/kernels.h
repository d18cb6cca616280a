// Declarations shared by the C kernels. Variant numbers are those of variant.go. Every function works on a block of
// rows; the Go wrapper has checked all shapes. A call with a variant that was not compiled in does nothing; the Go side
// never makes one.
#ifndef ASTERISM_KERNELS_H
#define ASTERISM_KERNELS_H

#include <stdint.h>

// AVX512 is without VNNI and VPOPCNTDQ, AVX512VNNI with the first and, where it is there, the second.
enum { AK_PLAIN = 0, AK_AVX = 1, AK_AVX2 = 2, AK_AVX512 = 3, AK_AVX512VNNI = 4, AK_NEON = 5 };

void ak_dot_i8(int32_t variant, const int16_t *query, float unit, const int8_t *rows, int64_t width,
               const float *scales, const int32_t *pick, int64_t n, float *out);
void ak_hamming(int32_t variant, const uint64_t *query, const uint64_t *rows, int64_t words, const int32_t *pick,
                int64_t n, int32_t *out);
void ak_dot_bits(int32_t variant, const uint8_t *tables, int64_t width, int32_t times, int32_t least,
                 const uint8_t *codes, const uint8_t *next, int64_t n, int32_t *out);
void ak_sign_code(int32_t variant, const int8_t *v, int64_t n, uint64_t *code, int64_t words, int32_t *sums);
void ak_maxsim(int32_t variant, const int16_t *pairs, const int32_t *start, const float *units, int64_t q,
               const uint8_t *tokens, const float *scales, const int32_t *offsets, int64_t n, float *best, float *out);
int64_t ak_above(int32_t variant, const float *values, int64_t n, float bar, int32_t *found);
void ak_add_scaled(int32_t variant, float *sums, const int32_t *values, const uint16_t *factors, float scale,
                   float offset, int64_t n);
void ak_add_greater(int32_t variant, float *sums, const float *a, const float *b, float scale, float offset,
                    int64_t n);
void ak_bundle(int32_t variant, const uint64_t *rows, const int32_t *letters, int64_t n, const uint64_t *tie,
               int64_t with, int64_t without, int64_t words, uint64_t *out);

#endif
