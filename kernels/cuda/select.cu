// The greatest of some float32 values: which they are, in the order of their places, and which are equal to the least of them (the records: select.go).
//
// A float's bits, turned so that they order like the value, are a number of 32 bits: its digits of 11, 11 and 10 bits are counted one after the other, each among the
// values whose digits so far are the border's. That gives the border, of which at most as many values as are asked for are the greater ones; they are counted run by
// run, and written behind those of the runs before. So the answer is the same every time, in whatever order blocks come, and the processor need not look in between.
// NaN and −∞ are 0, which is never chosen; both zeros are one number.
//
// Layout: values float32 [rows]; each block has a run of them. Work: counts u32 [3][2048] of the digits, zero at first; found u32 [3][2]: the digits of the border
// that are known, in their places, and how many values begin greater; u32 [2][512] how many values of each run are greater and equal. Every block finds a digit for
// itself, from counts that the launch before left, and the first writes it down for the launch after. Within a run each warp has a part of its own, so that places
// ascend by warps.
//
// Counts are added up in shared memory first. Neighbouring values often have the same upper digit, and adding to one count 32 times takes 32 turns; scores of
// memories spread over some 25 of the first counts, of which a warp's 32 hit one some five times. Bound: reading 4 bytes a value five times, out of the L2 cache up
// to ten million of them, and six launches. Up to 16,384 values are one launch of one block, whose threads meet at barriers instead.
//
// Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude_scan.cuh"

#define DIGITS 2048
#define TILES 512
#define STEPS 4 // values a thread fetches at a time

namespace greatest {

// key_of orders like the value; 0: never chosen.
static inline __device__ u32 key_of(float v) {
  u32 bits = bits_of(v);
  if (v != v || bits == 0xff800000u) return 0;
  if (v == 0) bits = 0;
  return bits >> 31 ? ~bits : bits | 0x80000000u;
}

static inline __device__ float value_of(u32 key) { return float_of(key == 0 ? 0xff800000u : key >> 31 ? key & 0x7fffffffu : ~key); }

// Border is what is known of the border: its upper digits, in their places, and how many values begin greater.
struct Border {
  u32 digits, above;
};

// shift_of is how far a digit's lowest bit stands from the right. The last digit has a bit more than is not known yet, which is the same in all that are counted.
static inline __device__ int shift_of(int digit) { return digit == 0 ? 21 : digit == 1 ? 10 : 0; }

// Run is a part of the values, for some threads that stand side by side.
struct Run {
  u32 from, last;
};

// run_of is a block's.
static inline __device__ Run run_of(int rows, int run) {
  u32 from = (u32)block_x() * (u32)run;
  return {from, (u32)rows - from < (u32)run ? (u32)rows : from + (u32)run};
}

// part_of is a warp's part of its block's run.
static inline __device__ Run part_of(Run run) {
  u32 warps = threads_x() / 32, size = (run.last - run.from + warps - 1) / warps, before = size * (thread_x() / 32), left = run.last - run.from;
  before = before < left ? before : left, size = size < left - before ? size : left - before;
  return {run.from + before, run.from + before + size};
}

// fetch gives a thread the keys of STEPS values, threads apart from each other; 0 behind the last.
static inline __device__ void fetch(u32 keys[STEPS], const float *values, u32 at, u32 last, u32 threads) {
  float v[STEPS];
  UNROLL for (u32 j = 0; j < STEPS; j++) v[j] = at + j * threads < last ? values[at + j * threads] : float_of(0xff800000u);
  UNROLL for (u32 j = 0; j < STEPS; j++) keys[j] = key_of(v[j]);
}

// Room is a block's shared memory.
struct Room {
  u32 counts[DIGITS], sums[1024], groups[32], greater[33], equal[33]; // the last two by warp
  Border border;
};

// count adds the next digit of a run's values that begin like the border to the block's counts.
static inline __device__ void count(Room &room, const float *values, Run run, int digit) {
  for (int i = thread_x(); i < DIGITS; i += threads_x()) room.counts[i] = 0;
  BARRIER();
  Border border = room.border;
  u32 shift = shift_of(digit), known = digit == 0 ? 0 : ~0u << shift_of(digit - 1), threads = threads_x();
  for (u32 i = run.from + thread_x(); i < run.last; i += STEPS * threads) {
    u32 keys[STEPS];
    fetch(keys, values, i, run.last, threads);
    UNROLL for (int j = 0; j < STEPS; j++)
      if (keys[j] && (keys[j] & known) == border.digits) add_at((int *)room.counts + (keys[j] >> shift) % DIGITS, 1);
  }
  BARRIER();
}

// find gives the border one digit more, from the counts: the greatest digit at which there are, with what is above, as many as are asked for; 0 when there are not so
// many.
static inline __device__ void find(Room &room, const u32 *counts, int digit, int most) {
  int share = DIGITS / threads_x(), groups = threads_x() / 32, t = thread_x();
  u32 sum = 0;
  for (int i = 0; i < share; i++) sum += counts[t * share + i];
  room.sums[t] = sum;
  BARRIER();
  if (t < groups) {
    u32 group = 0;
    for (int i = 0; i < 32; i++) group += room.sums[32 * t + i];
    room.groups[t] = group;
  }
  BARRIER();
  Border border = room.border;
  u32 above = border.above;
  for (int g = t / 32 + 1; g < groups; g++) above += room.groups[g];
  for (int i = t + 1; i < (t / 32 + 1) * 32; i++) above += room.sums[i];
  BARRIER(); // all have read the border
  for (int i = share - 1; i >= 0 && above < (u32)most; i--) {
    u32 here = counts[t * share + i];
    if (above + here >= (u32)most) room.border = {border.digits | (u32)(t * share + i) << shift_of(digit), above};
    above += here;
  }
  BARRIER();
}

// tally leaves in room how many values of a run are greater than the border, and how many equal, in the parts of the warps before each; the last says how many there
// are in all.
static inline __device__ void tally(Room &room, const float *values, Run run, u32 border) {
  Run part = part_of(run);
  u32 greater = 0, equal = 0;
  for (u32 i = part.from + thread_x() % 32; i < part.last; i += STEPS * 32) {
    u32 keys[STEPS];
    fetch(keys, values, i, part.last, 32);
    UNROLL for (int j = 0; j < STEPS; j++) greater += keys[j] > border, equal += keys[j] == border && keys[j];
  }
  int sums[2] = {(int)greater, (int)equal};
  warp_add(sums);
  if (thread_x() % 32 == 0) room.greater[thread_x() / 32 + 1] = sums[0], room.equal[thread_x() / 32 + 1] = sums[1];
  BARRIER();
  if (thread_x() == 0) {
    room.greater[0] = room.equal[0] = 0;
    for (int w = 0; w < threads_x() / 32; w++) room.greater[w + 1] += room.greater[w], room.equal[w + 1] += room.equal[w];
  }
  BARRIER();
}

// Out is where a record's parts lie.
struct Out {
  int *record, most;

  __device__ void greater(u32 at, u32 place, float value) const {
    record[4 + at] = (int)place;
    ((float *)record)[4 + 2 * most + at] = value;
  }
  __device__ void tie(u32 at, u32 place) const {
    if (at < (u32)most) record[4 + most + at] = (int)place;
  }
  __device__ void totals(u32 greater, u32 equal, u32 border) const {
    record[0] = (int)greater, record[1] = (int)equal, record[2] = equal < (u32)most ? (int)equal : most;
    ((float *)record)[3] = value_of(border);
  }
};

// write puts a run's places behind those of the runs before, which had so many greater and equal ones.
static inline __device__ void write(const Room &room, Out out, const float *values, Run run, u32 border, u32 greater, u32 equal) {
  Run part = part_of(run);
  u32 lane = thread_x() % 32, before = (1u << lane) - 1;
  greater += room.greater[thread_x() / 32], equal += room.equal[thread_x() / 32];
  for (u32 first = part.from; first < part.last; first += STEPS * 32) { // by all lanes
    u32 keys[STEPS];
    fetch(keys, values, first + lane, part.last, 32);
    for (int j = 0; j < STEPS; j++) {
      u32 place = first + 32 * j + lane, above = lanes_where(keys[j] > border), same = lanes_where(keys[j] == border && keys[j]);
      if (above >> lane & 1) out.greater(greater + ones_of(above & before), place, values[place]);
      if (same >> lane & 1) out.tie(equal + ones_of(same & before), place);
      greater += ones_of(above), equal += ones_of(same);
    }
  }
}

// Work is what launches leave each other.
struct Work {
  u32 counts[3][DIGITS];
  Border found[3];
  u32 greater[TILES], equal[TILES];
};

// learn gives a block the border as far as so many counts tell it: the last digit from its counts, what was known before from who found it.
static inline __device__ void learn(Room &room, Work *work, int digits, int most) {
  if (thread_x() == 0) room.border = digits > 1 ? work->found[digits - 2] : Border{0, 0};
  BARRIER();
  if (digits == 0) return;
  find(room, work->counts[digits - 1], digits - 1, most);
  if (block_x() == 0 && thread_x() == 0) work->found[digits - 1] = room.border;
}

// stage counts one digit more.
static inline __device__ void stage(Room &room, const float *values, int rows, int run, int most, Work *work, int digit) {
  learn(room, work, digit, most);
  count(room, values, run_of(rows, run), digit);
  for (int i = thread_x(); i < DIGITS; i += threads_x())
    if (room.counts[i]) add_at((int *)work->counts[digit] + i, (int)room.counts[i]);
}

} // namespace greatest

KERNEL(256) select_upper(const float *values, int rows, int run, int most, greatest::Work *work) {
  __shared__ greatest::Room room;
  greatest::stage(room, values, rows, run, most, work, 0);
}

KERNEL(256) select_middle(const float *values, int rows, int run, int most, greatest::Work *work) {
  __shared__ greatest::Room room;
  greatest::stage(room, values, rows, run, most, work, 1);
}

KERNEL(256) select_lower(const float *values, int rows, int run, int most, greatest::Work *work) {
  __shared__ greatest::Room room;
  greatest::stage(room, values, rows, run, most, work, 2);
}

KERNEL(256) select_count(const float *values, int rows, int run, int most, greatest::Work *work) {
  __shared__ greatest::Room room;
  greatest::learn(room, work, 3, most);
  greatest::tally(room, values, greatest::run_of(rows, run), room.border.digits);
  if (thread_x() == 0) work->greater[block_x()] = room.greater[8], work->equal[block_x()] = room.equal[8];
}

KERNEL(256) select_write(const float *values, int rows, int run, int most, const greatest::Work *work, int *record) {
  __shared__ greatest::Room room;
  u32 border = work->found[2].digits;
  greatest::Out out{record, most};
  if (thread_x() < 4) room.groups[thread_x()] = 0; // greater and equal ones: of the runs before, of all
  greatest::tally(room, values, greatest::run_of(rows, run), border);
  int tiles = (int)(((u32)rows - 1) / (u32)run + 1);
  int sums[4] = {0, 0, 0, 0};
  for (int i = thread_x(); i < tiles; i += 256) {
    int greater = (int)work->greater[i], equal = (int)work->equal[i];
    if (i < block_x()) sums[0] += greater, sums[1] += equal;
    sums[2] += greater, sums[3] += equal;
  }
  warp_add(sums);
  UNROLL for (int i = 0; i < 4; i++)
    if (thread_x() % 32 == 0) add_at((int *)room.groups + i, sums[i]);
  BARRIER();
  greatest::write(room, out, values, greatest::run_of(rows, run), border, room.groups[0], room.groups[1]);
  if (block_x() == 0 && thread_x() == 0) out.totals(room.groups[2], room.groups[3], border);
}

KERNEL(1024) select_few(const float *values, int rows, int most, int *record) {
  __shared__ greatest::Room room;
  greatest::Run run{0, (u32)rows};
  if (thread_x() == 0) room.border = {0, 0};
  for (int digit = 0; digit < 3; digit++) {
    greatest::count(room, values, run, digit);
    greatest::find(room, room.counts, digit, most);
  }
  u32 border = room.border.digits;
  greatest::Out out{record, most};
  greatest::tally(room, values, run, border);
  greatest::write(room, out, values, run, border, 0, 0);
  if (thread_x() == 0) out.totals(room.greater[32], room.equal[32], border);
}

#undef DIGITS
#undef TILES
#undef STEPS
