// Attention over packed texts of unlike lengths: each text attends to itself alone, and no score is ever written to device memory.
//
//   out = softmax(q·kᵀ·scale)·v   for each text and head; with causal, a token sees itself and what stands before it.
//
// Layout: q, k, v bf16, row t of head h at q + t·stride + h·D (a packed product for all three gives one stride); out [T, heads·D]. Text i owns rows
// offsets[i] … offsets[i+1]. Key head = head / group (grouped queries; 1 for plain attention). A block works on one tile of 64 queries of one text and
// one head; tiles names text and first query of each, so a long text costs as many blocks as it needs. A negative first query says that so many whole texts share the
// tile, each from a multiple of 16 on: a warp has 16 queries, so they are of one text, and its keys lie as they would in a tile of their own, give or take 16,
// so a text has the same bits alone and among others. seen, where it is not null, says how many
// of each text's tokens are looked at, at least 1: those behind them look at these and are looked at by nobody (ColBERT fills questions up with such tokens).
//
// Scheme: Dao et al. 2022, "FlashAttention", algorithm 1, and its online softmax (Milakov and Gimelshein 2018): keys come in tiles of 64; with the new
// maximum m' the sums so far are scaled by e^(m − m'). The weights stay in registers: the fragment in which a product leaves its results is the one in
// which the next takes its left side. Four warps, 16 queries each. Exponents are taken to base 2, with log₂e in the scale.
//
// Products says how tiles are multiplied: by mma.sync (attention.cu) or by wgmma (attention_wgmma.cu). It has spot, where part c (16 bytes) of row r of a tile lies; begin,
// where in shared memory tiles begin; show, what must be done before copies are multiplied; Queries, which take a warp's rows of a tile, and queries_stay, whether they go on
// reading it there; scores and weigh. Both leave a lane its results alike: of each 8 columns two
// numbers of row lane/4, columns 2·(lane%4) and the next, and two of row lane/4 + 8. Few multiplies in tiles of whole short texts, where warps have keys of their own.
#pragma once
#include "prelude.cuh"

namespace attention {

constexpr int tile_rows = 64; // queries of a block, and keys of a step

// copy_rows starts copying a tile of 64 rows; those from `rows` on are zeros, so that weight 0 times them is 0.
template <int D, class Products> static inline __device__ void copy_rows(unsigned char *tile, const bf16 *from, int first, int rows, int stride) {
  UNROLL for (int i = 0; i < tile_rows * (D / 8) / 128; i++) {
    int at = thread_x() + 128 * i, r = at / (D / 8), c = at % (D / 8);
    bool there = first + r < rows;
    copy_16(tile + Products::template spot<D>(r, c), from + (u64)(there ? first + r : 0) * (u64)stride + 8 * c, there ? 16 : 0);
  }
}

template <int D> struct Attending {
  float out[D / 2]; // 16 queries × D, four numbers a lane of each 8 columns
  float most[2], sum[2]; // of rows lane/4 and lane/4 + 8

  __device__ void start() {
    UNROLL for (int j = 0; j < D / 2; j++) out[j] = 0;
    UNROLL for (int i = 0; i < 2; i++) most[i] = -1e30f, sum[i] = 0;
  }

  // soften turns scores into weights and scales what was summed under a smaller maximum.
  __device__ void soften(float (&s)[32], float scale) {
    UNROLL for (int half = 0; half < 2; half++) {
      float m = s[2 * half];
      UNROLL for (int j = 0; j < 8; j++) m = greater(m, greater(s[4 * j + 2 * half], s[4 * j + 2 * half + 1]));
      m = greater(most[half], m * scale);
      m = greater(m, swap_lanes(m, 1));
      m = greater(m, swap_lanes(m, 2)); // the four lanes that share a row
      float fade = exp2_of(most[half] - m), total = 0;
      UNROLL for (int j = 0; j < 8; j++)
        UNROLL for (int i = 2 * half; i < 2 * half + 2; i++) {
          s[4 * j + i] = exp2_of(s[4 * j + i] * scale - m);
          total += s[4 * j + i];
        }
      sum[half] = sum[half] * fade + total;
      most[half] = m;
      UNROLL for (int j = 0; j < D / 8; j++) out[4 * j + 2 * half] *= fade, out[4 * j + 2 * half + 1] *= fade;
    }
  }

  // put divides by the sums and writes the rows that exist.
  __device__ void put(bf16 *to, int query, int length, int stride, int lane) {
    UNROLL for (int half = 0; half < 2; half++) {
      float all = sum[half] + swap_lanes(sum[half], 1);
      all += swap_lanes(all, 2);
      float share = reciprocal_of(all); // of what is seen the greatest weight is 1
      int row = query + lane / 4 + 8 * half;
      if (row < length)
        UNROLL for (int j = 0; j < D / 8; j++) *(u32 *)(to + (u64)row * (u64)stride + 8 * j + lane % 4 * 2) = pack(out[4 * j + 2 * half] * share, out[4 * j + 2 * half + 1] * share);
    }
  }
};

// hide takes away the keys that a query may not see.
static inline __device__ void hide(float (&s)[32], int query, int key, int seen, int causal, int lane) {
  UNROLL for (int j = 0; j < 8; j++)
    UNROLL for (int i = 0; i < 4; i++) {
      int row = query + lane / 4 + i / 2 * 8, column = key + 8 * j + lane % 4 * 2 + i % 2;
      if (column >= seen || (causal && column > row)) s[4 * j + i] = -1e30f;
    }
}

// Slot is 16 rows of a tile that several texts share.
struct Slot {
  int row, count; // of all texts' rows, and how many there are
  int first, keys; // the slot in which their text begins, and how many of its tokens are looked at
};

// slots lays whole texts into the four slots of a tile, one behind the other.
static inline __device__ void slots(Slot s[tile_rows / 16], int text, int together, const int *offsets, const int *seen) {
  int t = text, used = 0; // slots of that text so far
  UNROLL for (int i = 0; i < tile_rows / 16; i++) {
    bool there = t < text + together;
    int from = there ? offsets[t] : 0, length = there ? offsets[t + 1] - from : 0;
    s[i].row = from + 16 * used, s[i].count = lesser(length - 16 * used, 16);
    s[i].first = i - used, s[i].keys = there && seen ? seen[t] : length;
    if (16 * ++used >= length) t++, used = 0;
  }
}

// copy_slots starts copying a tile's rows, zeros where there are none.
template <int D, class Products> static inline __device__ void copy_slots(unsigned char *tile, const bf16 *from, const Slot s[tile_rows / 16], int stride) {
  UNROLL for (int i = 0; i < tile_rows * (D / 8) / 128; i++) {
    int at = thread_x() + 128 * i, r = at / (D / 8), c = at % (D / 8), row = 0, count = 0;
    UNROLL for (int j = 0; j < tile_rows / 16; j++)
      if (r / 16 == j) row = s[j].row, count = s[j].count;
    bool there = r % 16 < count;
    copy_16(tile + Products::template spot<D>(r, c), from + (there ? (u64)(row + r % 16) * (u64)stride : 0) + 8 * c, there ? 16 : 0);
  }
}

// attend_together attends in a tile of whole texts: all keys of a query are in it.
template <int D, class Products>
static inline __device__ void attend_together(bf16 *out, const bf16 *q, const bf16 *k, const bf16 *v, int text, int together, const int *offsets, const int *seen, int stride,
                                              int heads, int causal, float scale) {
  SHARED_BYTES(shared);
  unsigned char *memory = Products::begin(shared);
  unsigned char *keys = memory + tile_rows * D * 2, *values = keys + tile_rows * D * 2;
  int warp = thread_x() / 32, lane = thread_x() % 32;
  Slot all[tile_rows / 16], mine = {0, 0, 0, 0};
  slots(all, text, together, offsets, seen);
  UNROLL for (int i = 0; i < tile_rows / 16; i++)
    if (i == warp) mine = all[i];
  copy_slots<D, Products>(memory, q, all, stride);
  copy_slots<D, Products>(keys, k, all, stride);
  copy_slots<D, Products>(values, v, all, stride);
  copies_close();
  copies_wait<0>();
  Products::show();
  BARRIER();
  if (mine.count < 1) return;
  int end = mine.first + (mine.keys + 15) / 16;
  Attending<D> a;
  a.start();
  typename Products::template Queries<D> queries;
  queries.take(memory, warp, lane);
  float s[32];
  Products::template scores<D>(s, queries, keys, lane, mine.first, end);
  UNROLL for (int j = 0; j < 8; j++)
    UNROLL for (int i = 0; i < 4; i++) {
      int row = 16 * warp + lane / 4 + i / 2 * 8, column = 8 * j + lane % 4 * 2 + i % 2;
      if (column < 16 * mine.first || column >= 16 * mine.first + mine.keys || (causal && column > row)) s[4 * j + i] = -1e30f;
    }
  a.soften(s, scale);
  Products::template weigh<D>(a.out, s, values, lane, mine.first, end);
  a.put(out + (u64)mine.row * (u64)(heads * D), 0, mine.count, heads * D, lane);
}

template <int D, class Products, class Few>
static inline __device__ void attend(bf16 *out, const bf16 *q, const bf16 *k, const bf16 *v, const int *tiles, const int *offsets, const int *seen, int stride, int heads,
                                            int group, int causal, float scale) {
  SHARED_BYTES(shared);
  constexpr int tile = tile_rows * D * 2;
  unsigned char *memory = Products::begin(shared), *keys = memory + tile, *values = keys + tile;
  unsigned char *spare = Products::queries_stay ? values + tile : memory; // the queries begin the memory
  int warp = thread_x() / 32, lane = thread_x() % 32, head = block_y();
  int text = tiles[2 * block_x()], first = tiles[2 * block_x() + 1];
  int start = offsets[text], length = offsets[text + 1] - start;
  if (first < 0 || length <= tile_rows - 16) { // or it may share a tile another time: it is to have the same bits then
    attend_together<D, Few>(out + head * D, q + head * D, k + head / group * D, v + head / group * D, text, first < 0 ? -first : 1, offsets, seen, stride, heads, causal, scale);
    return;
  }
  u64 row = (u64)start * (u64)stride;
  q += row + head * D, k += row + head / group * D, v += row + head / group * D;
  int keys_of = seen ? seen[text] : length, end = causal ? lesser(keys_of, first + tile_rows) : keys_of;
  auto fetch = [&](unsigned char *to, const bf16 *from, int key) {
    if (key < end) copy_rows<D, Products>(to, from, key, keys_of, stride);
    copies_close(); // an empty group too, so that what is waited for is counted alike
  };
  copy_rows<D, Products>(memory, q, first, length, stride);
  fetch(keys, k, 0);
  fetch(values, v, 0);
  Attending<D> a;
  a.start();
  typename Products::template Queries<D> queries;
  for (int key = 0; key < end; key += tile_rows) {
    copies_wait<1>();
    Products::show();
    BARRIER(); // the keys are there for all, and nobody reads the values before these any more
    if (key == 0) {
      queries.take(memory, warp, lane);
      if (!Products::queries_stay) BARRIER(); // all have their queries
    }
    fetch(spare, k, key + tile_rows);
    float s[32];
    Products::template scores<D>(s, queries, keys, lane, 0, tile_rows / 16);
    if (key + tile_rows > keys_of || (causal && key + tile_rows > first + 16 * warp)) hide(s, first + 16 * warp, key, keys_of, causal, lane);
    a.soften(s, scale);
    copies_wait<1>();
    Products::show();
    BARRIER(); // the values, too, and nobody reads the keys any more
    fetch(keys, v, key + tile_rows);
    Products::template weigh<D>(a.out, s, values, lane, 0, tile_rows / 16);
    unsigned char *next = spare;
    spare = values, values = keys, keys = next;
  }
  a.put(out + (u64)start * (u64)(heads * D) + head * D, first + 16 * warp, length, heads * D, lane);
}

} // namespace attention
