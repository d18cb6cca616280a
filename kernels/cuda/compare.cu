// Rows of the index held against a question, exactly, and their scores, as engine/search does it (table.go, temporal.go, fuse.go).
//
//   E1 E7 E8 E10 E11   scale · (unit · Σ question·row), int16 by int8, summed exactly; E5 of two such products what its question asks for
//   E9                 1 − 2·(bits that differ)/10,000
//   E2 E3 E4           the cosines of two times, from tables
//   E6 E13             what score_terms has written
//   score              Σ weight·(x − mean)/deviation over Σ weight, in float64, over the spaces in which the row has a value
//
// Layout: seats and looks as seat.go says, the question as compare.go says, in shared memory; a warp a row, out table float32 [13][n] and score float32 [n]. A lane
// loads 16 bytes of a row, and of the question the upper bytes, signed, and the lower ones, unsigned, so that four products are one instruction; both sums of all
// seven columns fit 32 bits and are added over the warp at the end, all at once, with the bits that differ. So all loads of a row stand free of each other, 7 KB of
// them. What is rounded is rounded step by step in the processor's order (prelude_compare.cuh), so the numbers are the processor's, bit for bit; the exponentials of
// E2 are this kernel's own and good to 1e-16, so E2 may be off by a unit in the last place where it lies that near to the middle of two float32s.
//
// Bound: reading, 7 KB a row; the same row of the question comes from shared memory. Beside it stand some 1,500 instructions a row, 400 of them to add up 256 cosines
// of E4 one after the other, as the processor does. An H200 issues as many for .62 rows a ns and reads .68, so all rows of a look go at about nine tenths of its
// bandwidth. On GPUs with few units for float64 (sm_86, sm_89) the 256 products of E4 take 256 cycles of a multiprocessor and row, which is still less than a row's
// reading there. At 128 registers a thread two blocks are at work on a multiprocessor, each warp of which has a whole row on its way: 110 KB, where 29 are needed to
// read without a pause. A question is 13 KB, which each block fetches from the L2 cache: for 8 rows (picked ones) that is a fifth of what it reads, for 64 (all rows)
// a fortieth. 8,192 picked rows are 1,024 blocks, 8 of 132 multiprocessors each: 12 µs by the bytes.
// At most 128 registers a thread, by NVIDIA's assembler from sm_80 to sm_90 (12.4); on sm_80 and sm_89 compare_rows keeps 8 bytes beside them.
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "compare.cuh"

namespace compare {

// Spaces, by number.
enum { E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13 };

// COLUMNS calls what(column, width, where its part of the question begins, the first of its loads, space) for each dense column.
#define COLUMNS(what) \
  what(0, 1024, 0, 0, E1) what(1, 768, 2048, 2, E5) what(2, 768, 3584, 4, E5) what(3, 1536, 5120, 6, E7) \
  what(4, 384, 8192, 9, E8) what(5, 768, 8960, 10, E10) what(6, 384, 10496, 12, E11)

// Row is what a warp knows of its row.
struct Row {
  const u64 *seat;
  int number, r; // in the look, and in its chunk
  u32 has;       // the spaces that are compared and in which it has a value that is here
};

// row_of looks a row up.
static inline __device__ Row row_of(const u64 *table, const int *chunks, const Question *q, int number) {
  Row row = {seats::of(table, chunks, number), number, number % seats::rows, 0};
  u32 here = 1u << E2 | 1u << E3 | 1u << E4 | (q->sparse[0] ? 1u << E6 : 0) | (q->sparse[1] ? 1u << E13 : 0) | (row.seat[seats::BITS] ? 1u << E9 : 0);
#define HERE(column, width, at, load, space) \
  if (row.seat[seats::VALUES + column]) here |= 1u << space;
  COLUMNS(HERE)
#undef HERE
  if ((q->causes != 0 && !row.seat[seats::VALUES + 1]) || (q->effects != 0 && !row.seat[seats::VALUES + 2])) here &= ~(1u << E5);
  row.has = q->spaces & seats::present(row.seat, row.r) & here;
  return row;
}

// scale_of_lane gives a lane the row's scale in the column of its number.
static inline __device__ float scale_of_lane(const Row &row, int lane) {
  float scale = 0;
#define SCALE(column, width, at, load, space) \
  if (lane == column && (row.has >> space & 1) && row.seat[seats::VALUES + column]) \
    scale = ((const float *)(row.seat[seats::VALUES + column] + (u64)seats::rows * width))[row.r];
  COLUMNS(SCALE)
#undef SCALE
  return scale;
}

// pair is E5 of the products with a row's cause and effect (engine/search probe.pair).
static inline __device__ float pair(const Question *q, float cause, float effect) {
  if (q->likeness) return div_of(add_of(cause, effect), 2.0f);
  if (q->effects == 0) return mul_of(cause, q->causes);
  if (q->causes == 0) return mul_of(q->effects, effect);
  return effect > cause ? effect : cause;
}

// put_product has the lane of a column's number write the product into the room, of the sums of the upper and lower bytes' products.
static inline __device__ void put_product(Room *room, const Question *q, const int *sums, float scale, int lane) {
  int upper = 0, lower = 0;
  UNROLL for (int i = 0; i < columns; i++)
    if (lane == i) upper = sums[2 * i], lower = sums[2 * i + 1];
  if (lane < columns) room->products[lane] = mul_of(scale, mul_of(q->units[lane], (float)(256 * (i64)upper + lower)));
}

// similarity_of_lane gives lane v the row's similarity in space v; NaN where there is none. All that is read of the row is asked for before the first of it is used.
static inline __device__ float similarity_of_lane(const Row &row, const Shared *s, Room *room, const Tables *t, int lane) {
  const Question *q = (const Question *)s->question;
  u32x4 values[13];
  u64 bits[bit_loads];
  bool times = row.has & (1u << E2 | 1u << E3 | 1u << E4);
  i64 time = times ? ((const i64 *)(row.seat[seats::HEAD] + seats::times_at))[row.r] : 0;
#define FETCH(column, width, at, load, space) \
  fetch<width>(values + load, (const void *)row.seat[seats::VALUES + column], row.r, (row.has >> space & 1) && row.seat[seats::VALUES + column], lane);
  COLUMNS(FETCH)
#undef FETCH
  fetch_bits(bits, (const u64 *)row.seat[seats::BITS], row.r, row.has >> E9 & 1, lane);
  float scale = scale_of_lane(row, lane), mine = nan_of();
  if ((row.has >> E6 & 1) && lane == E6) mine = q->sparse[0][row.number];
  if ((row.has >> E13 & 1) && lane == E13) mine = q->sparse[1][row.number];
  if (times) put_times(room, q, t, time, lane);
  int sums[2 * columns + 1] = {};
#define DOT(column, width, at, load, space) dot<width>(sums + 2 * column, values + load, s->question + values_at + at, lane);
  COLUMNS(DOT)
#undef DOT
  sums[2 * columns] = distance(bits, (const u64 *)(s->question + bits_at), lane);
  warp_add(sums);
  put_product(room, q, sums, scale, lane);
  meet();
#define TAKE(column, width, at, load, space) \
  if (space != E5 && (row.has >> space & 1) && lane == space) mine = room->products[column];
  COLUMNS(TAKE)
#undef TAKE
  if ((row.has >> E5 & 1) && lane == E5) mine = pair(q, room->products[1], room->products[2]);
  if ((row.has >> E2 & 1) && lane == E2) mine = recent(room);
  if ((row.has >> E3 & 1) && lane == E3) mine = periodic(room);
  if ((row.has >> E4 & 1) && lane == E4) mine = positional(room);
  if ((row.has >> E9 & 1) && lane == E9) mine = add_of(1.0f, -div_of(2 * (float)sums[2 * columns], 10000.0f));
  return mine;
}

// put_score writes a space's share of the score into the room; the lane of a space without a similarity adds nothing to either sum.
static inline __device__ void put_score(Room *room, const Question *q, float mine, int lane) {
  bool has = mine == mine;
  double z = div_of(add_of((double)mine, -q->means[lane]), q->deviations[lane]);
  room->parts[lane] = has ? mul_of(q->weights[lane], z) : 0.0;
  room->weights[lane] = has ? q->weights[lane] : 0.0;
}

// score adds up what put_score has written, in the order of the spaces; all lanes do the same.
static inline __device__ float score(const Room *room) {
  double sum = 0, total = 0;
  UNROLL for (int v = 0; v < spaces; v++) sum = add_of(sum, room->parts[v]), total = add_of(total, room->weights[v]);
  return (float)div_of(sum, total);
}

// row compares the row of a number, −1 for none, and writes what is wanted at its place of n.
static inline __device__ void row(Shared *s, const u64 *table, const int *chunks, const Tables *t, int number, int place, int n, float *similarities, float *fused) {
  const Question *q = (const Question *)s->question;
  int lane = thread_x() % 32;
  Room *room = &s->rooms[thread_x() / 32];
  float mine = nan_of();
  if (number >= 0) mine = similarity_of_lane(row_of(table, chunks, q, number), s, room, t, lane);
  if (lane < spaces && similarities) similarities[(u64)lane * (u64)n + place] = mine;
  meet(); // what lies in the room has been read
  if (!fused) return;
  bool found = lanes_where(mine > 0), near = !(q->least > 0) || lanes_where((q->deciding >> lane & 1) && (double)mine >= q->least);
  if (lane < spaces) put_score(room, q, mine, lane);
  meet();
  float all = found && near ? score(room) : nan_of();
  if (lane == 0) fused[place] = all;
  meet(); // and again, before the next row
}

// bring copies the question into shared memory.
static inline __device__ void bring(Shared *s, const void *question) {
  for (int i = thread_x(); i < question_bytes / 16; i += 32 * warps) ((u32x4 *)s->question)[i] = load_16((const u32x4 *)question + i);
  BARRIER();
}

} // namespace compare

// compare_rows takes the rows of a list, or all of a look that are allowed; a warp takes so many turns.
KERNEL(256) compare_rows(const u64 *table, const int *chunks, const u32 *allowed, const compare::Tables *tables, const void *question, const int *rows, int n, int turns,
                         float *similarities, float *fused) {
  __shared__ compare::Shared s;
  compare::bring(&s, question);
  int place = block_x() * turns * compare::warps + thread_x() / 32, end = lesser(n, (block_x() + 1) * turns * compare::warps);
  for (; place < end; place += compare::warps) {
    int number = rows ? rows[place] : allowed[place / 32] >> place % 32 & 1 ? place : -1;
    compare::row(&s, table, chunks, tables, number, place, n, similarities, fused);
  }
}

// compare_selected takes the rows that select has left (select.go), or those of a list whose places it has left.
KERNEL(256) compare_selected(const u64 *table, const int *chunks, const compare::Tables *tables, const void *question, const int *selected, const int *among, int most,
                             int *rows, float *similarities, float *fused) {
  __shared__ compare::Shared s;
  compare::bring(&s, question);
  int place = block_x() * compare::warps + thread_x() / 32;
  if (place >= most) return;
  int greater = selected[0], tied = place - greater, number = -1;
  if (tied < 0) number = selected[4 + place];
  else if (tied < selected[2]) number = selected[4 + most + tied]; // as place < most, there is room
  if (among && number >= 0) number = among[number];
  if (rows && thread_x() % 32 == 0) rows[place] = number;
  compare::row(&s, table, chunks, tables, number, place, most, similarities, fused);
}
