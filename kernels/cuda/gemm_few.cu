// Matrix products of few rows (a question): what gemm.cu computes, out = f(a·wᵀ + bias) (+ residual), for a GPU that would idle otherwise.
//
// Layout: as gemm.cu's, but the depth is a multiple of 8.
//
// With few rows what takes time is reading the weights once: 1024 × 1024 are 2 MiB, .44 µs of an H200's memory. gemm.cu's tiles are 128 columns wide, so eight
// blocks of a GPU of 132 multiprocessors would read them, at the rate of eight (some 50 bytes a cycle each: 3 µs). So a block makes 32 × 32 here and
// 32 of them read. Slices are 64 deep, 8 KiB of a and w together, in a ring of six stages, five of them under way: 20 KiB of weights a block, 640 KiB for 1024
// columns; memory wants 3 MiB under way for its full rate (4.8 TB/s · .7 µs), which products of 4096 columns have. Splitting the depth over blocks would give the
// narrow ones more, but their sums would have to meet in memory, in no fixed order or by one more launch; it is left.
//
// Eight warps: 32 rows × 16 columns and a quarter of the slice's depth each; the four sums of a number are added in shared memory, always in the same
// order. A row of a slice is 128 bytes; its 16-byte parts are exchanged by r mod 8, so that eight rows of a matrix fetch lie in eight parts of the banks.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "epilogue.cuh"

#define SIDE 32   // of a block's tile, both ways
#define SLICE 64  // of the depth
#define STAGES 6
#define TILE (SIDE * SLICE * 2)

namespace few {

static inline __device__ int place(int r, int c) { return r * 128 + (c ^ (r & 7)) * 16; }

// fetch starts copying a tile of rows first…, from column `from` of the depth on: a thread moves 16 bytes; what is not there is zeros.
static inline __device__ void fetch(unsigned char *tile, const bf16 *matrix, int first, int rows, int depth, int from) {
  int r = thread_x() / 8, c = thread_x() % 8;
  bool there = first + r < rows && from + 8 * c < depth;
  copy_16(tile + place(r, c), there ? matrix + (u64)(first + r) * (u64)depth + from + 8 * c : matrix, there ? 16 : 0);
}

// Sums are a warp's: [16 rows][8 columns][fragment].
struct Sums {
  float v[2][2][4];
};

static inline __device__ void multiply_slice(Sums &d, const unsigned char *a, const unsigned char *w) {
  int lane = thread_x() % 32, warp = thread_x() / 32, part = warp / 2 * 2;
  u32 af[2][4], wf[4];
  UNROLL for (int i = 0; i < 2; i++) load_matrices(af[i], a + place(16 * i + lane / 8 % 2 * 8 + lane % 8, part + lane / 16));
  load_matrices(wf, w + place(warp % 2 * 16 + lane / 16 * 8 + lane % 8, part + lane / 8 % 2));
  UNROLL for (int i = 0; i < 2; i++)
    UNROLL for (int j = 0; j < 2; j++) multiply_accumulate(d.v[i][j], af[i], wf + 2 * j);
}

// gather puts a warp's sums where all find them: float32 [quarter][row][column].
static inline __device__ void gather(float *sums, const Sums &d) {
  int lane = thread_x() % 32, warp = thread_x() / 32;
  float *mine = sums + (warp / 2 * SIDE + lane / 4) * SIDE + warp % 2 * 16 + lane % 4 * 2;
  UNROLL for (int i = 0; i < 2; i++)
    UNROLL for (int j = 0; j < 2; j++)
      UNROLL for (int e = 0; e < 4; e++) mine[(16 * i + e / 2 * 8) * SIDE + 8 * j + e % 2] = d.v[i][j][e];
}

static inline __device__ float *product(unsigned char *ring, const bf16 *a, const bf16 *w, int rows, int columns, int depth) {
  int row = block_x() * SIDE, column = block_y() * SIDE, slices = (depth + SLICE - 1) / SLICE;
  Sums d;
  UNROLL for (int i = 0; i < 16; i++) d.v[i / 8][i / 4 % 2][i % 4] = 0;
  for (int s = 0; s < slices + STAGES - 1; s++) {
    int now = s - (STAGES - 1); // the slice that is multiplied while s is asked for
    if (now >= 0) {
      copies_wait<STAGES - 2>();
      BARRIER(); // all have their part of the slice, and nobody reads the stage that is filled next any more
    }
    if (s < slices) {
      unsigned char *tile = ring + s % STAGES * 2 * TILE;
      fetch(tile, a, row, rows, depth, s * SLICE);
      fetch(tile + TILE, w, column, columns, depth, s * SLICE);
    }
    copies_close(); // an empty group too, so that the count of groups is the count of slices
    if (now >= 0) multiply_slice(d, ring + now % STAGES * 2 * TILE, ring + now % STAGES * 2 * TILE + TILE);
  }
  BARRIER();
  gather((float *)ring, d);
  BARRIER();
  return (float *)ring;
}

// sum adds the quarters of one number of the tile.
static inline __device__ float sum(const float *sums, int r, int c) {
  float s = 0;
  UNROLL for (int quarter = 0; quarter < 4; quarter++) s += sums[(quarter * SIDE + r) * SIDE + c];
  return s;
}

// each calls put(row, column, x, y) for the pairs of results that a thread has.
template <class Put> static inline __device__ void each(const float *sums, Put put) {
  UNROLL for (int i = 0; i < 2; i++) {
    int at = thread_x() + 256 * i, r = at / (SIDE / 2), c = at % (SIDE / 2) * 2;
    put(block_x() * SIDE + r, block_y() * SIDE + c, sum(sums, r, c), sum(sums, r, c + 1));
  }
}

} // namespace few

#define FOLLOWED_BY(name, F)                                                                                                                   \
  KERNEL(256) gemm_few##name(bf16 *out, const bf16 *a, const bf16 *w, const float *bias, const bf16 *residual, int rows, int columns, int depth) { \
    SHARED_BYTES(ring);                                                                                                                        \
    few::each(few::product(ring, a, w, rows, columns, depth),                                                                                  \
              [&](int row, int column, float x, float y) { put_pair<F>(out, bias, residual_pair(residual, row, column, rows, columns), row, column, rows, columns, x, y); }); \
  }
FOLLOWED_BY(, Plain)
FOLLOWED_BY(_gelu, Gelu)
FOLLOWED_BY(_gelu_tanh, GeluTanh)
FOLLOWED_BY(_quick_gelu, QuickGelu)
#undef FOLLOWED_BY

KERNEL(256) gemm_few_swiglu(bf16 *out, const bf16 *a, const bf16 *w, const float *bias, int rows, int columns, int depth) {
  SHARED_BYTES(ring);
  few::each(few::product(ring, a, w, rows, columns, depth),
            [&](int row, int column, float x, float y) { put_gated(out, bias, row, column, rows, columns, x, y); });
}

#undef SIDE
#undef SLICE
#undef STAGES
#undef TILE
