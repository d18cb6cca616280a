// Runs launches that it reads from standard input and writes the buffers back. All numbers are little-endian. A launch is: length of the kernel's
// name and the name; grid x, grid y, threads, shared bytes; number of arguments; then an argument each: 0 and 8 bytes of a value, or 1, a
// length and that many bytes of a buffer, or 2 and the index of a buffer among the arguments before, for a pointer that is given twice. Answered are the
// buffers, in order, when the launch is done.
#include "../prelude.cuh"

#include "../all.cu"

namespace {

struct Argument {
  u64 value;
  std::unique_ptr<unsigned char[]> memory;
  size_t bytes = 0;
};

// Guards stand around each buffer: a kernel that writes past it is found.
constexpr size_t guard = 256;
constexpr unsigned char guard_byte = 0xa5;

void read_all(void *to, size_t n) {
  if (n && std::fread(to, 1, n, stdin) != n) emulate::fail("the input ends early");
}
u32 read_word() {
  u32 v;
  read_all(&v, 4);
  return v;
}

template <class... P, size_t... I> void call(void (*kernel)(P...), std::vector<Argument> &a, std::index_sequence<I...>) {
  if (a.size() != sizeof...(P)) emulate::fail("wrong number of arguments");
  auto as = []<class T>(u64 v, T *) {
    T out;
    std::memcpy(&out, &v, sizeof(T));
    return out;
  };
  kernel(as(a[I].value, (P *)nullptr)...);
}
template <class... P> std::function<void()> runner(void (*kernel)(P...), std::vector<Argument> &a) {
  return [kernel, &a] { call(kernel, a, std::index_sequence_for<P...>{}); };
}

std::function<void()> find(const std::string &name, std::vector<Argument> &a) {
#define K(kernel) \
  if (name == #kernel) return runner(kernel, a);
#include "../kernels.def"
#undef K
  emulate::fail("no such kernel");
  return {};
}

std::vector<Argument> read_arguments() {
  std::vector<Argument> all(read_word());
  for (size_t i = 0; i < all.size(); i++) {
    Argument &a = all[i];
    switch (read_word()) {
    case 0:
      read_all(&a.value, 8);
      break;
    case 1:
      a.bytes = read_word();
      a.memory = std::make_unique<unsigned char[]>(a.bytes + 2 * guard + 64);
      std::memset(a.memory.get(), guard_byte, a.bytes + 2 * guard + 64);
      a.value = ((u64)a.memory.get() + guard + 63) & ~(u64)63;
      read_all((void *)a.value, a.bytes);
      break;
    default:
      a.value = all.at(read_word()).value;
    }
  }
  return all;
}

void check_guards(const Argument &a) {
  const unsigned char *at = (const unsigned char *)a.value;
  for (size_t i = 1; i <= guard; i++)
    if (at[-(long)i] != guard_byte || at[a.bytes + i - 1] != guard_byte) emulate::fail("a kernel wrote outside of a buffer");
}

} // namespace

int main() {
  for (u32 n; std::fread(&n, 4, 1, stdin) == 1;) {
    std::string name(n, ' ');
    read_all(name.data(), n);
    u32 grid_x = read_word(), grid_y = read_word(), threads = read_word(), shared = read_word();
    auto arguments = read_arguments();
    emulate::launch(grid_x, grid_y, threads, shared, find(name, arguments));
    for (auto &a : arguments)
      if (a.memory) {
        check_guards(a);
        std::fwrite((const void *)a.value, 1, a.bytes, stdout);
      }
    std::fflush(stdout);
  }
}
