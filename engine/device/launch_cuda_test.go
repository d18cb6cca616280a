//go:build cuda

package device

import (
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"gorgonia.org/cu"
)

// scalePTX names the kernel that the mock knows; a real driver would need a body.
const scalePTX = ".version 7.1\n.target sm_80\n.address_size 64\n.visible .entry scale() { ret; }\n"

// launched is the result of the launch path: the numbers, or the step that failed.
type launched struct {
	Values  []float32
	Missing string // the loader's error for a call that the driver's library does not export
	Failed  string
}

// launchScale runs all steps from context to result: allocate, copy in, load, look up, launch, wait, copy out.
func launchScale() launched {
	runtime.LockOSThread() // a context is current on one thread
	defer runtime.UnlockOSThread()
	values := []float32{1, 2, 3, 4, 5}
	bytes := int64(len(values)) * 4

	ctx, err := cu.Device(0).MakeContext(cu.SchedAuto)
	if err != nil {
		return launched{Failed: fmt.Sprintf("make context: %v", err)}
	}
	defer ctx.Destroy()
	memory, err := cu.MemAlloc(bytes)
	if err != nil {
		return launched{Failed: fmt.Sprintf("allocate: %v", err)}
	}
	defer cu.MemFree(memory)
	if err := cu.MemcpyHtoD(memory, unsafe.Pointer(&values[0]), bytes); err != nil {
		return launched{Failed: fmt.Sprintf("copy in: %v", err)}
	}
	if err := launchOn(memory, len(values), 2.5); err != nil {
		return launched{Failed: err.Error()}
	}
	if err := cu.MemcpyDtoH(unsafe.Pointer(&values[0]), memory, bytes); err != nil {
		return launched{Failed: fmt.Sprintf("copy out: %v", err)}
	}
	_, err = cu.Device(0).CanAccessPeer(0)
	return launched{Values: values, Missing: fmt.Sprint(err)}
}

// launchOn scales count values at memory. cu copies eight bytes per parameter, so each one is in a separate word.
func launchOn(memory cu.DevicePtr, count int, factor float32) error {
	module, err := cu.LoadData(scalePTX)
	if err != nil {
		return fmt.Errorf("load module: %w", err)
	}
	defer module.Unload()
	scale, err := module.Function("scale")
	if err != nil {
		return fmt.Errorf("look up kernel: %w", err)
	}
	words := [3]uint64{uint64(memory), uint64(count), uint64(math.Float32bits(factor))}
	parameters := []unsafe.Pointer{unsafe.Pointer(&words[0]), unsafe.Pointer(&words[1]), unsafe.Pointer(&words[2])}
	if err := scale.Launch(1, 1, 1, 32, 1, 1, 0, cu.Stream{}, parameters); err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	return cu.Synchronize()
}

func TestLaunchCUDA(t *testing.T) {
	mock := "ASTERISM_CUDA_LIB=" + buildMock(t)
	got := runChild[launched](t, "launch", mock, "ASTERISM_MOCK_DEVICES=Mock H,143771,9,0,132")
	if want := []float32{2.5, 5, 7.5, 10, 12.5}; got.Failed != "" || !reflect.DeepEqual(got.Values, want) {
		t.Errorf("got %v (failed: %q), want %v", got.Values, got.Failed, want)
	}
	if got.Missing != "SharedObjectSymbolNotFound" {
		t.Errorf("a call that the driver lacks answered %q", got.Missing)
	}
}

// After a driver failed to start, every call returns that driver's error, and the process continues.
func TestLaunchCUDAWithoutDriver(t *testing.T) {
	for env, want := range map[string]string{
		"ASTERISM_CUDA_LIB=/nonexistent/libcuda.so.1": "make context: NoDevice",
	} {
		if got := runChild[launched](t, "launch", env); !strings.HasPrefix(got.Failed, want) {
			t.Errorf("%s: failed with %q, want %q", env, got.Failed, want)
		}
	}
}
