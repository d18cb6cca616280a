// A text's binary spatter code, E9: 10,000 bits, in each of which the text's trigrams of letters vote (Kanerva 1996; Joshi, Halseth and Kanerva 2016; the
// formula as it is stored: engine/backend/arith).
//
//   trigram i = c(i) ⊕ ρ(c(i+1)) ⊕ ρ²(c(i+2)),   bit = 1 when 2·votes + anchor·T > trigrams, or on a tie when T = +1
//
// c is a letter's item vector, ρ a rotation by one bit, T the tie vector with `anchor` votes of its own. All in whole numbers: the same bits as on a CPU.
//
// Layout: letters int32, those of text i from offsets[i] to below offsets[i+1], at least three; anchors int32 [texts]; out 157 words of 64 bits a text. A block
// makes a text and a thread a word: it generates its word of every letter, and the one before, from which bits come in by rotation (two rounds of a mixer:
// 40 instructions, where a table would be 1.3 KB a letter from memory). The letters' seeds are made once a block, 160 at a time, in shared memory.
//
// Votes are counted bit-sliced: plane p holds bit p of 64 counters. Eight trigrams go through a tree of full adders (Harley and Seal, in Warren 2012), so one
// ripple through the planes serves eight. A text may have 2²⁴ − 1 letters.
//
// Registers a thread, by NVIDIA's assembler for sm_80 (12.4): 88, none spilt. Right on an H200 (bench/results/nvidia-h200), not timed there yet.
#include "prelude.cuh"

#define WORDS 157
#define LAST_BITS 16 // of the last word
#define PLANES 24
#define TEAM 160
#define LETTER_KEY 0x9E3779B97F4A7C15ull
#define WORD_KEY 0xD1B54A32D192ED03ull

namespace spatter {

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
static inline __device__ u64 mix(u64 x) {
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  return x ^ x >> 31;
}

static inline __device__ u64 seed_of(int letter) { return mix((u64)(long long)letter * LETTER_KEY + LETTER_KEY); }

// word_of is word w of an item vector; bits behind the last are not cleared.
static inline __device__ u64 word_of(u64 seed, int w) { return mix(seed + (u64)(w + 1) * WORD_KEY); }

// before is the word whose highest bits a rotation brings into word w: of the first word that is the last, moved up to its highest bit.
static inline __device__ u64 before(u64 seed, int w) { return w > 0 ? word_of(seed, w - 1) : word_of(seed, WORDS - 1) << (64 - LAST_BITS); }

// add3 adds three bits in each of 64 counters and returns the carry.
static inline __device__ u64 add3(u64 &sum, u64 a, u64 b) {
  u64 x = sum ^ a, carry = (sum & a) | (x & b);
  sum = x ^ b;
  return carry;
}

struct Votes {
  u64 plane[PLANES];

  __device__ void clear() { UNROLL for (int p = 0; p < PLANES; p++) plane[p] = 0; }

  __device__ void add_eight(const u64 v[8]) {
    u64 t0 = add3(plane[0], v[0], v[1]), t1 = add3(plane[0], v[2], v[3]), t2 = add3(plane[0], v[4], v[5]), t3 = add3(plane[0], v[6], v[7]);
    u64 f0 = add3(plane[1], t0, t1), f1 = add3(plane[1], t2, t3);
    ripple<3>(add3(plane[2], f0, f1));
  }

  // ripple adds 2ᵖ to the counters whose bit is set. Planes are told at compile time, or they would not lie in registers.
  template <int p> __device__ void ripple(u64 carry) {
    if constexpr (p < PLANES)
      if (carry != 0) {
        u64 both = plane[p] & carry;
        plane[p] ^= carry;
        ripple<p + 1>(both);
      }
  }

  // at_least returns the counters that are k or more.
  __device__ u64 at_least(int k) const {
    u64 above = 0, equal = ~0ull;
    if (k <= 0) return equal;
    UNROLL for (int p = PLANES - 1; p >= 0; p--) {
      u64 wanted = k >> p & 1 ? ~0ull : 0;
      above |= equal & plane[p] & ~wanted;
      equal &= ~(plane[p] ^ wanted);
    }
    return above | equal;
  }
};

} // namespace spatter

KERNEL(160) hdc(u64 *out, const int *letters, const int *offsets, const int *anchors) {
  __shared__ u64 seeds[TEAM];
  int from = offsets[block_x()], count = offsets[block_x() + 1] - from, w = thread_x();
  spatter::Votes votes;
  votes.clear();
  u64 first = 0, second = 0; // of the trigram that the next letter ends, and of the one after it
  for (int start = 0; start < count; start += TEAM) {
    BARRIER(); // the seeds before these were read
    if (start + w < count) seeds[w] = spatter::seed_of(letters[from + start + w]);
    BARRIER();
    for (int i = start; i < lesser(start + TEAM, count); i += 8) {
      u64 v[8];
      UNROLL for (int j = 0; j < 8; j++) {
        u64 seed = i + j < count ? seeds[i + j - start] : 0;
        u64 word = spatter::word_of(seed, w), low = spatter::before(seed, w);
        v[j] = i + j >= 2 && i + j < count ? first ^ (word << 2 | low >> 62) : 0;
        first = second ^ (word << 1 | low >> 63);
        second = word;
      }
      votes.add_eight(v);
    }
  }
  if (w >= WORDS) return;
  int trigrams = count - 2, anchor = anchors[block_x()];
  u64 tie = spatter::word_of(spatter::seed_of(-1), w);
  u64 code = (votes.at_least((trigrams - anchor + 1) / 2) & tie) | (votes.at_least((trigrams + anchor) / 2 + 1) & ~tie);
  out[(u64)block_x() * WORDS + w] = w == WORDS - 1 ? code & ((1ull << LAST_BITS) - 1) : code;
}

#undef WORDS
#undef LAST_BITS
#undef PLANES
#undef TEAM
#undef LETTER_KEY
#undef WORD_KEY
