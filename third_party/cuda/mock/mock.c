// A pretended CUDA driver, so that tests walk discovery, launches, streams and graphs without a card. Built as a shared
// library and named by ASTERISM_CUDA_LIB. Device memory is host memory; the one kernel it knows, "scale", really
// computes: x[i] *= factor for i < n, parameters (float *x, unsigned n, float factor). Linked with the emulation
// (kernels/cuda/emulate/driver.cu) it runs all the kernels of the project. Calls that are not
// here are not exported, which is how the loader's answer to a missing symbol is tested too.
//
// It is as late as a card may be: what is put into a stream happens when the stream is waited for, and not before. So
// who reads a result without waiting reads NaN, who changes pinned memory before its copy was made sends what he changed
// it to, and a fault shows at the wait.
//
//   ASTERISM_MOCK_INIT=N         cuInit answers N (default 0, success)
//   ASTERISM_MOCK_DEVICES=LIST   name,MiB,major,minor,multiprocessors separated by semicolons; empty: no device
//   ASTERISM_MOCK_LOST_AFTER=N   the kernel behind N kernels fails, and every call after it: a card that is lost
//   ASTERISM_MOCK_LOST_FILE=PATH the card is lost as soon as there is such a file
//   ASTERISM_MOCK_NO_GRAPHS=1    graphs cannot be captured
//   ASTERISM_MOCK_JIT=TEXT       what the compiler tells of a program that has wgmma, where it is asked to tell
//
// A context that is destroyed while streams, graphs or pinned memory are left of it says so on standard error.
#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemFree cuMemFree_v2
#define cuMemGetInfo cuMemGetInfo_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#define cuMemcpyHtoDAsync cuMemcpyHtoDAsync_v2
#define cuMemcpyDtoHAsync cuMemcpyDtoHAsync_v2
#define cuStreamDestroy cuStreamDestroy_v2
#define cuStreamBeginCapture cuStreamBeginCapture_v2
#include "cuda.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_DEVICES = 8, DRIVER_VERSION = 12040, SHARED_UNASKED = 48 << 10 };

struct device {
  char name[64];
  long mebibytes;
  int major, minor, multiprocessors;
};

// The opaque handles of cuda.h, given a body here and in stream.h.
struct CUctx_st { CUdevice device; };
struct CUmod_st { char *image; CUfunction functions; };
struct CUfunc_st { CUfunction next; char name[64]; unsigned int most_shared; int waits; };

static struct device devices[MOST_DEVICES];
static int device_count;
static int initialised;
static long kernels_left = -1; // until the card is lost; below 0: never
static const char *lost_file;
static int no_graphs;
static int lost;

// Runs a kernel of the project; 0 when it knows the name. Only there when the emulation is linked in, as is the number of its parameters.
__attribute__((weak)) int asterism_emulate(const char *name, unsigned int grid_x, unsigned int grid_y, unsigned int threads,
                                           unsigned int shared, void **parameters);
__attribute__((weak)) int asterism_parameters(const char *name);
static _Thread_local CUcontext current; // a context belongs to the thread that made it current

// One call at a time: a card is shared, and the emulation has one of everything.
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lock(void) { return pthread_mutex_lock(&mutex); }
static void unlock(int *held) { (void)held, pthread_mutex_unlock(&mutex); }
#define LOCKED __attribute__((cleanup(unlock), unused)) int held = lock()

static void read_devices(const char *list) {
  for (const char *at = list; at && *at && device_count < MOST_DEVICES;) {
    struct device *d = &devices[device_count];
    if (sscanf(at, "%63[^,],%ld,%d,%d,%d", d->name, &d->mebibytes, &d->major, &d->minor, &d->multiprocessors) == 5) device_count++;
    at = strchr(at, ';');
    if (at) at++;
  }
}

static CUresult check_device(CUdevice device) {
  if (!initialised) return CUDA_ERROR_NOT_INITIALIZED;
  return device >= 0 && device < device_count ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

static CUresult check_context(void) {
  if (lost_file && access(lost_file, F_OK) == 0) lost = 1;
  if (lost) return CUDA_ERROR_LAUNCH_FAILED;
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

// most_shared is what a block may ask for, as the cards of that kind say.
static int most_shared(const struct device *d) {
  if (d->major >= 9) return 227 << 10;
  return d->major == 8 && d->minor == 0 ? 163 << 10 : 99 << 10;
}

#include "memory.h"
#include "stream.h"

CUresult cuInit(unsigned int flags) {
  const char *answer = getenv("ASTERISM_MOCK_INIT");
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (answer && *answer && atoi(answer) != 0) return (CUresult)atoi(answer);
  read_devices(getenv("ASTERISM_MOCK_DEVICES"));
  const char *left = getenv("ASTERISM_MOCK_LOST_AFTER"), *none = getenv("ASTERISM_MOCK_NO_GRAPHS");
  if (left && *left) kernels_left = atol(left);
  no_graphs = none && *none;
  lost_file = getenv("ASTERISM_MOCK_LOST_FILE");
  initialised = 1;
  return CUDA_SUCCESS;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  switch (error) {
    case CUDA_ERROR_LAUNCH_FAILED: *name = "CUDA_ERROR_LAUNCH_FAILED"; return CUDA_SUCCESS;
    case CUDA_ERROR_INVALID_PTX: *name = "CUDA_ERROR_INVALID_PTX"; return CUDA_SUCCESS;
    case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: *name = "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"; return CUDA_SUCCESS;
    default: *name = NULL; return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuDriverGetVersion(int *version) {
  *version = DRIVER_VERSION;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  *count = device_count;
  return initialised ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  *device = ordinal;
  return check_device(ordinal);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  CUresult found = check_device(device);
  if (found == CUDA_SUCCESS) snprintf(name, (size_t)length, "%s", devices[device].name);
  return found;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
  CUresult found = check_device(device);
  if (found == CUDA_SUCCESS) *bytes = (size_t)devices[device].mebibytes << 20;
  return found;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  CUresult found = check_device(device);
  if (found != CUDA_SUCCESS) return found;
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = devices[device].major; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = devices[device].minor; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = devices[device].multiprocessors; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = most_shared(&devices[device]); break;
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
  LOCKED;
  CUresult found = check_device(device);
  if (found != CUDA_SUCCESS || flags > CU_CTX_SCHED_BLOCKING_SYNC) return found != CUDA_SUCCESS ? found : CUDA_ERROR_INVALID_VALUE;
  *context = malloc(sizeof **context);
  if (!*context) return CUDA_ERROR_OUT_OF_MEMORY;
  (*context)->device = device;
  current = *context;
  return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context) {
  LOCKED;
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  if (current == context) current = NULL;
  if (streams || graphs || pinned) fprintf(stderr, "mock driver: %d streams, %d graphs and %d pieces of pinned memory are left\n", streams, graphs, pinned);
  drop_card_memory();
  free(context);
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  current = context;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void) {
  LOCKED;
  CUresult found = check_context();
  return found == CUDA_SUCCESS ? finish(&null_stream) : found;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  LOCKED;
  CUresult found = check_context();
  if (found == CUDA_SUCCESS) found = check_uncaptured();
  if (found != CUDA_SUCCESS) return found;
  if (!strstr(image, ".entry ")) return CUDA_ERROR_INVALID_PTX;
  *module = calloc(1, sizeof **module);
  if (*module) (*module)->image = strdup(image);
  return *module && (*module)->image ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

// The options it minds are the buffers for what is wrong with the program, and for what a compiler tells: ASTERISM_MOCK_JIT, of a program with wgmma.
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int count, CUjit_option *options, void **values) {
  CUresult found = cuModuleLoadData(module, image);
  for (unsigned int i = 0; found == CUDA_ERROR_INVALID_PTX && i < count; i++)
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) strcpy(values[i], "mock: a program without an entry");
  const char *told = getenv("ASTERISM_MOCK_JIT");
  for (unsigned int i = 0; found == CUDA_SUCCESS && told && i < count; i++)
    if (options[i] == CU_JIT_INFO_LOG_BUFFER && strstr(image, "wgmma.mma_async")) strcpy(values[i], told);
  return found;
}

CUresult cuModuleUnload(CUmodule module) {
  LOCKED;
  for (CUfunction f = module->functions, next; f; f = next) {
    next = f->next;
    free(f);
  }
  free(module->image);
  free(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  LOCKED;
  char entry[96];
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  for (*function = module->functions; *function; *function = (*function)->next)
    if (strcmp((*function)->name, name) == 0) return CUDA_SUCCESS;
  if (snprintf(entry, sizeof entry, ".entry %s(", name) >= (int)sizeof entry || !strstr(module->image, entry)) return CUDA_ERROR_NOT_FOUND;
  *function = calloc(1, sizeof **function);
  if (!*function) return CUDA_ERROR_OUT_OF_MEMORY;
  snprintf((*function)->name, sizeof (*function)->name, "%s", name);
  (*function)->most_shared = SHARED_UNASKED;
  (*function)->waits = strstr(module->image, "griddepcontrol.wait") != NULL;
  (*function)->next = module->functions;
  module->functions = *function;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  LOCKED;
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES || value < 0 || value > most_shared(&devices[current->device])) return CUDA_ERROR_INVALID_VALUE;
  function->most_shared = (unsigned int)value;
  return CUDA_SUCCESS;
}
