// Matrix products of packed rows with a model's weights, and what follows each of them: out = f(a·wᵀ + bias) (+ residual).
//
// Layout: a bf16 [rows, depth], w bf16 [columns, depth] as models are stored, so both run along the depth and the tensor cores take them as they
// lie; bias float32 [columns] or null; out and residual bf16 [rows, columns]. depth is a multiple of 32, columns even; rows are packed, so nothing is
// computed for padding but the last tile's rest.
//
// A block makes 128 × 128 of the result with 8 warps of 64 × 32; slices of 32 of the depth travel through a ring of three stages, copied while the one
// before is multiplied (cp.async). A tile's rows are 64 bytes; the 16-byte parts of row r are exchanged by (r/2) mod 4, so that eight rows of a matrix
// fetch (ldmatrix) lie in eight different parts of the banks. 32 flops for each byte read from shared memory, sums in float32.
//
// It runs on every GPU from sm_80 on. Few rows are gemm_few.cu's, and a Hopper GPU has gemm_wgmma.cu; engine/backend/cuda measures which one to take.
//
// Source of the scheme: the programming guide's description of mma and ldmatrix, and Volkov and Demmel 2008 on blocking in registers.
#include "epilogue.cuh"

#define SIDE 128  // of a block's tile
#define SLICE 32  // of the depth
#define STAGES 3
#define PARTS 4   // 16-byte parts of a slice's row
#define TILE_BYTES (SIDE * SLICE * 2)

// place is where part c of row r lies in a tile.
static inline __device__ int place(int r, int c) { return (r * PARTS + (c ^ (r >> 1 & 3))) * 16; }

// copy_tile starts copying rows first… of a matrix, from column `from`; rows behind the last are zeros.
static inline __device__ void copy_tile(unsigned char *tile, const bf16 *matrix, int first, int rows, int depth, int from) {
  UNROLL for (int i = 0; i < SIDE * PARTS / 256; i++) {
    int at = thread_x() + 256 * i, r = at / PARTS, c = at % PARTS;
    bool there = first + r < rows;
    const bf16 *source = matrix + (u64)(there ? first + r : 0) * (u64)depth + from + 8 * c;
    copy_16(tile + place(r, c), source, there ? 16 : 0);
  }
}

// Sums are a warp's 64 × 32 results: [16 rows][8 columns][fragment].
struct Sums {
  float v[4][4][4];
};

static inline __device__ void multiply_slice(Sums &d, const unsigned char *a, const unsigned char *w, int row, int column, int lane) {
  UNROLL for (int k = 0; k < 2; k++) {
    u32 af[4][4], wf[2][4];
    UNROLL for (int i = 0; i < 4; i++) load_matrices(af[i], a + place(row + 16 * i + lane / 8 % 2 * 8 + lane % 8, 2 * k + lane / 16));
    UNROLL for (int j = 0; j < 2; j++) load_matrices(wf[j], w + place(column + 16 * j + lane / 16 * 8 + lane % 8, 2 * k + lane / 8 % 2));
    UNROLL for (int i = 0; i < 4; i++)
      UNROLL for (int j = 0; j < 4; j++) multiply_accumulate(d.v[i][j], af[i], &wf[j / 2][j % 2 * 2]);
  }
}

static inline __device__ void product(Sums &d, const bf16 *a, const bf16 *w, int rows, int columns, int depth) {
  SHARED_BYTES(ring);
  int warp = thread_x() / 32, lane = thread_x() % 32, slices = depth / SLICE;
  int row = block_x() * SIDE, column = block_y() * SIDE;
  UNROLL for (int i = 0; i < 64; i++) d.v[i / 16][i / 4 % 4][i % 4] = 0;
  auto fetch = [&](int s) {
    unsigned char *tile = ring + s % STAGES * 2 * TILE_BYTES;
    if (s < slices) {
      copy_tile(tile, a, row, rows, depth, s * SLICE);
      copy_tile(tile + TILE_BYTES, w, column, columns, depth, s * SLICE);
    }
    copies_close(); // an empty group too, so that the count of groups is the count of slices
  };
  for (int s = 0; s < STAGES - 1; s++) fetch(s);
  for (int s = 0; s < slices; s++) {
    copies_wait<STAGES - 2>();
    BARRIER(); // all have their part of slice s, and nobody reads the stage that is filled next any more
    fetch(s + STAGES - 1);
    const unsigned char *tile = ring + s % STAGES * 2 * TILE_BYTES;
    multiply_slice(d, tile, tile + TILE_BYTES, warp % 2 * 64, warp / 2 * 32, lane);
  }
}

// each calls put(row, column, x, y, got) for the pairs of results that a lane has; got is what get(row, column) gave, for eight pairs at a time.
template <class Get, class Put> static inline __device__ void each(const Sums &d, Get get, Put put) {
  int warp = thread_x() / 32, lane = thread_x() % 32;
  int row = block_x() * SIDE + warp % 2 * 64 + lane / 4, column = block_y() * SIDE + warp / 2 * 32 + lane % 4 * 2;
  UNROLL for (int i = 0; i < 4; i++) {
    u32 got[8];
    UNROLL for (int j = 0; j < 8; j++) got[j] = get(row + 16 * i + j % 2 * 8, column + j / 2 * 8);
    UNROLL for (int j = 0; j < 8; j++) put(row + 16 * i + j % 2 * 8, column + j / 2 * 8, d.v[i][j / 2][j % 2 * 2], d.v[i][j / 2][j % 2 * 2 + 1], got[j]);
  }
}

template <class F>
static inline __device__ void product_and(bf16 *out, const bf16 *a, const bf16 *w, const float *bias, const bf16 *residual, int rows, int columns, int depth) {
  Sums d;
  product(d, a, w, rows, columns, depth);
  each(
      d, [&](int row, int column) { return residual_pair(residual, row, column, rows, columns); },
      [&](int row, int column, float x, float y, u32 added) { put_pair<F>(out, bias, added, row, column, rows, columns, x, y); });
}

#define FOLLOWED_BY(name, F)                                                                                                              \
  KERNEL(256) gemm##name(bf16 *out, const bf16 *a, const bf16 *w, const float *bias, const bf16 *residual, int rows, int columns, int depth) { \
    product_and<F>(out, a, w, bias, residual, rows, columns, depth);                                                                      \
  }
FOLLOWED_BY(, Plain)
FOLLOWED_BY(_gelu, Gelu)
FOLLOWED_BY(_gelu_tanh, GeluTanh)
FOLLOWED_BY(_quick_gelu, QuickGelu)
#undef FOLLOWED_BY

KERNEL(256) gemm_swiglu(bf16 *out, const bf16 *a, const bf16 *w, const float *bias, int rows, int columns, int depth) {
  Sums d;
  product(d, a, w, rows, columns, depth);
  each(
      d, [](int, int) { return 0u; }, [&](int row, int column, float x, float y, u32) { put_gated(out, bias, row, column, rows, columns, x, y); });
}

// gemm_terms is the head of SPLADE without its matrix of rows × vocabulary: out[text][term] = max over the text's rows of log(1 + max(0, x)), x = a·wᵀ +
// bias (Formal et al. 2021, "SPLADE v2"). texts names the text of each row; out is float32 [texts, columns], zero before. log(1 + x) rises with x, so
// the greatest of a lane's rows is found before it is taken.
KERNEL(256) gemm_terms(float *out, const bf16 *a, const bf16 *w, const float *bias, const int *texts, int rows, int columns, int depth) {
  Sums d;
  product(d, a, w, rows, columns, depth);
  int warp = thread_x() / 32, lane = thread_x() % 32;
  int row = block_x() * SIDE + warp % 2 * 64 + lane / 4, column = block_y() * SIDE + warp / 2 * 32 + lane % 4 * 2;
  UNROLL for (int j = 0; j < 8; j++) {
    int term = column + 8 * (j / 2) + j % 2, text = -1;
    float most = 0;
    if (term >= columns) continue;
    UNROLL for (int i = 0; i < 8; i++) {
      int r = row + 8 * i;
      if (r >= rows) continue;
      if (texts[r] != text) {
        if (most > 0 || most != most) raise(&out[(u64)text * (u64)columns + term], log2_of(1 + most) * 0.6931471805599453f);
        text = texts[r], most = 0;
      }
      float x = d.v[i / 2][j / 2][i % 2 * 2 + j % 2] + bias[term];
      most = x > most || x != x ? x : most; // NaN is a fault that must be seen, not a term that is absent
    }
    if (most > 0 || most != most) raise(&out[(u64)text * (u64)columns + term], log2_of(1 + most) * 0.6931471805599453f);
  }
}

#undef SIDE
#undef SLICE
#undef STAGES
#undef PARTS
#undef TILE_BYTES
