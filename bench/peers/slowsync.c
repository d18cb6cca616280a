// A disk whose every sync takes two milliseconds: a library for LD_PRELOAD that stands before fsync and fdatasync, does the real one, and
// sleeps for what is left. bench/search builds and uses it; Go's own calls go past it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

#define SYNC_NS 2000000L

typedef int (*sync_fn)(int);

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

static int slowly(const char *name, int fd) {
  long start = now();
  int result = ((sync_fn)dlsym(RTLD_NEXT, name))(fd);
  long left = SYNC_NS - (now() - start);
  if (left > 0) nanosleep(&(struct timespec){0, left}, 0);
  return result;
}

int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
