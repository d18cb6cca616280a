// A GPU in small: the threads of a block are fibres on one CPU thread, switched at barriers and warp exchanges only, so a run is the same every time
// and a missing barrier shows as a wrong number rather than now and then. Blocks run one after another. What it cannot show: races within a
// warp, wrong PTX text, memory alignment that only the GPU demands for asynchronous copies beyond 16 bytes, and speed.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <csetjmp>
#include <functional>
#include <memory>
#include <ucontext.h>
#include <utility>
#include <vector>

#define __device__
#define __shared__ static
#define KERNEL(threads) extern "C" void
#define SHARED_BYTES(name) unsigned char *name = emulate::shared_of(emulate::rank())
#define BARRIER() emulate::barrier()
#define UNROLL

namespace emulate {

constexpr int lanes = 32;
constexpr size_t stack_bytes = 256 << 10;

struct Copy {
  void *to;
  const void *from;
  int take;
};

// A fibre begins by makecontext and is switched by _setjmp and _longjmp, which, unlike swapcontext, ask nothing of the kernel. It runs a thread of one
// block after the other, so that beginning, which asks much, is done once.
struct Fibre {
  jmp_buf at;
  std::unique_ptr<char[]> stack; // none: not begun
  std::vector<std::vector<Copy>> copies{{}}; // under way, by group; the last group is open
  std::function<bool()> until; // what is waited for
  int shows = 0; // which of its two slots it shows its warp next
  std::vector<void *> landed; // where copies of 16 bytes were written, for hopper.hpp

  // renew makes it the thread of another block.
  void renew() {
    copies.resize(1);
    copies[0].clear();
    until = {};
    shows = 0;
    landed.clear();
  }
};

// What a thread does. These bytes lie side by side, since the scheduler looks at those of a warp again and again.
enum Doing : unsigned char { runs, at_barrier, at_exchange, at_cluster, until_so, done };

// Block is what runs at a time: a block, or the blocks of a cluster side by side, whose threads follow one another.
struct Block {
  int x = 0, y = 0, threads = 0, team = 1; // threads of one block, blocks
  int all() const { return threads * team; }
  size_t stride = 0; // from one block's shared memory to the next one's
  unsigned char *shared = nullptr;
  std::vector<Fibre> fibres; // at least as many as threads
  std::vector<unsigned char> doing; // by thread
  std::vector<std::array<u32, 8>> slots[2]; // by thread: what it shows its warp
  int current = 0;
  jmp_buf scheduler;
  std::function<void()> body;
  size_t bytes = 0;           // of one block's shared memory
  std::function<bool()> idle; // when no thread can go on: lets something happen that needs none, if there is such a thing
  std::function<void()> ends; // when the current thread has ended
  std::function<void()> over; // when all have
};

inline Block block;

// rank is which of the blocks the current thread is of.
inline int rank() { return block.current / block.threads; }
inline unsigned char *shared_of(int rank) { return block.shared + (size_t)rank * block.stride; }

inline void fail(const char *what) {
  std::fprintf(stderr, "emulate: %s (block %d,%d thread %d)\n", what, block.x, block.y, block.current);
  std::exit(3);
}

inline void wait_at(Doing what) {
  Fibre &f = block.fibres[block.current];
  block.doing[block.current] = what;
  if (!_setjmp(f.at)) _longjmp(block.scheduler, 1);
}

inline void barrier() { wait_at(at_barrier); }

// wait_until lets others go on until something is so.
inline void wait_until(std::function<bool()> so) {
  block.fibres[block.current].until = std::move(so);
  wait_at(until_so);
}

// exchange shows n words to the warp and lets see look at what its lanes show: all[lane][word]. Two slots are used in turn: when all have shown the second, all have
// seen the first.
template <class See> inline void exchange(const u32 *words, int n, See see) {
  int me = block.current;
  auto &slots = block.slots[block.fibres[me].shows];
  block.fibres[me].shows ^= 1;
  for (int i = 0; i < n; i++) slots[me][i] = words[i];
  wait_at(at_exchange); // all have shown
  see(&slots[me / lanes * lanes]);
}

inline void enter() {
  for (;;) {
    block.body();
    if (block.ends) block.ends();
    wait_at(done);
  }
}

// go_on runs the current fibre until it waits or ends.
inline void go_on() {
  Fibre &f = block.fibres[block.current];
  if (_setjmp(block.scheduler)) return;
  if (f.stack) _longjmp(f.at, 1);
  f.stack.reset(new char[stack_bytes]); // not zeroed: most is never touched
  ucontext_t start;
  getcontext(&start);
  start.uc_stack.ss_sp = f.stack.get();
  start.uc_stack.ss_size = stack_bytes;
  start.uc_link = nullptr;
  makecontext(&start, enter, 0);
  setcontext(&start);
}

// release lets the threads from first to below last go on when all of them wait for the same; returns whether it did.
inline bool release(int first, int last, Doing what) {
  bool any = false, over = false;
  for (int i = first; i < last; i++) {
    if (block.doing[i] != done && block.doing[i] != what) return false;
    any |= block.doing[i] == what;
    over |= block.doing[i] == done;
  }
  if (any && over && what == at_exchange) fail("a lane has ended before its warp's exchange");
  for (int i = first; any && i < last; i++)
    if (block.doing[i] == what) block.doing[i] = runs;
  return any;
}

// step lets the threads from first to below last run that do not wait; returns whether one did, or was released from its warp's exchange.
inline bool step(int first, int last) {
  bool moved = false;
  for (int i = first; i < last; i++) {
    if (block.doing[i] != runs) continue;
    block.current = i;
    go_on();
    moved = true;
  }
  return release(first, last, at_exchange) || moved;
}

// release_barriers lets go on those blocks whose threads all wait at their barrier.
inline bool release_barriers() {
  bool any = false;
  for (int b = 0; b < block.team; b++) any |= release(b * block.threads, (b + 1) * block.threads, at_barrier);
  return any;
}

// run_ahead runs a block whose warps meet at barriers alone: each runs as far as it can before another does, in odd blocks the last one first, so that
// what a barrier keeps apart lies as far apart as it may without it. False when the warps wait for each other by other means.
inline bool run_ahead() {
  int n = block.all(), warps = n / lanes;
  for (;;) {
    for (int turn = 0; turn < warps; turn++) {
      int w = (block.x + block.y) % 2 ? warps - 1 - turn : turn;
      while (!block.idle && step(w * lanes, w * lanes + lanes)) {}
    }
    if (block.idle) return false;
    if (std::count(block.doing.begin(), block.doing.end(), done) == n) return true;
    if (!release_barriers() && !release(0, n, at_cluster)) fail("threads wait for each other: a barrier or an exchange that not all reach");
  }
}

inline void run_block() {
  int n = block.all();
  if ((int)block.fibres.size() < n) block.fibres.resize(n);
  for (int i = 0; i < n; i++) block.fibres[i].renew();
  block.doing.assign(n, runs);
  for (auto &slots : block.slots) slots.assign(n, {});
  if (run_ahead()) return;
  for (int sweep = 0;; sweep++) {
    bool all = true, moved = false;
    if (block.idle && block.x % 2) block.idle(); // in every other block early, in the others late
    for (int turn = 0; turn < n; turn++) {
      int i = block.idle ? (turn * 29 + sweep) % n : turn; // where warps wait for each other by other means than barriers, in no order that a kernel could rely on
      Fibre &f = block.fibres[i];
      if (block.doing[i] == done) continue;
      all = false;
      if (block.doing[i] == until_so && f.until()) block.doing[i] = runs;
      if (block.doing[i] != runs) continue;
      block.current = i;
      go_on();
      moved = true;
    }
    if (all) {
      if (block.over) block.over();
      return;
    }
    for (int w = 0; w < n; w += lanes) moved |= release(w, w + lanes < n ? w + lanes : n, at_exchange);
    if (!moved && !(block.idle && block.idle()) && !release_barriers() && !release(0, n, at_cluster)) fail("threads wait for each other: a barrier or an exchange that not all reach");
  }
}

// launch runs a kernel over the grid, team blocks of a row at a time.
inline void launch(int grid_x, int grid_y, int threads, size_t shared, int team, std::function<void()> body) {
  if (threads % lanes) fail("a block is no whole number of warps");
  if (grid_x % team) fail("a grid is no whole number of clusters");
  static std::vector<unsigned char> memory; // of one block after the other
  for (int y = 0; y < grid_y; y++)
    for (int x = 0; x < grid_x; x += team) {
      block.x = x, block.y = y, block.threads = threads, block.team = team;
      block.stride = (shared + 127) / 128 * 128;
      memory.assign(block.stride * (size_t)team + 128, 0xff); // poisoned: what nobody wrote is NaN
      block.shared = (unsigned char *)(((uintptr_t)memory.data() + 127) & ~(uintptr_t)127);
      block.body = body;
      block.bytes = shared;
      block.idle = {};
      block.ends = {};
      block.over = {};
      run_block();
    }
}

inline u32 bits(float f) {
  u32 u;
  std::memcpy(&u, &f, 4);
  return u;
}
inline float number(u32 u) {
  float f;
  std::memcpy(&f, &u, 4);
  return f;
}

} // namespace emulate

inline int thread_x() { return emulate::block.current % emulate::block.threads; }
inline int block_x() { return emulate::block.x + emulate::rank(); }
inline int block_y() { return emulate::block.y; }
inline int threads_x() { return emulate::block.threads; }
inline float swap_lanes(float v, int distance) {
  u32 word = emulate::bits(v);
  emulate::exchange(&word, 1, [&](auto *all) { word = all[(emulate::block.current % emulate::lanes) ^ distance][0]; });
  return emulate::number(word);
}
inline float without_small(float x) { return std::fabs(x) < 0x1p-126f ? std::copysign(0.0f, x) : x; } // .ftz
inline float exp2_of(float x) { return without_small(std::exp2(without_small(x))); }
inline float reciprocal_of(float x) { return without_small(1.0f / without_small(x)); }
inline float rsqrt_of(float x) { return 1.0f / std::sqrt(x); }
inline float greater(float a, float b) { return std::fmax(a, b); }
inline float log2_of(float x) { return std::log2(x); }

inline void raise(float *at, float v) {
  int bits = v != v ? 0x7fffffff : (int)emulate::bits(v); // the one NaN that a GPU's arithmetic gives
  if (bits > (int)emulate::bits(*at)) *at = emulate::number((u32)bits);
}

inline bf16 round_bf16(float x) {
  u32 u = emulate::bits(x);
  if ((u & 0x7fffffffu) > 0x7f800000u) return 0x7fff; // NaN
  return (bf16)((u + 0x7fffu + (u >> 16 & 1)) >> 16);
}

inline u32 pack(float low, float high) { return (u32)round_bf16(low) | (u32)round_bf16(high) << 16; }

// The fragments are gathered from the warp and the sums made in float32, in the order of k. The GPU's order is its own; the tests allow for it.
inline void multiply_accumulate(float d[4], const u32 a[4], const u32 b[2]) {
  u32 words[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
  auto half = [](u32 pair, int odd) { return emulate::number((odd ? pair >> 16 : pair & 0xffffu) << 16); };
  int lane = emulate::block.current % 32, g = lane / 4, t = lane % 4;
  emulate::exchange(words, 6, [&](auto *all) {
    for (int i = 0; i < 4; i++) {
      int row = g + (i >= 2 ? 8 : 0), column = 2 * t + i % 2;
      float sum = 0;
      for (int k = 0; k < 16; k++)
        sum += half(all[row % 8 * 4 + k % 8 / 2][(k >= 8 ? 2 : 0) + (row >= 8)], k % 2) * half(all[column * 4 + k % 8 / 2][4 + (k >= 8)], k % 2);
      d[i] += sum;
    }
  });
}

inline void load_rows(u32 r[4], const void *row, bool turned) {
  if ((uintptr_t)row % 16) emulate::fail("a row of a matrix that does not begin at a multiple of 16");
  u64 address = (u64)row;
  u32 words[2] = {(u32)address, (u32)(address >> 32)};
  int lane = emulate::block.current % 32;
  emulate::exchange(words, 2, [&](auto *all) {
    auto at = [&](int matrix, int i, int j) {
      auto &w = all[8 * matrix + i];
      return (u32)((const bf16 *)((u64)w[0] | (u64)w[1] << 32))[j];
    };
    for (int m = 0; m < 4; m++) {
      int i = lane / 4, j = lane % 4 * 2;
      r[m] = turned ? at(m, j, i) | at(m, j + 1, i) << 16 : at(m, i, j) | at(m, i, j + 1) << 16;
    }
  });
  emulate::exchange(nullptr, 0, [](auto *) {}); // all have read before one of them can write there
}
inline void load_matrices(u32 r[4], const void *row) { load_rows(r, row, false); }
inline void load_matrices_turned(u32 r[4], const void *row) { load_rows(r, row, true); }

// A copy lands when it is waited for, as late as the GPU may be; until then its place holds NaN.
inline void copy_16(void *shared, const void *global, int take) {
  if ((uintptr_t)shared % 16 || (take && (uintptr_t)global % 16)) emulate::fail("a copy of 16 bytes that does not begin at a multiple of 16");
  std::memset(shared, 0xff, 16);
  emulate::block.fibres[emulate::block.current].copies.back().push_back({shared, global, take});
}
inline void copies_close() { emulate::block.fibres[emulate::block.current].copies.emplace_back(); }
template <int n> inline void copies_wait() {
  auto &groups = emulate::block.fibres[emulate::block.current].copies;
  while ((int)groups.size() > n + 1) {
    for (auto &c : groups.front()) {
      std::memset(c.to, 0, 16);
      std::memcpy(c.to, c.from, c.take);
      emulate::block.fibres[emulate::block.current].landed.push_back(c.to);
    }
    groups.erase(groups.begin());
  }
}
