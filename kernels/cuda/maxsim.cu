// A question's token vectors held against those of rows: the mean over the question's vectors of the best product with any of the row's, (1/q) Σₖ unit[k] · max over
// t of scale[t] · Σⱼ Q[k][j] · (nibble[t][j] − 8) (Khattab, Zaharia 2020, with a mean in place of the sum), as kernels/maxsim.c does it, bit for bit.
//
// Layout: tokens as seat.go says, the question as maxsim.go does; rows int32 [n], out float32 [n], NaN where a row has no tokens. A block a row. A lane has one of 32
// vectors of the question in 64 registers, upper and lower bytes apart; a warp takes every 8th token, which all its lanes read at once from shared memory, where 128
// tokens stand unpacked into bytes, the even numbers before the odd ones. Four products are one instruction; sums are whole and below 2²⁶, so their order does not
// matter; what follows them is done in the processor's order. Questions of more than 32 vectors take several passes over the tokens.
//
// Bound: 64 such instructions a vector and token, of which a multiprocessor does 64 lanes' a clock. 256 rows of 60 tokens against 32 vectors are 31 million, some 2
// µs of an H200; the longest, 512 tokens each, 18 µs; reading them is 8 MB. Beside every 64 stand 8 reads of shared memory, which go on meanwhile.
// At most 117 registers a thread, by NVIDIA's assembler from sm_80 to sm_90 (12.4).
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude_compare.cuh"

namespace late {

constexpr int warps = 8, tile_tokens = 128, token_words = 16, lanes = 32, most = 512;
constexpr int scales_at = 16 + 4 * (seats::rows + 4);

// Tile is what a block has in shared memory: tokens by bytes, and what its warps have found.
struct Tile {
  __attribute__((aligned(16))) u32 words[tile_tokens][2 * token_words];
  float scales[tile_tokens];
  float best[warps][lanes];
  float products[most];
};

// unpack brings so many tokens, each half byte into a byte of its own.
static inline __device__ void unpack(Tile *s, const u32 *tokens, const float *scales, int some) {
  for (int i = thread_x(); i < some * token_words; i += 32 * warps) {
    u32 word = tokens[i];
    s->words[i / token_words][i % token_words] = word & 0x0f0f0f0fu;
    s->words[i / token_words][i % token_words + token_words] = word >> 4 & 0x0f0f0f0fu;
  }
  if (thread_x() < some) s->scales[thread_x()] = scales[thread_x()];
}

// product is Σ Q·(nibble − 8) of a lane's vector with a token; start is −8·Σ Q.
static inline __device__ int product(const u32 (&vector)[64], const u32 *token, int start) {
  int upper = 0, lower = start;
  UNROLL for (int i = 0; i < 32; i += 4) {
    u32x4 v = *(const u32x4 *)(token + i);
    UNROLL for (int k = 0; k < 4; k++) upper = dot_su(vector[i + k], v[k], upper), lower = dot_uu(vector[32 + i + k], v[k], lower);
  }
  return 256 * upper + lower;
}

// pass finds the best products of 32 of the question's vectors with the row's tokens.
static inline __device__ void pass(Tile *s, const u32 *vectors, int start, const u32 *tokens, const float *scales, int n) {
  int lane = thread_x() % 32, warp = thread_x() / 32;
  u32 vector[64];
  UNROLL for (int i = 0; i < 64; i++) vector[i] = vectors[lanes * i + lane];
  float best = -__builtin_inff();
  for (int from = 0; from < n; from += tile_tokens) {
    int some = lesser(tile_tokens, n - from);
    BARRIER(); // nobody reads the tile before any more
    unpack(s, tokens + (u64)from * token_words, scales + from, some);
    BARRIER();
    for (int t = warp; t < some; t += warps) {
      float x = mul_of(s->scales[t], (float)product(vector, s->words[t], start));
      best = x > best ? x : best;
    }
  }
  s->best[warp][lane] = best;
  BARRIER();
}

} // namespace late

KERNEL(256) maxsim(const u64 *table, const int *chunks, const u32 *query, int vectors, const int *rows, float *out) {
  __shared__ late::Tile s;
  int row = rows[block_x()], r = row % seats::rows, n = 0;
  const unsigned char *block = row < 0 ? nullptr : (const unsigned char *)seats::of(table, chunks, row)[seats::TOKENS];
  const u32 *starts = (const u32 *)block + 4;
  if (block) n = (int)(starts[r + 1] - starts[r]);
  if (n == 0) {
    if (thread_x() == 0) out[block_x()] = nan_of();
    return;
  }
  u32 all = *(const u32 *)block;
  const float *scales = (const float *)(block + late::scales_at);
  const u32 *tokens = (const u32 *)(scales + (all + 3) / 4 * 4) + (u64)starts[r] * late::token_words;
  scales += starts[r];
  int groups = (vectors + late::lanes - 1) / late::lanes;
  const int *begins = (const int *)query + groups * 64 * late::lanes;
  const float *units = (const float *)(begins + groups * late::lanes);
  for (int g = 0; g < groups; g++) {
    late::pass(&s, query + g * 64 * late::lanes, begins[g * late::lanes + thread_x() % 32], tokens, scales, n);
    if (thread_x() < late::lanes) {
      int k = g * late::lanes + thread_x();
      float best = s.best[0][thread_x()];
      UNROLL for (int w = 1; w < late::warps; w++) best = s.best[w][thread_x()] > best ? s.best[w][thread_x()] : best;
      s.products[k] = mul_of(units[k], best);
    }
  }
  BARRIER();
  if (thread_x() > 0) return;
  float sum = 0;
  UNROLL_BY(8) for (int k = 0; k < vectors; k++) sum = add_of(sum, s.products[k]);
  out[block_x()] = div_of(sum, (float)vectors);
}
