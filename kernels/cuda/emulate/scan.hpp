// What prelude_scan.cuh asks of a GPU.
#pragma once

inline int ones_of(u32 v) { return __builtin_popcount(v); }
inline u32 sum_of(u32 a, u32 b, u32 c) { return a ^ b ^ c; }
inline u32 carry_of(u32 a, u32 b, u32 c) { return (a & b) | (a & c) | (b & c); }
