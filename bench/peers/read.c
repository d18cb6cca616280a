// The fastest plain read of memory: so many threads each or together a part of an array, several times; the GB/s of the best time go to stdout.
// Usage: read BYTES THREADS PASSES. bench/search builds and runs it, with -O3 -march=native: the loop becomes the widest loads there are.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_THREADS = 64 };

struct part {
  const uint64_t *words;
  size_t n;
  uint64_t seen;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void *read_part(void *p) {
  struct part *part = p;
  uint64_t seen = 0;
  for (size_t i = 0; i < part->n; i++) seen |= part->words[i];
  part->seen = seen;
  return 0;
}

// pass reads the whole array once and returns the seconds.
static double pass(const uint64_t *words, size_t n, int threads) {
  pthread_t ids[MAX_THREADS];
  struct part parts[MAX_THREADS];
  double start = now();
  for (int t = 0; t < threads; t++) {
    parts[t] = (struct part){words + n / threads * t, n / threads, 0};
    pthread_create(&ids[t], 0, read_part, &parts[t]);
  }
  uint64_t seen = 0;
  for (int t = 0; t < threads; t++) pthread_join(ids[t], 0), seen |= parts[t].seen;
  double took = now() - start;
  if (seen == 0) fprintf(stderr, "nothing was read\n");
  return took;
}

int main(int argc, char **argv) {
  if (argc != 4) return fprintf(stderr, "usage: read BYTES THREADS PASSES\n"), 2;
  size_t n = strtoull(argv[1], 0, 10) / 8;
  int threads = atoi(argv[2]), passes = atoi(argv[3]);
  uint64_t *words = n > 0 && threads > 0 && threads <= MAX_THREADS && passes > 0 ? malloc(8 * n) : 0;
  if (!words) return fprintf(stderr, "cannot read %s bytes with %s threads %s times\n", argv[1], argv[2], argv[3]), 1;
  memset(words, 0x5a, 8 * n);
  double best = 1e30;
  for (int i = 0; i < passes; i++) {
    double took = pass(words, n, threads);
    if (took < best) best = took;
  }
  printf("%.6f\n", 8e-9 * (n / threads * threads) / best);
  free(words);
  return 0;
}
