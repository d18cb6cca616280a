// The kernels for the mock driver (third_party/cuda/mock): linked in, it computes what a GPU would.
#include "find.hpp"

namespace {

// arity is the number of a kernel's parameters; the driver's interface does not tell it.
template <class... P> constexpr size_t arity(void (*)(P...)) { return sizeof...(P); }

size_t parameters_of(const std::string &name) {
#define K(kernel) \
  if (name == #kernel) return arity(kernel);
#include "../kernels.def"
#undef K
  return 0;
}

} // namespace

extern "C" int asterism_parameters(const char *name) { return (int)parameters_of(name); }

extern "C" int asterism_emulate(const char *name, unsigned int grid_x, unsigned int grid_y, unsigned int threads, unsigned int shared, void **parameters) {
  std::vector<u64> arguments;
  for (size_t i = 0; i < parameters_of(name); i++) arguments.push_back(*(u64 *)parameters[i]);
  auto run = find(name, arguments);
  if (!run) return 1;
  emulate::launch(grid_x, grid_y, threads, shared, team_of(name), run);
  return 0;
}
