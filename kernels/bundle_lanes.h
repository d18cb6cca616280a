// The body of bundle.c, for vectors of BYTES bytes. What it defines has BYTES behind its name.
#define JOIN2(name, bytes) name##bytes
#define JOIN(name, bytes) JOIN2(name, bytes)
#define lanes JOIN(lanes_, BYTES)
#define add3 JOIN(add3_, BYTES)
#define trigram JOIN(trigram_, BYTES)
#define ripple JOIN(ripple_, BYTES)
#define reached JOIN(reached_, BYTES)
#define bundle JOIN(bundle_, BYTES)

typedef uint64_t lanes __attribute__((vector_size(BYTES), aligned(8), may_alias));

// add3 adds three bits a lane.
static inline lanes add3(lanes *sum, lanes b, lanes c) {
  lanes x = *sum ^ b, carry = (*sum & b) | (x & c);
  *sum = x ^ c;
  return carry;
}

// trigram is a vector of the trigram that begins at a letter.
static inline lanes trigram(const uint64_t *rows, const int32_t *letters, int64_t words) {
  const lanes *a = (const lanes *)(rows + letters[0] * 3 * words);
  const lanes *b = (const lanes *)(rows + (letters[1] * 3 + 1) * words);
  const lanes *c = (const lanes *)(rows + (letters[2] * 3 + 2) * words);
  return *a ^ *b ^ *c;
}

// ripple adds 2^p to the counts whose bit is set in v; no count reaches 2^used.
static inline void ripple(lanes *plane, int p, int used, lanes v) {
  for (; p < used; p++) {
    lanes carry = plane[p] & v;
    plane[p] ^= v;
    v = carry;
  }
}

// reached are the counts that are least or more.
static inline lanes reached(const lanes *plane, int used, int64_t least) {
  const lanes none = {0};
  if (least <= 0) return ~none;
  if (least >= (int64_t)1 << used) return none;
  lanes above = none, equal = ~none;
  for (int p = used - 1; p >= 0; p--) {
    if (least >> p & 1) {
      equal &= plane[p];
    } else {
      above |= equal & plane[p];
      equal &= ~plane[p];
    }
  }
  return above | equal;
}

static void bundle(const uint64_t *rows, const int32_t *letters, int64_t n, const uint64_t *tie, int64_t with,
                   int64_t without, int64_t words, uint64_t *out) {
  int used = 3;
  while (n - 2 >= (int64_t)1 << used) used++;
  for (int64_t w = 0; w < words; w += BYTES / 8) {
    lanes plane[PLANES];
    for (int p = 0; p < used; p++) plane[p] = (lanes){0};
    lanes ones = {0}, twos = ones, fours = ones;
    const uint64_t *at = rows + w;
    int64_t i = 0;
    for (; i + 10 <= n; i += 8) {
      const int32_t *t = letters + i;
      lanes t0 = add3(&ones, trigram(at, t, words), trigram(at, t + 1, words));
      lanes t1 = add3(&ones, trigram(at, t + 2, words), trigram(at, t + 3, words));
      lanes f0 = add3(&twos, t0, t1);
      t0 = add3(&ones, trigram(at, t + 4, words), trigram(at, t + 5, words));
      t1 = add3(&ones, trigram(at, t + 6, words), trigram(at, t + 7, words));
      ripple(plane, 3, used, add3(&fours, f0, add3(&twos, t0, t1)));
    }
    plane[0] = ones, plane[1] = twos, plane[2] = fours;
    for (; i + 3 <= n; i++) ripple(plane, 0, used, trigram(at, letters + i, words));
    lanes t = *(const lanes *)(tie + w);
    *(lanes *)(out + w) = (reached(plane, used, with) & t) | (reached(plane, used, without) & ~t);
  }
}

#undef lanes
#undef add3
#undef trigram
#undef ripple
#undef reached
#undef bundle
#undef JOIN
#undef JOIN2
#undef BYTES
