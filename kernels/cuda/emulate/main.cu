// A GPU's memory and launches, by commands from standard input; all numbers are little-endian. A command is one byte and what it needs:
//   A bytes(8)                                            → address(8)
//   F address(8)                                          →
//   U address(8) bytes(8) data                            →
//   D address(8) bytes(8)                                 → data
//   L name's length(4) name, grid x, grid y, threads, shared bytes, number of arguments (4 each), 8 bytes an argument →
// Every command is answered by one byte, 0, before its data. What is wrong ends the process with a sentence on standard error.
#include "find.hpp"

#include <map>

namespace {

// Guards stand around each buffer: a kernel that writes past it is found. New memory reads as NaN.
constexpr size_t guard = 16384;
constexpr unsigned char guard_byte = 0xa5;

struct Buffer {
  std::unique_ptr<unsigned char[]> memory;
  size_t bytes;
};
std::map<u64, Buffer> buffers;

void read_all(void *to, size_t n) {
  if (n && std::fread(to, 1, n, stdin) != n) emulate::fail("the input ends early");
}
template <class T> T read() {
  T v;
  read_all(&v, sizeof v);
  return v;
}
void answer(const void *data, size_t n) {
  std::fputc(0, stdout);
  if (n) std::fwrite(data, 1, n, stdout);
  std::fflush(stdout);
}

u64 alloc(size_t bytes) {
  Buffer b{std::make_unique<unsigned char[]>(bytes + 2 * guard + 256), bytes};
  std::memset(b.memory.get(), guard_byte, bytes + 2 * guard + 256);
  u64 at = ((u64)b.memory.get() + guard + 255) & ~(u64)255;
  std::memset((void *)at, 0xff, bytes);
  buffers[at] = std::move(b);
  return at;
}

// check_guards comes after every launch and looks at all buffers, so it compares many bytes at a time.
void check_guards() {
  static const std::vector<unsigned char> whole(guard, guard_byte);
  for (auto &[address, b] : buffers) {
    const unsigned char *at = (const unsigned char *)address;
    if (std::memcmp(at - guard, whole.data(), guard) || std::memcmp(at + b.bytes, whole.data(), guard)) emulate::fail("a kernel wrote outside of a buffer");
  }
}

// check_range refuses what no buffer holds.
void check_range(u64 address, u64 bytes) {
  auto next = buffers.upper_bound(address);
  if (next == buffers.begin() || (--next, address + bytes > next->first + next->second.bytes)) emulate::fail("a copy outside of every buffer");
}

void launch() {
  std::string name(read<u32>(), ' ');
  read_all(name.data(), name.size());
  u32 x = read<u32>(), y = read<u32>(), threads = read<u32>(), shared = read<u32>();
  std::vector<u64> arguments(read<u32>());
  for (auto &a : arguments) a = read<u64>();
  auto run = find(name, arguments);
  if (!run) emulate::fail("no such kernel");
  emulate::launch(x, y, threads, shared, team_of(name), run);
  check_guards();
}

} // namespace

int main() {
  for (int command; (command = std::fgetc(stdin)) != EOF;) {
    u64 address = command == 'L' || command == 'A' ? 0 : read<u64>();
    u64 bytes = command == 'L' || command == 'F' ? 0 : read<u64>();
    if (command == 'U' || command == 'D') check_range(address, bytes);
    switch (command) {
    case 'A':
      address = alloc(bytes);
      answer(&address, 8);
      break;
    case 'F':
      if (!buffers.erase(address)) emulate::fail("what is freed was not allocated");
      answer(nullptr, 0);
      break;
    case 'U':
      read_all((void *)address, bytes);
      answer(nullptr, 0);
      break;
    case 'D':
      answer((const void *)address, bytes);
      break;
    case 'L':
      launch();
      answer(nullptr, 0);
      break;
    default:
      emulate::fail("unknown command");
    }
  }
}
