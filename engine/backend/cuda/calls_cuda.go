//go:build cuda

package cuda

// The calls of the driver that gorgonia.org/cu lacks or makes badly: it has no pinned memory, no capture and no attributes of functions, drops the driver's
// message about a refused program, and takes five calls into C for a launch.

/*
#include <cuda.h>

enum { MOST_PARAMETERS = 32 };

// launch gives the driver an address for each parameter; each parameter is in a word of its own. early: the kernel may begin before the previous one has ended; it
// waits itself.
static CUresult launch(CUfunction f, unsigned x, unsigned y, unsigned threads, unsigned shared, CUstream stream, uint64_t *words, int n, int early) {
  void *parameters[MOST_PARAMETERS];
  for (int i = 0; i < n; i++) parameters[i] = &words[i];
  if (!early) return cuLaunchKernel(f, x, y, 1, threads, 1, 1, shared, stream, parameters, NULL);
  CUlaunchAttribute may = {.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION, .value = {.programmaticStreamSerializationAllowed = 1}};
  CUlaunchConfig config = {x, y, 1, threads, 1, 1, shared, stream, &may, 1};
  return cuLaunchKernelEx(&config, f, parameters, NULL);
}

// load compiles a program; the driver's errors are written to log.
static CUresult load(CUmodule *module, const char *program, char *log, size_t size) {
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, (void *)size};
  return cuModuleLoadDataEx(module, program, 2, options, values);
}

// load_telling does the same, and the driver's compiler reports registers, spills, and what it could not make as fast as written.
static CUresult load_telling(CUmodule *module, const char *program, char *wrong, char *told, size_t size) {
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_LOG_VERBOSE};
  void *values[] = {wrong, (void *)size, told, (void *)size, (void *)1};
  return cuModuleLoadDataEx(module, program, 5, options, values);
}

*/
import "C"

import (
	"fmt"
	"strings"
	"unsafe"

	"asterism/engine/caught"
	"asterism/kernels/cuda"
)

// handles of the driver; the names say what they are, and C's own types stay in this file.
type (
	moduleHandle   = C.CUmodule
	functionHandle = C.CUfunction
	streamHandle   = C.CUstream
	execHandle     = C.CUgraphExec
)

// mostParameters is the number of parameters that a launch can have here.
const mostParameters = C.MOST_PARAMETERS

// callError is the driver's result of a call of this file.
type callError C.CUresult

func (e callError) Error() string {
	var name *C.char
	if C.cuGetErrorName(C.CUresult(e), &name) == C.CUDA_SUCCESS && name != nil {
		return C.GoString(name)
	}
	return fmt.Sprintf("error %d of the driver", int(e))
}

func result(r C.CUresult) error {
	if r == C.CUDA_SUCCESS {
		return nil
	}
	return callError(r)
}

// loadModule compiles a program for the current GPU.
func loadModule(program string) (moduleHandle, error) {
	var m moduleHandle
	text, log := C.CString(program), (*C.char)(C.calloc(8192, 1))
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(log))
	err := result(C.load(&m, text, log, 8192))
	if said := strings.TrimSpace(C.GoString(log)); err != nil && said != "" {
		err = fmt.Errorf("%w: %s", err, said)
	}
	return m, err
}

// tellingBytes is the buffer for a compiler's messages about a program: a few lines a kernel.
const tellingBytes = 256 << 10

// Compile has the driver's own compiler translate PTX for the GPU whose context is current, and returns the compiler's messages; the result is dropped. For a program that is
// in the driver's cache there are no messages: CUDA_CACHE_DISABLE=1 must be in the environment before the first call of the driver.
func Compile(program string) (told string, err error) {
	var m moduleHandle
	text, wrong, info := C.CString(program), (*C.char)(C.calloc(tellingBytes, 1)), (*C.char)(C.calloc(tellingBytes, 1))
	defer C.free(unsafe.Pointer(text))
	defer C.free(unsafe.Pointer(wrong))
	defer C.free(unsafe.Pointer(info))
	err = result(C.load_telling(&m, text, wrong, info, tellingBytes))
	if said := strings.TrimSpace(C.GoString(wrong)); err != nil && said != "" {
		err = fmt.Errorf("%w: %s", err, said)
	}
	if err == nil {
		err = result(C.cuModuleUnload(m))
	}
	return strings.TrimSpace(C.GoString(info)), err
}

func functionOf(m moduleHandle, name string) (f functionHandle, err error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	return f, result(C.cuModuleGetFunction(&f, m, text))
}

// allowShared lets a function's launches request that many bytes of shared memory.
func allowShared(f functionHandle, bytes int) error {
	return result(C.cuFuncSetAttribute(f, C.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, C.int(bytes)))
}

func launchFunction(f functionHandle, l *cuda.Launch, s streamHandle, words *[mostParameters]uint64, early bool) error {
	may := C.int(0)
	if early {
		may = 1
	}
	return result(C.launch(f, C.uint(l.GridX), C.uint(l.GridY), C.uint(l.Threads), C.uint(l.Shared), s, (*C.uint64_t)(unsafe.Pointer(&words[0])), C.int(len(l.Args)), may))
}

// pinMemory is page-locked memory of the host, for every context.
func pinMemory(n int) ([]byte, error) {
	var at unsafe.Pointer
	if err := result(C.cuMemHostAlloc(&at, C.size_t(n), C.CU_MEMHOSTALLOC_PORTABLE)); err != nil {
		return nil, err
	}
	return unsafe.Slice((*byte)(at), n), nil
}

func unpinMemory(data []byte) error { return result(C.cuMemFreeHost(unsafe.Pointer(&data[0]))) }

// putCopyIn puts a copy from the host into a stream. When it returns, memory that is not pinned has been read.
func putCopyIn(to cuda.Pointer, from []byte, s streamHandle) error {
	return result(C.cuMemcpyHtoDAsync(C.CUdeviceptr(to), unsafe.Pointer(&from[0]), C.size_t(len(from)), s))
}

// putCopyOut puts a copy to pinned memory of the host into a stream.
func putCopyOut(to []byte, from cuda.Pointer, s streamHandle) error {
	return result(C.cuMemcpyDtoHAsync(unsafe.Pointer(&to[0]), C.CUdeviceptr(from), C.size_t(len(to)), s))
}

// makeStream makes a stream that waits for no other; among streams those of the highest priority go first.
func makeStream(priority int) (s streamHandle, err error) {
	return s, result(C.cuStreamCreateWithPriority(&s, C.CU_STREAM_NON_BLOCKING, C.int(priority)))
}

func destroyStream(s streamHandle) error { return result(C.cuStreamDestroy(s)) }
func waitForStream(s streamHandle) error { return result(C.cuStreamSynchronize(s)) }

// capture records what f puts into the stream. Calls of other threads do not disturb it.
func capture(s streamHandle, f func() error) (execHandle, error) {
	if err := result(C.cuStreamBeginCapture(s, C.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)); err != nil {
		return nil, err
	}
	fault := caught.Run(f) // whatever happens in it, the capture is ended
	var g C.CUgraph
	err := result(C.cuStreamEndCapture(s, &g))
	if fault != nil {
		err = fault
	}
	if g != nil {
		defer C.cuGraphDestroy(g)
	}
	if err != nil {
		return nil, err
	}
	var exec execHandle
	return exec, result(C.cuGraphInstantiateWithFlags(&exec, g, 0))
}

func launchGraph(g execHandle, s streamHandle) error { return result(C.cuGraphLaunch(g, s)) }
func destroyGraph(g execHandle) error                { return result(C.cuGraphExecDestroy(g)) }
