// What prelude_int8.cuh asks of a GPU.
#pragma once

inline int nearest(float x) {
  if (x != x) return 0;
  float r = std::nearbyintf(x);
  return r >= 2147483648.0f ? INT32_MAX : r < -2147483648.0f ? INT32_MIN : (int)r;
}

inline void multiply_accumulate_bytes(int d[4], const u32 a[4], const u32 b[2]) {
  u32 words[6] = {a[0], a[1], a[2], a[3], b[0], b[1]};
  auto byte = [](u32 word, int i) { return (int)(int8_t)(word >> (8 * i)); };
  int lane = emulate::block.current % 32, g = lane / 4, t = lane % 4;
  emulate::exchange(words, 6, [&](auto *all) {
    for (int i = 0; i < 4; i++) {
      int row = g + (i >= 2 ? 8 : 0), column = 2 * t + i % 2, sum = 0;
      for (int k = 0; k < 32; k++) // k of a row lies with the lane (k mod 16)/4, in the word of its half of the columns
        sum += byte(all[row % 8 * 4 + k % 16 / 4][(k >= 16 ? 2 : 0) + (row >= 8)], k % 4) * byte(all[column * 4 + k % 16 / 4][4 + (k >= 16)], k % 4);
      d[i] = (int)((u32)d[i] + (u32)sum); // wraps, as the GPU's does
    }
  });
}
