// Products of matrices by warpgroups (wgmma, sm_90a): the ring in shared memory, the two kinds of warpgroups, the tiles that a block walks through, and how results
// are written. gemm_wgmma.cu multiplies bf16 by it, gemm_wgmma_int8.cu signed bytes: a row is bytes here, and what they stand for matters to the
// instruction alone.
//
// A block makes 128 × 256 (or × 128) of the result, then its next tile, until all are made. Shared memory is a ring of stages, each a slice of 128 bytes of the
// depth: 128 rows of a and 256 of w, whose 16-byte parts are exchanged by the row (part c of row r lies at c ^ r mod 8), as the tensor cores
// want them: so neither the copies nor they meet in a bank. Three warpgroups share the work:
//   - the last one fills the ring. Its threads copy a past the registers, 16 bytes each (cp.async), and one of them starts bulk copies of w's tiles, which lie in
//     memory as they shall lie here. Nobody waits for them: copies arrive at the slice's gate themselves;
//   - the other two multiply 64 rows each by all columns, out of shared memory, and say of a slice when they are done with it. They take turns: while one waits
//     for its product, or writes a tile, the other's product keeps the tensor cores busy. Writing takes as long as some slices, so the second
//     begins when the ring has been filled once, up to which the first may be ahead; else both would write at the same time, and nobody multiply.
// A slice is `full` when the copies of 128 threads have arrived, and the bulk copies' bytes; it is `empty` when eight warps have arrived that are done with it.
//
// A team of two blocks is a cluster, on two multiprocessors, and makes tiles one below the other, for which both need the same weights. Each copies one half of
// a slice of w, to both at once (multicast); a stage is empty when the warps of both blocks are done with it, since both fill it. The blocks meet before they begin,
// when the gates are open, and before they end, since each may still arrive at the other's.
//
// With 256 columns the accumulators are 128 registers of a thread, so the filling warpgroup gives most of its own away: 40 · 128 + 232 · 256 = 64,512 =
// 168 · 384, what a multiprocessor has for 384 threads. With 128 columns they are 64, and no registers change hands.
//
// Source of the scheme: the PTX ISA on wgmma, mbarrier and the async proxy, and the programming guide's on warp specialisation.
#pragma once
#include "epilogue.cuh"
#include "prelude_hopper.cuh"

namespace wgmma {

constexpr int side = 128; // rows of a block's tile, and columns of a tile of weights
constexpr int slice = 128; // bytes of the depth, which the parts' exchange is made for
constexpr int half = side * slice; // bytes of 128 rows of a slice
constexpr int ring_bytes = 12 * half;
constexpr int fillers = 128; // threads that fill the ring
constexpr int group_rows = 16; // rows of tiles that blocks walk together

// swizzled is where part c of row r lies.
static inline __device__ int swizzled(int r, int c) { return r * 128 + (c ^ (r & 7)) * 16; }

// Job is what a block is given.
struct Job {
  const unsigned char *a; // [rows, depth]
  const unsigned char *tiles; // of the weights
  int rows, columns, depth, blocks; // depth in bytes; blocks is of clusters where there are some
  __device__ int slices() const { return (depth + slice - 1) / slice; }
};

// Ring is a block's shared memory: stages of a slice of a and one of w, and their gates. A team is one block, or the two of a cluster.
template <int width, int team> struct Ring {
  static const int halves = width / side;
  static const int stages = 12 / (1 + halves); // 192 KiB: 4 for 256 columns, 6 for 128
  unsigned char *base;
  __device__ unsigned char *rows(int i) const { return base + i % stages * (1 + halves) * half; }
  __device__ unsigned char *weights(int i) const { return rows(i) + half; }
  __device__ void *full(int i) const { return base + ring_bytes + 16 * (i % stages); }
  __device__ void *empty(int i) const { return base + ring_bytes + 16 * (i % stages) + 8; }
  static __device__ int parity(int i) { return i / stages & 1; }
};

// Tiles walks through the tiles of a team: groups of 16 rows of tiles, in these column by column. A team's blocks have tiles one below the other; the last one's
// may have no row, and then it works for the other alone.
template <int width, int team> struct Tiles {
  static const int most = group_rows / team;
  int down, across, at, rank;
  __device__ Tiles(const Job &job)
      : down((job.rows + side * team - 1) / (side * team)), across((job.columns + width - 1) / width), at(block_x() / team), rank(team == 1 ? 0 : cluster_rank()) {}
  __device__ bool any() const { return at < down * across; }
  __device__ int group() const { return at / (most * across) * most; }
  __device__ int high() const { return lesser(down - group(), most); }
  __device__ int row() const { return ((group() + at % (most * across) % high()) * team + rank) * side; }
  __device__ int column() const { return at % (most * across) / high() * width; }
};

// fetch_rows starts a thread's copies of a slice of a, of every sixteenth row; rows behind the last and what is behind the depth are zeros. All of a thread's
// parts lie alike within eight rows, so that it counts one pointer on: the filling warpgroup has few registers.
static inline __device__ void fetch_rows(unsigned char *to, const Job &job, int row, int from) {
  int r = thread_x() % fillers / 8, c = thread_x() % 8;
  const unsigned char *source = job.a + (u64)(row + r) * (u64)job.depth + from + 16 * c;
  int left = from + 16 * c < job.depth ? job.rows - row - r : 0;
  to += swizzled(r, c);
  UNROLL for (int i = 0; i < side * 8 / fillers; i++) {
    bool there = left > fillers / 8 * i;
    copy_16(to + fillers * 16 * i, there ? source : job.a, there ? 16 : 0);
    source += (u64)job.depth * (fillers / 8);
  }
}

// fetch_weights starts the bulk copies of slice s of the columns. Of a team each block copies one half, to both. A last half that no column is in stays as it was:
// nobody reads what comes of it.
template <int width, int team>
static inline __device__ void fetch_weights(const Ring<width, team> &ring, int i, const Job &job, int rank, int column, int slices, int s) {
  int halves = lesser(width / side, (job.columns - column + side - 1) / side);
  gate_arrive_expecting(ring.full(i), halves * half);
  for (int h = 0; h < halves; h++) {
    const unsigned char *tile = job.tiles + ((u64)(column / side + h) * (u64)slices + s) * half;
    if (team == 1) copy_bulk(ring.weights(i) + h * half, tile, half, ring.full(i));
    else if (h == rank) copy_bulk_to(ring.weights(i) + h * half, tile, half, ring.full(i), (1 << team) - 1);
  }
}

template <int width, int team> static inline __device__ void fill(const Ring<width, team> &ring, const Job &job) {
  int slices = job.slices(), i = 0; // stages asked for so far
  for (Tiles<width, team> t(job); t.any(); t.at += job.blocks) {
    int row = t.row(), column = t.column();
    for (int s = 0; s < slices; s++, i++) {
      if (team == 1) gate_wait(ring.empty(i), ring.parity(i) ^ 1);
      else gate_wait_cluster(ring.empty(i), ring.parity(i) ^ 1);
      if (thread_x() % fillers == 0) fetch_weights(ring, i, job, t.rank, column, slices, s);
      fetch_rows(ring.rows(i), job, row, s * slice);
      copies_arrive(ring.full(i));
    }
  }
  for (int j = i < ring.stages ? 0 : i - ring.stages; j < i; j++) gate_wait(ring.full(j), ring.parity(j)); // nobody ends while copies of its are under way
}

// release says that a warp has read stage i: to all blocks of its team, which copy to it.
template <int width, int team> static inline __device__ void release(const Ring<width, team> &ring, int i) {
  int lane = thread_x() % 32;
  if (team == 1 && lane == 0) gate_arrive(ring.empty(i));
  if (team > 1 && lane < team) gate_arrive_at(ring.empty(i), lane);
}

// multiply_tile adds a tile's slices; i counts the stages since the block began.
template <int width, int team, class Sum> static inline __device__ void multiply_tile(Sum (&d)[width / 2], const Ring<width, team> &ring, int slices, int &i) {
  for (int s = 0; s < slices; s++, i++) {
    gate_wait(ring.full(i), ring.parity(i));
    copies_show();
    u64 a = swizzled_rows(ring.rows(i) + thread_x() / 128 * (half / 2)), w = swizzled_rows(ring.weights(i));
    warpgroup_begin(d);
    UNROLL for (int k = 0; k < slice / 32; k++) warpgroup_multiply(d, a + 2 * k, w + 2 * k);
    warpgroup_close();
    warpgroup_wait(d);
    release(ring, i);
  }
}

// trade gives a lane's second word for its partner's first: afterwards the lower one has both first words, the upper one both second words.
static inline __device__ void trade(u32 &first, u32 &second, int distance) {
  bool upper = thread_x() & distance;
  u32 kept = upper ? second : first, got = swap_words(upper ? first : second, distance);
  first = upper ? got : kept;
  second = upper ? kept : got;
}

// turn exchanges words among the four lanes of a quad: lane t is given word t of each lane.
static inline __device__ void turn(u32 (&v)[4]) {
  trade(v[0], v[1], 1), trade(v[2], v[3], 1);
  trade(v[0], v[2], 2), trade(v[1], v[3], 2);
}

static inline __device__ void get_16(u32 (&v)[4], const bf16 *from, u64 at) {
  u32x4 words = *(const u32x4 *)(from + at);
  UNROLL for (int j = 0; j < 4; j++) v[j] = words[j];
}
static inline __device__ void put_16(bf16 *out, u64 at, const u32 (&v)[4]) {
  u32x4 words = {v[0], v[1], v[2], v[3]};
  *(u32x4 *)(out + at) = words;
}

// Place is where a quad reads or writes 32 columns of a row: a lane 16 bytes of it.
struct Place {
  u64 at;
  bool there;
  __device__ Place(int row, int column, int rows, int columns) {
    int mine = column + thread_x() % 4 * 8;
    there = row < rows && mine < columns;
    at = (u64)row * (u64)columns + mine;
  }
};

// put_32 writes 32 columns of one of a lane's rows: pairs x[0], x[2], … lie 8 columns apart. A quad's lanes exchange their words, so that each writes 16
// bytes and all of them 64 in a row; added, where there is something to add, comes as it was read.
template <class F> static inline __device__ void put_32(bf16 *out, bool adds, u32 (&added)[4], const Place &place, const float (&x)[8]) {
  u32 v[4];
  if (adds) turn(added);
  UNROLL for (int j = 0; j < 4; j++) v[j] = pack(F::of(x[2 * j]) + low_of(added[j]), F::of(x[2 * j + 1]) + high_of(added[j]));
  turn(v);
  if (place.there) put_16(out, place.at, v);
}

// put_gated_64 writes what becomes of 64 columns, pairs of gate and value: 32 of the result.
static inline __device__ void put_gated_64(bf16 *out, int row, int column, int rows, int columns, const float (&x)[16]) {
  u32 v[4], w[4];
  UNROLL for (int j = 0; j < 4; j++) v[j] = pack(silu_of(x[4 * j]) * x[4 * j + 1], silu_of(x[4 * j + 2]) * x[4 * j + 3]);
  turn(v); // now v[s] holds columns s and 4 + s of the lane's eight
  w[0] = (v[0] & 0xffffu) | v[1] << 16, w[1] = (v[2] & 0xffffu) | v[3] << 16;
  w[2] = v[0] >> 16 | (v[1] & 0xffff0000u), w[3] = v[2] >> 16 | (v[3] & 0xffff0000u);
  int mine = column + thread_x() % 4 * 16;
  if (row < rows && mine < columns) put_16(out, ((u64)row * (u64)columns + mine) / 2, w);
}

// begin opens the gates and says where shared memory begins for a block: at the next multiple of 1024.
template <int width, int team> static inline __device__ Ring<width, team> begin(unsigned char *shared) {
  Ring<width, team> ring = {shared + (-shared_address(shared) & 1023)};
  if (thread_x() == 2 * 128) {
    for (int i = 0; i < ring.stages; i++) gate_open(ring.full(i), fillers + 1), gate_open(ring.empty(i), 8 * team);
    gates_show();
  }
  if (team == 1) BARRIER();
  else cluster_meet();
  return ring;
}

// Write puts a lane's sums of a tile where they belong; row and column are the first of them. Values says what sums are and stand for: Sum, start, what they begin
// with, and Some, what must be read for so many times 8 columns. All that 32 · ahead columns need is read before the first of them is written, so that memory
// is waited for once: what is written may lie where it is read, and the compiler leaves such loads behind the stores before them.
template <int width, class F, class Values> struct Write {
  typedef typename Values::Sum Sum;
  static const int ahead = Values::ahead;
  Values values;
  bf16 *out;
  const bf16 *residual;
  __device__ void start(Sum (&d)[width / 2], const Job &job, int column) const { values.start(d, job, column); }
  __device__ void operator()(const Sum (&d)[width / 2], const Job &job, int row, int column) const {
    UNROLL for (int from = 0; from < width / 32; from += ahead) {
      u32 added[ahead][2][4];
      UNROLL for (int j = 0; j < ahead; j++)
        UNROLL for (int h = 0; h < 2; h++) {
          UNROLL for (int i = 0; i < 4; i++) added[j][h][i] = 0;
          Place place(row + 8 * h, column + 32 * (from + j), job.rows, job.columns);
          if (residual && place.there) get_16(added[j][h], residual, place.at);
        }
      typename Values::template Some<4 * ahead> some(values, job, row, column + 32 * from);
      UNROLL for (int j = 0; j < ahead; j++)
        UNROLL for (int h = 0; h < 2; h++) {
          float x[8];
          UNROLL for (int i = 0; i < 8; i++) x[i] = some.of(d[16 * (from + j) + 4 * (i / 2) + 2 * h + i % 2], 4 * j + i / 2, h, i % 2);
          put_32<F>(out, residual, added[j][h], Place(row + 8 * h, column + 32 * (from + j), job.rows, job.columns), x);
        }
    }
  }
};
template <int width, class Values> struct WriteGated {
  typedef typename Values::Sum Sum;
  Values values;
  bf16 *out;
  __device__ void start(Sum (&d)[width / 2], const Job &job, int column) const { values.start(d, job, column); }
  __device__ void operator()(const Sum (&d)[width / 2], const Job &job, int row, int column) const {
    UNROLL for (int j = 0; j < width / 64; j++) {
      typename Values::template Some<8> some(values, job, row, column + 64 * j);
      UNROLL for (int h = 0; h < 2; h++) {
        float x[16];
        UNROLL for (int i = 0; i < 16; i++) x[i] = some.of(d[32 * j + 4 * (i / 2) + 2 * h + i % 2], i / 2, h, i % 2);
        put_gated_64(out, row + 8 * h, column + 64 * j, job.rows, job.columns, x);
      }
    }
  }
};

// pair_of reads the numbers of a lane's two columns of 8, which lie side by side; zeros where there are none.
static inline __device__ f32x2 pair_of(const float *from, int column, int columns) {
  int c = column + thread_x() % 4 * 2;
  f32x2 both = {0, 0};
  if (from && c < columns) both = *(const f32x2 *)(from + c);
  return both;
}

// multiply_tiles is what the multiplying warpgroups do. put is a Write.
template <int width, int team, class Put> static inline __device__ void multiply_tiles(const Ring<width, team> &ring, const Job &job, const Put &put) {
  typename Put::Sum d[width / 2];
  int i = 0, slices = job.slices(), behind = lesser(ring.stages, slices) - 1;
  Tiles<width, team> t(job);
  if (thread_x() >= 128 && t.any()) gate_wait(ring.full(behind), 0); // the first has begun by then, and goes on as slices come
  for (; t.any(); t.at += job.blocks) {
    put.start(d, job, t.column());
    multiply_tile(d, ring, slices, i);
    put(d, job, t.row() + thread_x() / 32 * 16 + thread_x() % 32 / 4, t.column());
  }
}

template <int width, int team, class Put> static inline __device__ void product(const Job &job, const Put &put) {
  SHARED_BYTES(shared);
  Ring<width, team> ring = begin<width, team>(shared);
  if (thread_x() >= 2 * 128) {
    if (width == 256) fewer_registers<40>();
    fill(ring, job);
  } else {
    if (width == 256) more_registers<232>();
    multiply_tiles(ring, job, put);
  }
  if (team > 1) cluster_meet(); // the other block may still arrive at this one's gates
}

} // namespace wgmma
