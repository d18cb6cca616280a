// All kernels, by name.
#pragma once
#include "../all.cu"

#include <string>

template <class... P, size_t... I> void call(void (*kernel)(P...), const std::vector<u64> &a, std::index_sequence<I...>) {
  if (a.size() != sizeof...(P)) emulate::fail("wrong number of arguments");
  auto as = []<class T>(u64 v, T *) {
    T out;
    std::memcpy(&out, &v, sizeof(T));
    return out;
  };
  kernel(as(a[I], (P *)nullptr)...);
}
template <class... P> std::function<void()> runner(void (*kernel)(P...), const std::vector<u64> &a) {
  return [kernel, a] { call(kernel, a, std::index_sequence_for<P...>{}); };
}

// team_of is how many blocks of a kernel make a cluster: those whose names begin so, as the head of gemm_wgmma.cu says.
inline int team_of(const std::string &name) { return name.rfind("gemm_wgmma_pair", 0) == 0 || name.rfind("gemm_wgmma_int8_pair", 0) == 0 ? 2 : 1; }

// find returns a kernel by its name with its arguments, 8 bytes each; empty when there is none.
inline std::function<void()> find(const std::string &name, const std::vector<u64> &a) {
#define K(kernel) \
  if (name == #kernel) return runner(kernel, a);
#include "../kernels.def"
#undef K
  return {};
}
