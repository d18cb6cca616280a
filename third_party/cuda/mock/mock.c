// A pretended CUDA driver, so that tests walk discovery and a launch without a card. Built as a shared library
// and named by ASTERISM_CUDA_LIB. Device memory is host memory; the one kernel it knows, "scale", really
// computes: x[i] *= factor for i < n, parameters (float *x, unsigned n, float factor). Calls that are not
// here are not exported, which is how the loader's answer to a missing symbol is tested too.
//
//   ASTERISM_MOCK_INIT=N         cuInit answers N (default 0, success)
//   ASTERISM_MOCK_DEVICES=LIST   name,MiB,major,minor,multiprocessors separated by semicolons; empty: no device
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
struct CUmod_st { int loaded; };
struct CUfunc_st { int known; };

static struct device devices[MOST_DEVICES];
static int device_count;
static int initialised;
static struct CUfunc_st scale_function;
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

CUresult cuCtxSynchronize(void) { return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }

CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes) {
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  if (bytes > (size_t)devices[current->device].mebibytes << 20) return CUDA_ERROR_OUT_OF_MEMORY;
  *address = (CUdeviceptr)(uintptr_t)malloc(bytes);
  return *address ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFree(CUdeviceptr address) {
  free((void *)(uintptr_t)address);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  memcpy((void *)(uintptr_t)to, from, bytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  memcpy(to, (const void *)(uintptr_t)from, bytes);
  return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  if (!strstr(image, ".entry scale")) return CUDA_ERROR_INVALID_PTX;
  *module = calloc(1, sizeof **module);
  return *module ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuModuleUnload(CUmodule module) {
  free(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  if (!module) return CUDA_ERROR_INVALID_HANDLE;
  if (strcmp(name, "scale") != 0) return CUDA_ERROR_NOT_FOUND;
  *function = &scale_function;
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared_bytes,
                        CUstream stream, void **parameters, void **extra) {
  (void)shared_bytes, (void)stream, (void)extra;
  if (!current) return CUDA_ERROR_INVALID_CONTEXT;
  if (function != &scale_function) return CUDA_ERROR_INVALID_HANDLE;
  if (!grid_x || !grid_y || !grid_z || !block_x || !block_y || !block_z || block_x > 1024) return CUDA_ERROR_INVALID_VALUE;
  float *x = (float *)(uintptr_t)*(CUdeviceptr *)parameters[0];
  unsigned int n = *(unsigned int *)parameters[1];
  float factor = *(float *)parameters[2];
  // One pretended thread an element, as far as the grid reaches: a grid that is too small leaves a tail untouched.
  for (unsigned int i = 0; i < n && i < grid_x * block_x; i++) x[i] *= factor;
  return CUDA_SUCCESS;
}
