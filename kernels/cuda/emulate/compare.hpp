// What prelude_compare.cuh asks of a GPU.
#pragma once

// Each result is put into memory, so that no compiler makes one step of a product and a sum.
inline float mul_of(float a, float b) {
  volatile float r = a * b;
  return r;
}
inline float add_of(float a, float b) {
  volatile float r = a + b;
  return r;
}
inline double mul_of(double a, double b) {
  volatile double r = a * b;
  return r;
}
inline double add_of(double a, double b) {
  volatile double r = a + b;
  return r;
}
inline float div_of(float a, float b) { return a / b; }
inline double div_of(double a, double b) { return a / b; }
inline double sqrt_of(double a) { return std::sqrt(a); }

namespace emulate {

template <class A, class B> int dot(u32 a, u32 b, int sum) {
  u32 out = (u32)sum; // wraps, as the GPU's does
  for (int i = 0; i < 32; i += 8) out += (u32)((int)(A)(a >> i) * (int)(B)(b >> i));
  return (int)out;
}

inline void check_aligned(const void *at, size_t size) {
  if ((uintptr_t)at % size) fail("a load that does not begin at a multiple of its size");
}

} // namespace emulate

inline int dot_ss(u32 a, u32 b, int sum) { return emulate::dot<int8_t, int8_t>(a, b, sum); }
inline int dot_us(u32 a, u32 b, int sum) { return emulate::dot<uint8_t, int8_t>(a, b, sum); }
inline int dot_su(u32 a, u32 b, int sum) { return emulate::dot<int8_t, uint8_t>(a, b, sum); }
inline int dot_uu(u32 a, u32 b, int sum) { return emulate::dot<uint8_t, uint8_t>(a, b, sum); }

inline u32x4 load_16(const void *at) {
  emulate::check_aligned(at, 16);
  return *(const u32x4 *)at;
}
inline u64 load_8(const void *at) {
  emulate::check_aligned(at, 8);
  return *(const u64 *)at;
}

inline int ones_of(u64 v) { return __builtin_popcountll(v); }

inline void meet() { emulate::exchange(nullptr, 0, [](auto *) {}); }

inline u32 of_lane(u32 v, int lane) {
  emulate::exchange(&v, 1, [&](auto *all) { v = all[lane % emulate::lanes][0]; });
  return v;
}

inline u32 lanes_where(bool so) {
  u32 word = so, out = 0;
  emulate::exchange(&word, 1, [&](auto *all) {
    for (int i = 0; i < emulate::lanes; i++) out |= all[i][0] << i;
  });
  return out;
}

template <int n> void warp_add(int (&v)[n]) {
  for (int from = 0; from < n; from += 8) {
    int some = n - from < 8 ? n - from : 8;
    emulate::exchange((const u32 *)v + from, some, [&](auto *all) {
      for (int k = 0; k < some; k++) {
        u32 sum = 0;
        for (int i = 0; i < emulate::lanes; i++) sum += all[i][k];
        v[from + k] = (int)sum;
      }
    });
  }
}

inline void add_at(int *at, int v) { *at += v; }
