// The CUDA driver, found when it is first needed. Linked into the binary as libcuda.a in place of the
// driver's own library, so that one binary starts on any machine, with a card or without.
//
// Why each thing is so:
//  - cuInit only answers success. gorgonia.org/cu calls it before main and ends the process when it fails; and
//    the true call takes a tenth of a second or more, which a server that must answer at once cannot spend.
//  - The first other call opens the library, fills the slots, runs the true cuInit, once (pthread_once), and
//    keeps its verdict; every call after that is forwarded, or answers that verdict.
//  - The driver feeds a card through so many queues as CUDA_DEVICE_MAX_CONNECTIONS says, 8 unless told, and streams that share
//    one wait for each other. There are more streams than that here (questions, passages, a space each), so it is set to the
//    most that is possible, 32, before the driver looks at it; who has set it has his way.
//  - The symbols are hidden (-fvisibility=hidden): a library loaded later that brings its own need of the driver,
//    as ONNX Runtime's CUDA provider does, must bind the true one and not these.
//
// ASTERISM_CUDA_LIB names another library to open: a driver in an unusual place, or the mock of the tests.
#define _GNU_SOURCE
#include "cuda.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

enum slot {
#define F(name, symbol, parameters, arguments) SLOT_##name,
#include "functions.def"
#undef F
  SLOT_COUNT
};

static const char *const symbols[SLOT_COUNT] = {
#define F(name, symbol, parameters, arguments) symbol,
#include "functions.def"
#undef F
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *slots[SLOT_COUNT];
static CUresult verdict; // of the true cuInit; CUDA_ERROR_NO_DEVICE when there is no library

static void open_driver(void) {
  verdict = CUDA_ERROR_NO_DEVICE;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 0);
  const char *named = getenv("ASTERISM_CUDA_LIB");
  void *library = dlopen(named && *named ? named : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  for (int i = 0; i < SLOT_COUNT; i++) slots[i] = dlsym(library, symbols[i]);
  CUresult (*init)(unsigned int) = (CUresult(*)(unsigned int))dlsym(library, "cuInit");
  verdict = init ? init(0) : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

// enter answers whether the call in this slot can be forwarded. The driver's version is told even when cuInit
// has failed: that is how "a driver without a usable card" is told from "no driver".
static CUresult enter(enum slot slot) {
  pthread_once(&once, open_driver);
  if (verdict != CUDA_SUCCESS && !(slot == SLOT_cuDriverGetVersion && slots[slot])) return verdict;
  return slots[slot] ? CUDA_SUCCESS : CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND;
}

CUresult cuInit(unsigned int flags) {
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

#define F(name, symbol, parameters, arguments)               \
  CUresult name parameters {                                 \
    CUresult refusal = enter(SLOT_##name);                   \
    if (refusal != CUDA_SUCCESS) return refusal;             \
    return ((CUresult(*) parameters)slots[SLOT_##name]) arguments; \
  }
#include "functions.def"
#undef F
