// The spaces that are arithmetic over time: E2 recent, E3 periodic and E4 positional, 512 numbers a memory (the formulas as they are stored:
// engine/temporal/recent.go, periodic.go, positional.go).
//
//   recent      exp(−rΔ)·cos(iπ/64 + rΔ/1000) of four rates r, i = 0 … 127, made unit length; Δ the age
//   periodic    sin nθ, cos nθ of five periods, n = 1 … 51, θ = 2π·(t mod period)/period; two zeros; divided by √255
//   positional  sin ωt, cos ωt, ω = 10000^(−2i/512), i = 0 … 255; divided by 16
//
// Layout: out float32 [rows, 512]; one block a row, a thread two numbers that lie side by side. Ages and times in seconds are float64, times in nanoseconds
// int64: a float32 of today's time is off by a minute.
//
// Angles reach 10¹⁰, where the GPU's fast sine knows nothing. So they are brought to π/4 around a multiple of π/2 in float64, with π/2 in two parts (Cody and
// Waite 1980); what remains is a float32, for Taylor's series, whose first left-out term is below 4e-9. Five operations in float64 a pair are little even on
// GPUs that have few units for them; the bound is writing 2 KiB a row.
// At most 35 registers a thread, by NVIDIA's assembler from sm_80 to sm_90 (12.4). Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

namespace temporal {

struct Turn {
  float sine, cosine;
};

static inline __device__ Turn turn(double angle) {
  double quarters = __builtin_rint(angle * 0.6366197723675814);
  double rest = __builtin_fma(-quarters, 1.5707963267948966, angle);
  float x = (float)__builtin_fma(-quarters, 6.123233995736766e-17, rest), y = x * x;
  float s = x * (1 - y * (1 / 6.0f) * (1 - y * (1 / 20.0f) * (1 - y * (1 / 42.0f) * (1 - y * (1 / 72.0f)))));
  float c = 1 - y * 0.5f * (1 - y * (1 / 12.0f) * (1 - y * (1 / 30.0f) * (1 - y * (1 / 56.0f) * (1 - y * (1 / 90.0f)))));
  int quadrant = (int)((long long)quarters & 3);
  float sine = quadrant % 2 ? c : s, cosine = quadrant % 2 ? s : c;
  return {quadrant >= 2 ? -sine : sine, quadrant == 1 || quadrant == 2 ? -cosine : cosine};
}

// decay is e^−x of x ≥ 0: its whole powers of two are set as an exponent, so that only a fraction is left to the GPU's fast power.
static inline __device__ float decay(double x) {
  double power = -x * 1.4426950408889634, whole = __builtin_floor(power);
  if (whole < -126) return 0; // below the normal float32s, beside a greatest of about .1
  union {
    u32 u;
    float f;
  } scale;
  scale.u = (u32)((int)whole + 127) << 23;
  return exp2_of((float)(power - whole)) * scale.f;
}

// rate is that of E2's number k in 1/s: an hour, a day, a week, thirty days.
static inline __device__ double rate(int k) { return k == 0 ? 1.0 / 3600 : k == 1 ? 1.0 / 86400 : k == 2 ? 1.0 / 604800 : 1.0 / 2592000; }

// period is that of E3's number k in nanoseconds: an hour, a day, a week, thirty days, a year of 365 days.
static inline __device__ long long period(int k) {
  return 1000000000ll * (k == 0 ? 3600 : k == 1 ? 86400 : k == 2 ? 604800 : k == 3 ? 2592000 : 31536000);
}

} // namespace temporal

// The decay of the slowest rate is in every number and in the length: it is left out of both, so that nothing vanishes that the division brings back.
KERNEL(256) temporal_recent(float *out, const double *ages) {
  double age = ages[block_x()];
  int k = thread_x() / 64, i = thread_x() % 64 * 2;
  float amplitude = 0, squares = 0;
  UNROLL for (int j = 0; j < 4; j++) {
    float e = temporal::decay((temporal::rate(j) - temporal::rate(3)) * age);
    squares += e * e;
    if (j == k) amplitude = e;
  }
  amplitude /= __builtin_sqrtf(64 * squares);
  double shift = 0.001 * temporal::rate(k) * age;
  float *pair = out + (u64)block_x() * 512 + 2 * thread_x();
  pair[0] = amplitude * temporal::turn(i * 0.04908738521234052 + shift).cosine;
  pair[1] = amplitude * temporal::turn((i + 1) * 0.04908738521234052 + shift).cosine;
}

KERNEL(256) temporal_periodic(float *out, const long long *times) {
  int k = thread_x() / 51, n = thread_x() % 51 + 1;
  float *pair = out + (u64)block_x() * 512 + 2 * thread_x();
  if (k == 5) {
    pair[0] = pair[1] = 0;
    return;
  }
  long long p = temporal::period(k), into = times[block_x()] % p; // below zero before 1970, which is the same place on the circle
  temporal::Turn t = temporal::turn(n * (6.283185307179586 * (double)into / (double)p));
  pair[0] = t.sine * 0.06262242910851495f, pair[1] = t.cosine * 0.06262242910851495f;
}

KERNEL(256) temporal_positional(float *out, const double *seconds, const double *frequencies) {
  temporal::Turn t = temporal::turn(seconds[block_x()] * frequencies[thread_x()]);
  float *pair = out + (u64)block_x() * 512 + 2 * thread_x();
  pair[0] = t.sine / 16, pair[1] = t.cosine / 16;
}
