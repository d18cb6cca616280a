// Matrix products of rows and weights that are both signed bytes, and what follows each: out = f((a·wᵀ)·scale of the row·scale of the column + bias)
// (+ residual). Rows come from quantise.cu, weights from the host, both with a scale a row. Half of the bytes of bf16 and twice its rate on the tensor cores.
//
// Layout: a int8 [rows, depth], row_scales float32 [rows]; w int8 [columns, depth], column_scales float32 [columns]; bias float32 [columns] or null; out and
// residual bf16 [rows, columns]. depth is a multiple of 16 and at most 133,143, so that no sum of 127·127 leaves int32; columns are even.
//
// Sums are whole numbers, so they are exact and the same in any order: every shape of tile below gives the same bits, and what is off against float64 is the
// rounding of the rows, of the weights, and one of the result.
//
// Many rows: a block makes 128 × 128 of the result with 8 warps of 64 × 32; slices of 64 of the depth travel through a ring of three stages, copied while
// the one before is multiplied (cp.async). It is gemm.cu's scheme byte for byte: a tile's rows are 64 bytes, and its 16-byte parts are exchanged by (r/2) mod 4.
//
// Few rows (a question): what takes time is reading the weights once, and 1536 columns would be 12 such blocks on a GPU of a hundred multiprocessors. So a
// block makes 32 × 32, slices are 128 deep in a ring of six stages (five of 4 KiB of weights under way), and 8 warps of 32 × 16 take a quarter of a slice's
// depth each; their sums are added in shared memory. The parts of a row of 128 bytes are exchanged by r mod 8.
//
// Registers a thread, by NVIDIA's assembler from sm_80 to sm_90 (12.4): at most 127 for many rows, so two blocks share a multiprocessor, and 48 for few; none
// spilt. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
//
// fp8 would have the same rate from sm_89 on; bytes work from sm_80 on, and a scale a row keeps their error as small (see engine/backend/cuda/int8.go).
#include "epilogue.cuh"
#include "prelude_int8.cuh"

namespace bytes {

// Shape of a block's work: rows × columns of the result, slices of the depth in bytes, stages of the ring.
template <int rows_, int columns_, int slice_, int stages_> struct Shape {
  static constexpr int rows = rows_, columns = columns_, slice = slice_, stages = stages_;
  static constexpr int parts = slice / 16, stage = (rows + columns) * slice; // bytes
};
typedef Shape<128, 128, 64, 3> Many;
typedef Shape<32, 32, 128, 6> Few;

// place is where part c of row r lies in a tile: eight rows of a matrix fetch (ldmatrix) lie in eight different parts of the banks.
template <int parts> static inline __device__ int place(int r, int c) { return (r * parts + (c ^ (parts == 8 ? r & 7 : r >> 1 & 3))) * 16; }

// copy_tile starts copying `count` rows from row `first` on of a matrix, from column `from`; what lies behind its last row or column is zeros.
template <int count, int parts>
static inline __device__ void copy_tile(unsigned char *tile, const signed char *matrix, int first, int rows, int depth, int from) {
  UNROLL for (int i = 0; i < count * parts / 256; i++) {
    int at = thread_x() + 256 * i, r = at / parts, c = at % parts, column = from + 16 * c;
    bool there = first + r < rows && column < depth;
    copy_16(tile + place<parts>(r, c), matrix + (there ? (u64)(first + r) * (u64)depth + column : 0), there ? 16 : 0);
  }
}

// Sums are a warp's results: [16 rows][8 columns][fragment].
template <int high, int wide> struct Sums {
  int v[high][wide][4];
  __device__ void clear() {
    UNROLL for (int i = 0; i < high; i++)
      UNROLL for (int j = 0; j < wide; j++)
        UNROLL for (int e = 0; e < 4; e++) v[i][j][e] = 0;
  }
};

// multiply adds the products of 32 of the depth, from part `part` of the tiles on. wide is even.
template <int parts, int high, int wide>
static inline __device__ void multiply(Sums<high, wide> &d, const unsigned char *a, const unsigned char *w, int row, int column, int part) {
  int lane = thread_x() % 32;
  u32 af[high][4], wf[wide / 2][4];
  UNROLL for (int i = 0; i < high; i++) load_matrices(af[i], a + place<parts>(row + 16 * i + lane / 8 % 2 * 8 + lane % 8, part + lane / 16));
  UNROLL for (int j = 0; j < wide / 2; j++) load_matrices(wf[j], w + place<parts>(column + 16 * j + lane / 16 * 8 + lane % 8, part + lane / 8 % 2));
  UNROLL for (int i = 0; i < high; i++)
    UNROLL for (int j = 0; j < wide; j++) multiply_accumulate_bytes(d.v[i][j], af[i], &wf[j / 2][j % 2 * 2]);
}

// slices runs over the depth: each(a, w) multiplies the tiles of one slice.
template <class S, class Each>
static inline __device__ void slices(unsigned char *ring, const signed char *a, const signed char *w, int rows, int columns, int depth, Each each) {
  int row = block_x() * S::rows, column = block_y() * S::columns, count = (depth + S::slice - 1) / S::slice;
  auto fetch = [&](int s) {
    unsigned char *tile = ring + s % S::stages * S::stage;
    if (s < count) {
      copy_tile<S::rows, S::parts>(tile, a, row, rows, depth, s * S::slice);
      copy_tile<S::columns, S::parts>(tile + S::rows * S::slice, w, column, columns, depth, s * S::slice);
    }
    copies_close(); // an empty group too, so that the count of groups is the count of slices
  };
  for (int s = 0; s < S::stages - 1; s++) fetch(s);
  for (int s = 0; s < count; s++) {
    copies_wait<S::stages - 2>();
    BARRIER(); // all have their part of slice s, and nobody reads the stage that is filled next any more
    fetch(s + S::stages - 1);
    const unsigned char *tile = ring + s % S::stages * S::stage;
    each(tile, tile + S::rows * S::slice);
  }
}

// many calls put(row, column, x, y, got) for the pairs of sums that a lane has of a block's 128 × 128; got is what get(row, column) gave, for eight pairs at a time.
template <class Get, class Put>
static inline __device__ void many(const signed char *a, const signed char *w, int rows, int columns, int depth, Get get, Put put) {
  SHARED_BYTES(ring);
  int warp = thread_x() / 32, lane = thread_x() % 32, high = warp % 2 * 64, wide = warp / 2 * 32;
  Sums<4, 4> d;
  d.clear();
  slices<Many>(ring, a, w, rows, columns, depth, [&](const unsigned char *at, const unsigned char *wt) {
    UNROLL for (int k = 0; k < 2; k++) multiply<4>(d, at, wt, high, wide, 2 * k);
  });
  int row = block_x() * 128 + high + lane / 4, column = block_y() * 128 + wide + lane % 4 * 2;
  UNROLL for (int i = 0; i < 4; i++) {
    u32 got[8];
    UNROLL for (int j = 0; j < 8; j++) got[j] = get(row + 16 * i + j % 2 * 8, column + j / 2 * 8);
    UNROLL for (int j = 0; j < 8; j++) put(row + 16 * i + j % 2 * 8, column + j / 2 * 8, d.v[i][j / 2][j % 2 * 2], d.v[i][j / 2][j % 2 * 2 + 1], got[j]);
  }
}

// few does so for 32 × 32, of which each of four warps has the sums over another quarter of the depth.
template <class Get, class Put>
static inline __device__ void few(const signed char *a, const signed char *w, int rows, int columns, int depth, Get get, Put put) {
  SHARED_BYTES(ring);
  int warp = thread_x() / 32, lane = thread_x() % 32, quarter = warp / 2;
  Sums<2, 2> d;
  d.clear();
  slices<Few>(ring, a, w, rows, columns, depth,
              [&](const unsigned char *at, const unsigned char *wt) { multiply<8>(d, at, wt, 0, warp % 2 * 16, 2 * quarter); });
  BARRIER(); // all slices have come and are multiplied: the ring is nobody's any more
  int *sums = (int *)ring; // [quarter][32 rows][32 columns]
  UNROLL for (int i = 0; i < 2; i++)
    UNROLL for (int j = 0; j < 2; j++)
      UNROLL for (int e = 0; e < 4; e++)
        sums[(quarter * 32 + 16 * i + lane / 4 + e / 2 * 8) * 32 + warp % 2 * 16 + 8 * j + lane % 4 * 2 + e % 2] = d.v[i][j][e];
  BARRIER();
  UNROLL for (int i = 0; i < 2; i++) {
    int row = thread_x() / 16 + 16 * i, column = thread_x() % 16 * 2, x = 0, y = 0;
    UNROLL for (int q = 0; q < 4; q++) {
      const int *at = sums + (q * 32 + row) * 32 + column;
      x += at[0], y += at[1];
    }
    put(row, block_y() * 32 + column, x, y, get(row, block_y() * 32 + column));
  }
}

} // namespace bytes

// A pair of sums is put as the numbers that they stand for.
#define SCALED(put)                                                                                                     \
  [&](int row, int column, int x, int y, u32 added) {                                                                  \
    (void)added;                                                                                                       \
    if (row >= rows || column >= columns) return;                                                                      \
    float scale = row_scales[row], first = scaled(x, scale, column_scales[column], bias ? bias[column] : 0);           \
    float second = scaled(y, scale, column_scales[column + 1], bias ? bias[column + 1] : 0);                           \
    put;                                                                                                               \
  }

#define FOLLOWED_BY(name, F, work)                                                                                                              \
  KERNEL(256) gemm_int8##name(bf16 *out, const signed char *a, const float *row_scales, const signed char *w, const float *column_scales,       \
                              const float *bias, const bf16 *residual, int rows, int columns, int depth) {                                      \
    work(a, w, rows, columns, depth, [&](int row, int column) { return residual_pair(residual, row, column, rows, columns); },                   \
         SCALED((put_pair<F>(out, nullptr, added, row, column, rows, columns, first, second))));                                                    \
  }
#define GATED(name, work)                                                                                                                       \
  KERNEL(256) gemm_int8##name(bf16 *out, const signed char *a, const float *row_scales, const signed char *w, const float *column_scales,       \
                              const float *bias, int rows, int columns, int depth) {                                                            \
    work(a, w, rows, columns, depth, [](int, int) { return 0u; }, SCALED(put_gated(out, nullptr, row, column, rows, columns, first, second)));                                   \
  }

FOLLOWED_BY(, Plain, bytes::many)
FOLLOWED_BY(_gelu, Gelu, bytes::many)
FOLLOWED_BY(_gelu_tanh, GeluTanh, bytes::many)
FOLLOWED_BY(_quick_gelu, QuickGelu, bytes::many)
GATED(_swiglu, bytes::many)
FOLLOWED_BY(_few, Plain, bytes::few)
FOLLOWED_BY(_few_gelu, Gelu, bytes::few)
FOLLOWED_BY(_few_gelu_tanh, GeluTanh, bytes::few)
FOLLOWED_BY(_few_quick_gelu, QuickGelu, bytes::few)
GATED(_few_swiglu, bytes::few)
#undef FOLLOWED_BY
#undef GATED
#undef SCALED
