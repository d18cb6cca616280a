// A pretended CUDA driver, so that tests walk discovery and a launch without a card. Built as a shared library
// and named by ASTERISM_CUDA_LIB. Device memory is host memory; the one kernel it knows, "scale", really
// computes: x[i] *= factor for i < n, parameters (float *x, unsigned n, float factor). Linked with the emulation
// (kernels/cuda/emulate/driver.cu) it runs all the kernels of the project. Calls that are not
// here are not exported, which is how the loader's answer to a missing symbol is tested too.
//
//   ASTERISM_MOCK_INIT=N         cuInit answers N (default 0, success)
//   ASTERISM_MOCK_DEVICES=LIST   name,MiB,major,minor,multiprocessors separated by semicolons; empty: no device
//   ASTERISM_MOCK_LOST_AFTER=N   the launch behind N launches fails, and every call after it: a card that is lost
#define cuDeviceTotalMem cuDeviceTotalMem_v2
#define cuCtxCreate cuCtxCreate_v2
#define cuCtxDestroy cuCtxDestroy_v2
#define cuMemAlloc cuMemAlloc_v2
#define cuMemFree cuMemFree_v2
#define cuMemcpyHtoD cuMemcpyHtoD_v2
#define cuMemcpyDtoH cuMemcpyDtoH_v2
#include "cuda.h"

#include <stdio.h>
#include <string.h>

enum { MOST_DEVICES = 8, DRIVER_VERSION = 12040 };

struct device {
  char name[64];
  long mebibytes;
  int major, minor, multiprocessors;
};

// The opaque handles of cuda.h, given a body here.
struct CUctx_st { CUdevice device; };
struct CUmod_st { char *image; };
struct CUfunc_st { char name[64]; };

static struct device devices[MOST_DEVICES];
static int device_count;
static int initialised;
static size_t used;       // bytes allocated, on all devices
static long launches_left = -1; // until the card is lost; below 0: never
static int lost;

// Runs a kernel of the project; 0 when it knows the name. Only there when the emulation is linked in.
__attribute__((weak)) int asterism_emulate(const char *name, unsigned int grid_x, unsigned int grid_y, unsigned int threads,
                                           unsigned int shared, void **parameters);
static _Thread_local CUcontext current; // a context belongs to the thread that made it current

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

CUresult cuInit(unsigned int flags) {
  const char *answer = getenv("ASTERISM_MOCK_INIT");
  if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
  if (answer && *answer && atoi(answer) != 0) return (CUresult)atoi(answer);
  read_devices(getenv("ASTERISM_MOCK_DEVICES"));
  const char *left = getenv("ASTERISM_MOCK_LOST_AFTER");
  if (left && *left) launches_left = atol(left);
  initialised = 1;
  return CUDA_SUCCESS;
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
    default: return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}

CUresult cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) {
  CUresult found = check_device(device);
  if (found != CUDA_SUCCESS || flags != 0) return found != CUDA_SUCCESS ? found : CUDA_ERROR_INVALID_VALUE;
  *context = malloc(sizeof **context);
  if (!*context) return CUDA_ERROR_OUT_OF_MEMORY;
  (*context)->device = device;
  current = *context;
  return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context) {
  if (!context) return CUDA_ERROR_INVALID_CONTEXT;
  if (current == context) current = NULL;
  free(context);
  return CUDA_SUCCESS;
}

static CUresult check_context(void) {
  if (lost) return CUDA_ERROR_LAUNCH_FAILED;
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxSynchronize(void) { return check_context(); }

// What is allocated lies behind its own size, at a multiple of 256 as on a card.
enum { HEAD = 256 };

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) {
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (used + bytes > (size_t)devices[current->device].mebibytes << 20) return CUDA_ERROR_OUT_OF_MEMORY;
  char *memory = aligned_alloc(HEAD, HEAD + (bytes + HEAD - 1) / HEAD * HEAD);
  if (!memory) return CUDA_ERROR_OUT_OF_MEMORY;
  memset(memory + HEAD, 0xff, bytes); // what nobody wrote reads as NaN
  *(size_t *)(void *)memory = bytes;
  used += bytes;
  *address = (CUdeviceptr)(uintptr_t)(memory + HEAD);
  return CUDA_SUCCESS;
}

CUresult cuMemFree(CUdeviceptr address) {
  char *memory = (char *)(uintptr_t)address - HEAD;
  used -= *(size_t *)(void *)memory;
  free(memory);
  return lost ? CUDA_ERROR_LAUNCH_FAILED : CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  CUresult found = check_context();
  if (found == CUDA_SUCCESS) memcpy((void *)(uintptr_t)to, from, bytes);
  return found;
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  CUresult found = check_context();
  if (found == CUDA_SUCCESS) memcpy(to, (const void *)(uintptr_t)from, bytes);
  return found;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (!strstr(image, ".entry ")) return CUDA_ERROR_INVALID_PTX;
  *module = calloc(1, sizeof **module);
  if (*module) (*module)->image = strdup(image);
  return *module && (*module)->image ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuModuleUnload(CUmodule module) {
  free(module->image);
  free(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  char entry[96];
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  if (snprintf(entry, sizeof entry, ".entry %s(", name) >= (int)sizeof entry || !strstr(module->image, entry)) return CUDA_ERROR_NOT_FOUND;
  *function = calloc(1, sizeof **function); // never freed: a function lives as long as its module, and a test is short
  if (!*function) return CUDA_ERROR_OUT_OF_MEMORY;
  snprintf((*function)->name, sizeof (*function)->name, "%s", name);
  return CUDA_SUCCESS;
}

// One pretended thread an element, as far as the grid reaches: a grid that is too small leaves a tail untouched.
static void scale(unsigned int threads, void **parameters) {
  float *x = (float *)(uintptr_t)*(CUdeviceptr *)parameters[0];
  unsigned int n = *(unsigned int *)parameters[1];
  float factor = *(float *)parameters[2];
  for (unsigned int i = 0; i < n && i < threads; i++) x[i] *= factor;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
                        CUstream stream, void **parameters, void **extra) {
  (void)stream, (void)extra;
  if (launches_left == 0) lost = 1;
  CUresult found = check_context();
  if (found != CUDA_SUCCESS) return found;
  if (launches_left > 0) launches_left--;
  if (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z || block_x * block_y * block_z > 1024) return CUDA_ERROR_INVALID_VALUE;
  if (grid_y > 65535 || grid_z > 65535 || shared_bytes > 48 << 10) return CUDA_ERROR_INVALID_VALUE; // as a card says without being asked for more
  if (strcmp(function->name, "scale") == 0) {
    scale(grid_x * block_x, parameters);
    return CUDA_SUCCESS;
  }
  if (asterism_emulate && asterism_emulate(function->name, grid_x, grid_y, block_x, shared_bytes, parameters) == 0) return CUDA_SUCCESS;
  return CUDA_ERROR_INVALID_HANDLE;
}
