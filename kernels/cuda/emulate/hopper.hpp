// What sm_90a adds, in small. The GPU reads shared memory by two ways: threads (the generic proxy) and the tensor cores and bulk copies (the async one), and
// what is written by the one is not seen by the other without a fence. So shared memory is kept twice; the tensor cores are given NaN wherever the two differ.
// Products are made when they are waited for; bulk copies land when no thread can go on, in every other block at once; who arrives at a gate lets the
// others run first, and threads run in no order that a kernel could rely on. Operands that change between the start of a product and its end give NaN, and so do
// accumulators that a thread touches meanwhile, or after which nobody said warpgroup_begin. Bytes have no NaN: a sum of them is then far outside of what sums can be.
#pragma once
#include "emulate.hpp"

#include <set>

#define KERNEL_ALONE(threads) extern "C" void

namespace emulate {

// Shared memory begins here, not at 0 and not at a multiple of 1024, as a GPU may have it.
constexpr u32 shared_base = 256;

struct Bulk {
  unsigned char *to;
  const unsigned char *from;
  u32 bytes;
  u64 *gate;
};

// Coming is what a warp's threads have copied by 16 bytes, and arrive at a gate with when it is there.
struct Coming {
  int warp;
  std::vector<Copy> copies;
  u64 *gate;
};

// Gate is what the 8 bytes of a gate hold: 1 bit of parity, arrivals of a phase, arrivals still missing, bytes still missing, and a mark.
struct Gate {
  u64 parity : 1, arrivals : 13, missing : 13;
  int64_t bytes : 25;
  u64 mark : 12;
};
static_assert(sizeof(Gate) == 8);
constexpr u64 gate_mark = 0x5a5;

// Row is 32 bytes of the depth of one row of an operand; it is stale where the tensor cores see something else than what was written.
struct Row {
  unsigned char bytes[32];
  bool stale = false;
  bool operator==(const Row &o) const { return stale == o.stale && !std::memcmp(bytes, o.bytes, sizeof bytes); }
};

// Step is one product under way: the operands as they were when it began: a thread's two rows of a, then its columns of b.
struct Step {
  std::function<std::vector<Row>()> read; // reads the operands again
  std::vector<Row> operands;
};

// Group is what one thread has under way on its accumulators, whose sums are float or int by `whole`; here they are words of 32 bits.
struct Group {
  void *d = nullptr;
  int numbers = 0;
  bool begun = false; // since the accumulators were touched
  bool whole = false;
  std::vector<u32> sums;
  std::vector<Step> open, closed;
};
constexpr u32 poison = 0x7fa00000; // what accumulators hold meanwhile and wrong sums are: a NaN that no arithmetic gives, and a whole number that no sum is

struct Hopper {
  std::vector<unsigned char> view; // shared memory as the async proxy sees it
  std::vector<Bulk> bulks;
  std::vector<Coming> coming;
  std::vector<void *> arrived; // what came so and nobody has shown the tensor cores; one thread shows it for all
  std::set<u64 *> hidden; // gates that bulk copies do not see yet
  std::vector<Group> groups; // by thread
};

inline Hopper state;

inline Gate read(u64 *gate) {
  Gate g;
  std::memcpy(&g, gate, 8);
  if (g.mark != gate_mark) fail("a gate that nobody has opened");
  return g;
}

inline void write(u64 *gate, Gate g) {
  if (!g.missing && !g.bytes) g.parity ^= 1, g.missing = g.arrivals;
  std::memcpy(gate, &g, 8);
}

// reach fails where the block of a rank has ended: its shared memory is another's.
inline void reach(int rank) {
  for (int i = rank * block.threads; i < (rank + 1) * block.threads; i++)
    if (block.doing[i] != done) return;
  fail("the shared memory of a block that has ended");
}
inline int rank_of(const void *shared) { return (int)(((const unsigned char *)shared - block.shared) / block.stride); }

// arrive_with lets the copies of the oldest warp that arrives with some happen, and of its lanes that asked next.
inline bool arrive_with() {
  if (state.coming.empty()) return false;
  for (int warp = state.coming.front().warp; !state.coming.empty() && state.coming.front().warp == warp;) {
    Coming c = std::move(state.coming.front());
    state.coming.erase(state.coming.begin());
    for (auto &k : c.copies) {
      std::memset(k.to, 0, 16);
      std::memcpy(k.to, k.from, k.take);
      state.arrived.push_back(k.to);
    }
    Gate g = read(c.gate);
    if (!g.missing) fail("an arrival too many at a gate");
    g.missing -= 1;
    write(c.gate, g);
  }
  return true;
}

// land lets the oldest bulk copy happen, or copies that a warp arrives with, in turns.
inline bool land() {
  static bool turn;
  if ((turn = !turn) && arrive_with()) return true;
  if (state.bulks.empty()) return arrive_with();
  reach(rank_of(state.bulks.front().to));
  Bulk c = state.bulks.front();
  state.bulks.erase(state.bulks.begin());
  std::memcpy(c.to, c.from, c.bytes);
  std::memcpy(&state.view[c.to - block.shared], c.from, c.bytes);
  Gate g = read(c.gate);
  g.bytes -= c.bytes;
  write(c.gate, g);
  return true;
}

inline void finish() {
  if (!state.bulks.empty() || !state.coming.empty()) fail("a copy that nobody waited for");
  for (auto &g : state.groups)
    if (!g.open.empty() || !g.closed.empty()) fail("a product that nobody waited for");
}

inline void thread_ends() {
  for (auto &c : state.coming)
    if (c.warp == block.current / lanes) fail("a thread that ends while copies of its are under way");
}

// hopper is the state of this block.
inline Hopper &hopper() {
  if (!block.idle) {
    state = {std::vector<unsigned char>(block.stride * block.team, 0xff), {}, {}, {}, {}, std::vector<Group>(block.all())};
    block.idle = land;
    block.ends = thread_ends;
    block.over = finish;
  }
  return state;
}

inline u64 *gate_at(void *gate) {
  hopper();
  if ((uintptr_t)gate % 8 || gate < block.shared || (unsigned char *)gate + 8 > shared_of(rank_of(gate)) + block.bytes || rank_of(gate) >= block.team) fail("a gate outside of shared memory or not at a multiple of 8");
  return (u64 *)gate;
}

inline void yield() {
  wait_until([] { return true; });
}

// arrive is one arrival with bytes announced before it.
inline void arrive(void *gate, int bytes) {
  Gate g = read(gate_at(gate));
  if (!g.missing) fail("an arrival too many at a gate");
  g.bytes += bytes;
  g.missing -= 1;
  write(gate_at(gate), g);
  if (!bytes) yield();
}

// row_of is row r of a matrix in shared memory by its descriptor (PTX ISA: canonical layouts, K-major).
inline Row row_of(u64 descriptor, int r) {
  u32 start = (descriptor & 0x3fff) << 4, leading = (descriptor >> 16 & 0x3fff) << 4, stride = (descriptor >> 32 & 0x3fff) << 4;
  u32 mode = descriptor >> 62, width = (u32[]){16, 128, 64, 32}[mode], bits = (u32[]){0, 7, 3, 1}[mode];
  if (descriptor >> 49 & 7) fail("a matrix descriptor with a base offset");
  Row out;
  for (int c = 0; c < 2; c++) {
    u32 at = start + r % 8 * width + r / 8 * stride + c * (mode ? 16 : leading);
    at ^= (at >> 7 & bits) << 4;
    if (at < shared_base || at + 16 > shared_base + block.bytes) fail("a matrix descriptor that reaches out of shared memory");
    unsigned char *written = shared_of(rank()) + (at - shared_base), *seen = &hopper().view[written - block.shared];
    std::memcpy(out.bytes + 16 * c, written, 16);
    out.stale |= std::memcmp(seen, written, 16) != 0;
  }
  return out;
}

// column_of is column c of a matrix whose rows are places of the depth, by its descriptor (MN-major): 64 columns a row of 128 bytes, 16 rows.
inline Row column_of(u64 descriptor, int c) {
  u32 start = (descriptor & 0x3fff) << 4, apart = (descriptor >> 16 & 0x3fff) << 4, stride = (descriptor >> 32 & 0x3fff) << 4;
  if (descriptor >> 62 != 1 || descriptor >> 49 & 7) fail("a transposed matrix that is not exchanged by 128 bytes, or has a base offset");
  Row out;
  for (int k = 0; k < 16; k++) {
    u32 at = start + (u32)c / 64 * apart + k / 8 * stride + k % 8 * 128 + c % 64 * 2;
    at ^= (at >> 7 & 7) << 4;
    if (at < shared_base || at + 2 > shared_base + block.bytes) fail("a matrix descriptor that reaches out of shared memory");
    unsigned char *written = shared_of(rank()) + (at - shared_base), *seen = &hopper().view[written - block.shared];
    std::memcpy(out.bytes + 2 * k, written, 2);
    out.stale |= std::memcmp(seen, written, 2) != 0;
  }
  return out;
}

// columns appends a thread's columns of b; turned says that b's rows are places of the depth.
inline void columns(std::vector<Row> &out, int numbers, u64 b, bool turned) {
  int lane = block.current % lanes;
  for (int j = 0; j < numbers / 4; j++)
    for (int i = 0; i < 2; i++) out.push_back(turned ? column_of(b, 8 * j + lane % 4 * 2 + i) : row_of(b, 8 * j + lane % 4 * 2 + i));
}

inline std::vector<Row> operands(int numbers, u64 a, u64 b) {
  int thread = block.current % 128, warp = thread / 32, lane = thread % 32;
  std::vector<Row> out;
  out.reserve(2 + numbers / 2);
  for (int half = 0; half < 2; half++) out.push_back(row_of(a, 16 * warp + lane / 4 + 8 * half));
  columns(out, numbers, b, false);
  return out;
}

// What a row holds: 16 numbers of bf16, or 32 signed bytes.
inline float at(const Row &r, int k, float) { return number((u32)(r.bytes[2 * k] | r.bytes[2 * k + 1] << 8) << 16); }
inline int at(const Row &r, int k, int) { return (int8_t)r.bytes[k]; }

// add is the product itself: a thread's two rows with each of its columns. The columns lie side by side, so that the compiler adds several at once.
template <class Sum> __attribute__((optimize("O3"))) inline void add(Group &g, const std::vector<Row> &o) {
  constexpr int depth = std::is_same_v<Sum, int> ? 32 : 16;
  const int columns = g.numbers / 2;
  Sum b[depth][64], sums[2][64] = {};
  for (int c = 0; c < columns; c++)
    for (int k = 0; k < depth; k++) b[k][c] = at(o[2 + c], k, Sum());
  for (int r = 0; r < 2; r++)
    for (int k = 0; k < depth; k++) {
      Sum a = at(o[r], k, Sum());
      for (int c = 0; c < columns; c++) sums[r][c] += a * b[k][c];
    }
  for (int i = 0; i < g.numbers; i++) {
    int r = i / 2 % 2, c = i / 4 * 2 + i % 2;
    Sum sum;
    if (g.sums[i] == poison || o[r].stale || o[2 + c].stale) {
      g.sums[i] = poison;
      continue;
    }
    std::memcpy(&sum, &g.sums[i], 4);
    if constexpr (std::is_same_v<Sum, int>) sum = (int)((u32)sum + (u32)sums[r][c]); // wraps, as the GPU's does
    else sum += sums[r][c];
    std::memcpy(&g.sums[i], &sum, 4);
  }
}

// begin_product notes a product on d that reads its operands so.
template <class Sum, int n> inline void begin_product(Sum (&d)[n], std::function<std::vector<Row>()> read) {
  Group &g = hopper().groups[block.current];
  if (g.open.empty() && g.closed.empty()) {
    g.d = d, g.numbers = n, g.whole = std::is_same_v<Sum, int>, g.sums.resize(n);
    std::memcpy(g.sums.data(), d, sizeof d);
    if (!g.begun) g.sums.assign(n, poison);
  }
  if (g.d != d || g.whole != std::is_same_v<Sum, int>) fail("products on two sets of accumulators at once");
  for (Sum &v : d) std::memcpy(&v, &poison, 4); // until it is waited for
  std::vector<Row> now = read();
  g.open.push_back({std::move(read), std::move(now)});
}

// together fails where lanes of a warp begin products with different descriptors.
inline void together(u64 a, u64 b) {
  u32 words[4] = {(u32)a, (u32)(a >> 32), (u32)b, (u32)(b >> 32)};
  exchange(words, 4, [&](auto *all) {
    for (int lane = 0; lane < lanes; lane++)
      if (std::memcmp(all[lane].data(), words, sizeof words)) fail("lanes of a warp that begin different products");
  });
}

template <class Sum, int n> inline void multiply(Sum (&d)[n], u64 a, u64 b) {
  begin_product(d, [=] { return operands(n, a, b); });
  together(a, b);
}

// multiply_registers is the product of a's fragments, of which each lane has four words, with b.
template <int n> inline void multiply_registers(float (&d)[n], const u32 (&a)[4], u64 b) {
  std::vector<Row> rows(2);
  exchange(a, 4, [&](auto *all) {
    for (int half = 0; half < 2; half++)
      for (int k = 0; k < 16; k++) { // of row lane/4 + 8·half the quad's lanes have two numbers each, and of its second half two more
        u32 word = all[block.current % lanes / 4 * 4 + k % 8 / 2][half + k / 8 * 2], v = k % 2 ? word >> 16 : word & 0xffffu;
        rows[half].bytes[2 * k] = (unsigned char)v, rows[half].bytes[2 * k + 1] = (unsigned char)(v >> 8);
      }
  });
  begin_product(d, [=] {
    std::vector<Row> out = rows;
    columns(out, n, b, true);
    return out;
  });
  together(0, b);
}

template <class Sum, int n> inline void wait(Sum (&d)[n]) {
  Group &g = hopper().groups[block.current];
  for (Sum v : d)
    if (!g.closed.empty() && std::memcmp(&v, &poison, 4)) g.sums.assign(n, poison); // somebody wrote what a product is still adding to
  for (auto &s : g.closed) {
    if (s.read() != s.operands) g.sums.assign(n, poison);
    add<Sum>(g, s.operands);
  }
  if (!g.closed.empty() && g.d == d && g.open.empty()) std::memcpy(d, g.sums.data(), sizeof d);
  g.closed.clear();
  g.begun = false;
  exchange(nullptr, 0, [](auto *) {}); // a warp waits as one (.sync.aligned)
}

} // namespace emulate

inline u32 shared_address(const void *p) { return (u32)((const unsigned char *)p - emulate::shared_of(emulate::rank())) + emulate::shared_base; }

inline u32 swap_words(u32 v, int distance) {
  emulate::exchange(&v, 1, [&](auto *all) { v = all[(emulate::block.current % emulate::lanes) ^ distance][0]; });
  return v;
}
inline void warp_meet() {
  emulate::exchange(nullptr, 0, [](auto *) {});
}

template <int n> inline void fewer_registers() { static_assert(n % 8 == 0 && n >= 24 && n <= 256); }
template <int n> inline void more_registers() { static_assert(n % 8 == 0 && n >= 24 && n <= 256); }

inline void gate_open(void *gate, int arrivals) {
  emulate::Gate g{};
  g.arrivals = g.missing = (u64)arrivals;
  g.mark = emulate::gate_mark;
  std::memcpy(emulate::gate_at(gate), &g, 8);
  emulate::hopper().hidden.insert((u64 *)gate);
}
inline void gates_show() { emulate::hopper().hidden.clear(); }
inline void gate_arrive(void *gate) { emulate::arrive(gate, 0); }
inline void gate_arrive_expecting(void *gate, int bytes) { emulate::arrive(gate, bytes); }
inline void gate_wait(void *gate, int parity) {
  u64 *at = emulate::gate_at(gate);
  if ((int)emulate::read(at).parity == parity) emulate::wait_until([=] { return (int)emulate::read(at).parity != parity; });
}

inline void copy_bulk_to(void *shared, const void *global, int bytes, void *gate, int ranks) {
  auto &h = emulate::hopper();
  if ((uintptr_t)shared % 16 || (uintptr_t)global % 16 || bytes <= 0 || bytes % 16 || bytes >= 1 << 20) emulate::fail("a bulk copy that is no multiple of 16 bytes");
  if (emulate::rank_of(shared) != emulate::rank() || emulate::rank_of(gate) != emulate::rank()) emulate::fail("a bulk copy that names another block's memory");
  if (ranks <= 0 || ranks >> emulate::block.team) emulate::fail("a bulk copy to blocks that are not there");
  for (int r = 0; r < emulate::block.team; r++) {
    if (!(ranks >> r & 1)) continue;
    emulate::reach(r);
    size_t there = emulate::shared_of(r) - emulate::shared_of(emulate::rank());
    unsigned char *to = (unsigned char *)shared + there;
    u64 *told = (u64 *)((unsigned char *)gate + there);
    if (to + bytes > emulate::shared_of(r) + emulate::block.bytes) emulate::fail("a bulk copy to outside of shared memory");
    if (h.hidden.count(told)) emulate::fail("a bulk copy that does not see its gate");
    emulate::read(emulate::gate_at(told));
    std::memset(to, 0xff, (size_t)bytes);
    h.bulks.push_back({to, (const unsigned char *)global, (u32)bytes, told});
  }
}
inline void copy_bulk(void *shared, const void *global, int bytes, void *gate) { copy_bulk_to(shared, global, bytes, gate, 1 << emulate::rank()); }

inline int cluster_rank() { return emulate::rank(); }
inline void cluster_meet() { emulate::wait_at(emulate::at_cluster); }
inline void gate_arrive_at(void *gate, int rank) {
  emulate::reach(rank);
  emulate::arrive((unsigned char *)gate + (emulate::shared_of(rank) - emulate::shared_of(emulate::rank())), 0);
}
inline void gate_wait_cluster(void *gate, int parity) { gate_wait(gate, parity); }

inline void copies_arrive(void *gate) {
  auto &h = emulate::hopper();
  auto &groups = emulate::block.fibres[emulate::block.current].copies;
  emulate::Coming c{emulate::block.current / emulate::lanes, {}, emulate::gate_at(gate)};
  for (auto &g : groups) c.copies.insert(c.copies.end(), g.begin(), g.end());
  groups.assign(1, {});
  emulate::read(c.gate);
  h.coming.push_back(std::move(c));
}

inline void copies_show() {
  if (emulate::block.current % 5 == 3) emulate::yield(); // some lanes later than others
  for (void *p : emulate::block.fibres[emulate::block.current].landed)
    std::memcpy(&emulate::hopper().view[(unsigned char *)p - emulate::block.shared], p, 16);
  emulate::block.fibres[emulate::block.current].landed.clear();
  for (void *p : emulate::hopper().arrived) std::memcpy(&emulate::hopper().view[(unsigned char *)p - emulate::block.shared], p, 16);
  emulate::hopper().arrived.clear();
}

template <class Sum, int n> inline void warpgroup_begin(Sum (&)[n]) { emulate::hopper().groups[emulate::block.current].begun = true; }
inline void warpgroup_close() {
  auto &g = emulate::hopper().groups[emulate::block.current];
  g.closed.insert(g.closed.end(), g.open.begin(), g.open.end());
  g.open.clear();
}
template <class Sum, int n> inline void warpgroup_wait(Sum (&d)[n]) { emulate::wait(d); }
template <class Sum, int n> inline void warpgroup_multiply(Sum (&d)[n], u64 a, u64 b) { emulate::multiply(d, a, b); }
template <int n> inline void warpgroup_multiply_columns(float (&d)[n], const u32 (&a)[4], u64 b) { emulate::multiply_registers(d, a, b); }
