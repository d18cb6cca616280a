// Estimates of all rows' fused scores from what a search looks at first: codes of one bit a component, times and turns (what they mean: engine/search/rough.go and
// temporal_rough.go; where they lie: seat.go; the question's record: scan.go).
//
//   x(v) = unit·factor·Σⱼ w(j)·s(j)        of a dense space: w the question in odd numbers −15 … 15, s = ±1 the row's signs
//   x(E9) = 1 − 2·(bits that differ)/256   x(E2), x(E4): by age   x(E3): by the turns' differences   x(E6), x(E13): as they were scored before
//   out = Σ (weight/deviation)·x − weight·mean/deviation, over Σ weight, over the spaces in which the row has a value
//
// An odd number w is 2u − 15, and with plane p the bits p of all u, Σ w·s = 15·D − 2·Σₚ 2ᵖ·n(p), n(p) the number of components in which plane p and the row's code
// differ. So a word of a row costs one exclusive or a plane. The words are not counted one by one: counting has a quarter of the rate of logic. Full adders
// turn three words into a sum and a carry, which belongs to the next plane; of 12 words in each of four planes 11 are left to be counted, of 8 words 10 (Harley and
// Seal, in Warren 2012; that the planes' weights let carries of one go into the next is what makes it so few).
//
// Layout: a block scans 512 rows of one chunk for one question, 256 threads, a thread a row at a time. Neighbouring threads read neighbouring 16 bytes of a group of
// codes, each byte once. The question's record and E3's table lie in shared memory: they are read by all threads at once, and at places that rows make random. The
// blocks of a batch's questions over the same rows stand side by side in the grid, so all but the first find the codes in the L2 cache: a batch costs the GPU's
// memory one scan, and a question needs no room in another's registers. A block whose rows are all not allowed writes NaN and reads nothing else.
//
// Bound, at one question: a row is 288 bytes of codes, 14 of factors, 8 of time, 10 of turns and 2 of what is present, and 4 are written: 326, and 334 with both
// sparse spaces. At a copy's 4.2 TB/s an H200 (132 processors at 1.75 GHz) has 18 clocks of a processor for a row. Machine code for sm_90 (NVIDIA's assembler, 12.4;
// all spaces asked) has 1,330 instructions a row, 128 a clock: 10.4 clocks. 785 of them are logic and whole numbers, 64 a clock: 12.3 clocks; of these 264 are
// exclusive ors and 376 full adders, and 76 words are counted, 16 a clock: 5 clocks, where all 264 would take 16.5. 330 words come to a thread from shared memory and
// 92 from the GPU's, 32 a clock: 13 clocks, or fewer if what all lanes read alike comes faster than what is their own. These go on side by side, in 32 warps (64
// registers a thread, none spilt), so the memory bounds, with a quarter to spare. A batch of questions, whose codes come from the L2 cache, is bound by the logic.
// Ran on an H200 in searches of a million (bench/results/nvidia-h200); not timed alone there.
#include "prelude_scan.cuh"

#define THREADS 256
#define BLOCK 512
#define AGES 2176
#define TURNS 2048
#define ROWS 1024
#define SEAT 128 // bytes of a seat, of which the first say where the head lies

namespace scan {

// Where the parts of a seat's head begin, in bytes: SeatFactorsAt … of seat.go.
enum { factors_at = 294912, times_at = 309248, turns_at = 317440, present_at = 327680 };

enum { E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13 };

// Question is the head of a record; the planes follow.
struct Question {
  const IN_DEVICE u32 *allowed;
  IN_DEVICE float *out;
  const IN_DEVICE float *sparse[2];
  double ref;
  u32 spaces, pair;
  float causes, effects, least;
  u32 deciding, turns[8];
  float factors[16], offsets[16], weights[16], units[8];
  u32x4 planes[66];

  __device__ bool asks(int space) const { return spaces >> space & 1; }
};

struct Age {
  float recent, positional;
};

// differing is Σ 2ᵖ·n(p) over so many planes, where n(p) counts the bits in which plane p and the code differ, and words that were carried into the first of them.
template <int planes, int words, int carries> static inline __device__ u32 differing(const u32 (&code)[words], const u32x4 *plane, const u32 (&carried)[carries + 1]) {
  constexpr int own = planes > 0 ? words : 0, n = carries + own, adders = (n - 1) / 2, left = planes > 0 ? planes - 1 : 0;
  u32 v[n], up[adders + 1];
  UNROLL for (int i = 0; i < carries; i++) v[i] = carried[i];
  UNROLL for (int i = 0; i < own / 4; i++) {
    u32x4 four = plane[i];
    UNROLL for (int j = 0; j < 4; j++) v[carries + 4 * i + j] = code[4 * i + j] ^ four[j];
  }
  u32 sum = v[0];
  UNROLL for (int i = 0; i < adders; i++) {
    up[i] = carry_of(sum, v[2 * i + 1], v[2 * i + 2]);
    sum = sum_of(sum, v[2 * i + 1], v[2 * i + 2]);
  }
  u32 ones = ones_of(sum) + (n % 2 == 0 ? ones_of(v[n - 1]) : 0); // an even number leaves one over
  if constexpr (adders == 0) return ones;
  else return ones + 2 * differing<left, words, adders>(code, plane + own / 4, up);
}

// Row is one row of a chunk under a question.
struct Row {
  const IN_DEVICE unsigned char *head;
  const Question *q;
  int r;
  u32 present;
  float sum, weight;
  bool close;

  template <class T> __device__ T at(int part, int index) const { return ((const IN_DEVICE T *)(head + part))[index * ROWS + r]; }

  // add takes in a similarity, if it is one.
  __device__ void add(int space, float x, bool has) {
    if (!has || x != x) return;
    sum = add_of(sum, add_of(mul_of(q->factors[space], x), -q->offsets[space]));
    weight += q->weights[space];
    close |= (q->deciding >> space & 1) && add_of(x, 0.32f) >= q->least;
  }
  __device__ void add(int space, float x) { add(space, x, present >> space & 1); }

  // differs counts against so many planes from the first on.
  template <int planes, int group, int groups> __device__ u32 differs(int plane) const {
    u32 code[4 * groups];
    UNROLL for (int g = 0; g < groups; g++) {
      u32x4 four = at<u32x4>(0, group + g);
      UNROLL for (int j = 0; j < 4; j++) code[4 * g + j] = four[j];
    }
    u32 nothing[1];
    return differing<planes, 4 * groups, 0>(code, q->planes + plane, nothing);
  }

  // dense is the similarity in a column of codes.
  template <int column, int group, int groups> __device__ float dense() const {
    float factor = widen(at<bf16>(factors_at, column));
    int dot = 15 * 128 * groups - 2 * (int)differs<4, group, groups>(4 * group);
    return mul_of(mul_of(q->units[column], (float)dot), factor);
  }

  __device__ void add_pair() {
    float x = 0, y = 0;
    if (q->pair != 2) x = dense<1, 3, 2>();
    if (q->pair != 1) y = dense<2, 5, 2>();
    switch (q->pair) {
    case 1: x = mul_of(q->causes, x); break;
    case 2: x = mul_of(q->effects, y); break;
    case 3: x = y > x ? y : x; break;
    default: x = add_of(x, y) / 2;
    }
    add(E5, x);
  }

  // age is what the tables say of the row's time. A product serves for the quotient: in double precision they differ by far less than the entries are wide.
  __device__ Age age(const Age *ages) const {
    float seconds = (float)((q->ref - (double)at<long long>(times_at, 0)) * 1e-9);
    bool ahead = seconds < 0;
    Age out = ages[lesser((int)(bits_of(1.0f + (ahead ? -seconds : seconds)) >> 17) - (127 << 6), AGES - 1)];
    if (ahead) out.recent = ages[0].recent;
    return out;
  }

  __device__ void add_turns(const float *table) {
    float x = 0;
    UNROLL for (int i = 0; i < 5; i++) {
      u32 apart = ((q->turns[i] - at<unsigned short>(turns_at, i)) & 0xffffu) >> 4;
      x += table[apart < TURNS ? apart : 2 * TURNS - 1 - apart];
    }
    float guess = x * 0.2f; // x/5 as IEEE rounds it, by a product and a correction (Markstein 1990)
    add(E3, __builtin_fmaf(__builtin_fmaf(-guess, 5, x), 0.2f, guess));
  }

  __device__ float score(const Age *ages, const float *turns, u64 place) {
    sum = weight = 0, close = q->least <= 0;
    present = at<unsigned short>(present_at, 0);
    if (q->asks(E1)) add(E1, dense<0, 0, 3>());
    Age time = {0, 0};
    if (q->asks(E2) || q->asks(E4)) time = age(ages);
    if (q->asks(E2)) add(E2, time.recent);
    if (q->asks(E3)) add_turns(turns);
    if (q->asks(E4)) add(E4, time.positional);
    if (q->asks(E5)) add_pair();
    if (q->asks(E6)) add(E6, q->sparse[0][place], true);
    if (q->asks(E7)) add(E7, dense<3, 7, 3>());
    if (q->asks(E8)) add(E8, dense<4, 10, 2>());
    if (q->asks(E9)) add(E9, 1 - 2 * (float)differs<1, 16, 2>(64) / 256);
    if (q->asks(E10)) add(E10, dense<5, 12, 2>());
    if (q->asks(E11)) add(E11, dense<6, 14, 2>());
    if (q->asks(E13)) add(E13, q->sparse[1][place], true);
    return weight > 0 && close ? sum / weight : nan_of();
  }
};

// any_of reports whether a bit is set in so many words of 16 bytes.
static inline __device__ bool any_of(const IN_DEVICE u32x4 *words, int n) {
  u32 all = 0;
  for (int i = 0; i < n; i++) all |= words[i][0] | words[i][1] | words[i][2] | words[i][3];
  return all;
}

} // namespace scan

KERNEL(THREADS) scan_codes(const u64 *seats, const int *list, const u32x4 *tables, const u32x4 *questions, int n) {
  __shared__ scan::Question question;
  __shared__ u32x4 half_turn[TURNS / 4];
  constexpr int pieces = sizeof question / 16;
  int part = block_x() / n, chunk = part / (ROWS / BLOCK), first = part % (ROWS / BLOCK) * BLOCK;
  questions += block_x() % n * pieces;
  auto head = (const IN_DEVICE unsigned char *)seats[(u64)list[chunk] * (SEAT / 8)];
  auto allowed = ((const scan::Question *)questions)->allowed + (u64)chunk * (ROWS / 32);
  auto out = ((const scan::Question *)questions)->out;
  bool any = head && scan::any_of((const IN_DEVICE u32x4 *)(allowed + first / 32), BLOCK / 128);
  if (any) { // or none of the block's threads comes here
    if (thread_x() < pieces) ((u32x4 *)&question)[thread_x()] = questions[thread_x()];
    for (int i = thread_x(); i < TURNS / 4; i += THREADS) half_turn[i] = tables[AGES / 2 + i];
    BARRIER();
  }
  for (int r = first + thread_x(); r < first + BLOCK; r += THREADS) {
    FORGET(); // the record's numbers would not all fit into registers
    u64 place = (u64)chunk * ROWS + r;
    float score = nan_of();
    if (any && allowed[r / 32] >> (r % 32) & 1)
      score = scan::Row{head, &question, r, 0, 0, 0, false}.score((const scan::Age *)tables, (const float *)half_turn, place);
    out[place] = score;
  }
}

#undef THREADS
#undef BLOCK
#undef AGES
#undef TURNS
#undef ROWS
#undef SEAT
