package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"asterism/engine/device"
	"asterism/kernels/cuda/emulate"
)

// wayOut is the advice for machines without a GPU.
const wayOut = "a GPU of compute capability 8.0 or later and its driver for CUDA 11.1 or later (libcuda.so.1; ASTERISM_CUDA_LIB names another path) are needed; in a checkout with gcc and g++, -machine " +
	emulation + " runs the small shapes on the processor"

// choose makes a machine of auto: the first GPU, or the emulation where that can be built. What the emulation finds is written nowhere.
func (o *options) choose(discover func() device.Hardware) error {
	if o.machine == automatic {
		hw := discover()
		switch {
		case len(hw.GPUs) > 0:
			o.machine = fmt.Sprintf("cuda:%d", hw.GPUs[0].Index)
		case !canBuild():
			return fmt.Errorf("no GPU: %s; %s", noGPU(hw), wayOut)
		default:
			fmt.Printf("no GPU here (%s): the kernels run their small shapes on the processor, which proves their numbers and not that a GPU takes them\n", noGPU(hw))
			o.machine, o.out = emulation, ""
		}
	}
	o.small = o.small || o.machine == emulation
	return nil
}

// canBuild reports whether the emulation's compilers are here.
func canBuild() bool {
	for _, name := range []string{"gcc", "g++"} {
		if _, err := exec.LookPath(name); err != nil {
			return false
		}
	}
	return true
}

// noGPU returns why there is none.
func noGPU(hw device.Hardware) string {
	if len(hw.GPUs) > 0 {
		return fmt.Sprintf("the machine has %d", len(hw.GPUs))
	}
	note, _, _ := strings.Cut(hw.GPUNote, ": the CPU") // which is what others do without
	return note
}

// prepare makes what the parts need before the first begins, and says how to take it away.
func prepare(ctx context.Context, o *options) (end func(), err error) {
	if o.machine != emulation {
		return func() {}, nil
	}
	dir, err := os.MkdirTemp("", "asterism-gpu-emulation")
	if err != nil {
		return nil, err
	}
	end = func() { os.RemoveAll(dir) }
	lib, err := emulate.Driver(ctx)
	if err == nil {
		err = errors.Join(os.Setenv("ASTERISM_CUDA_LIB", lib), os.Setenv("ASTERISM_CUBLASLT_LIB", lib),
			os.Setenv("ASTERISM_MOCK_DEVICES", "Emulated,65536,9,0,132"),
			os.Setenv("XDG_CACHE_HOME", dir)) // what is found of a GPU that is none is nobody's
	}
	if err != nil {
		end()
		return nil, err
	}
	return end, nil
}
