// Bundle: bit j of out = majority of the trigrams' bits j, where trigram t = row 0 of letter t ⊕ row 1 of letter t+1 ⊕ row 2 of letter t+2.
//
// Layout: rows uint64[letters that differ][3][words], words a multiple of 8; letters int32[n], n ≥ 3, each a number of three rows; tie and out
// uint64[words]. A bit is set with at least `with` votes where tie has it, else with at least `without`. Exact: every variant gives the same.
// Votes are counted bit-sliced: vector p of a counter holds bit p of as many counts as it has bits. Eight trigrams at a time go through a tree of full adders
// first (Harley-Seal), which leaves one chain of half adders in eight. The compiler makes the vector code; the variants differ in what it may use.
// Source: our own; the tree as in Muła, Kurz and Lemire 2018, "Faster population counts using AVX2 instructions".
// Measured (AMD EPYC with AVX-512, one of two shared cores), 300 letters of 30 that differ, 160 words: avx512 13 µs, avx2 15, avx 30; plain Go 140.
#include "kernels.h"

enum { PLANES = 32 };

#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq")
#define BYTES 64
#include "bundle_lanes.h"
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx2")
#define BYTES 32
#include "bundle_lanes.h"
#pragma GCC pop_options

#pragma GCC push_options
#pragma GCC target("avx")
#define BYTES 16
#include "bundle_lanes.h"
#pragma GCC pop_options
#elif defined(__aarch64__)
#define BYTES 16
#include "bundle_lanes.h"
#endif

void ak_bundle(int32_t variant, const uint64_t *rows, const int32_t *letters, int64_t n, const uint64_t *tie,
               int64_t with, int64_t without, int64_t words, uint64_t *out) {
#if defined(__x86_64__)
  if (variant == AK_AVX512 || variant == AK_AVX512VNNI) bundle_64(rows, letters, n, tie, with, without, words, out);
  if (variant == AK_AVX2) bundle_32(rows, letters, n, tie, with, without, words, out);
  if (variant == AK_AVX) bundle_16(rows, letters, n, tie, with, without, words, out);
#elif defined(__aarch64__)
  if (variant == AK_NEON) bundle_16(rows, letters, n, tie, with, without, words, out);
#endif
}
