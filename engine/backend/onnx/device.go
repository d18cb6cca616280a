package onnx

import (
	"fmt"
	"strconv"
	"strings"

	ort "github.com/yalue/onnxruntime_go"
)

// target is the device that sessions run on; ordinal is -1 for the processor.
type target struct {
	name    string
	ordinal int
}

func parseDevice(s string) (target, error) {
	if s == "" || s == "cpu" {
		return target{"cpu", -1}, nil
	}
	n, ok := strings.CutPrefix(s, "cuda:")
	ordinal, err := strconv.ParseUint(n, 10, 8)
	if !ok || err != nil {
		return target{}, fmt.Errorf("device %q: want cpu or cuda:N with N from 0 to 255", s)
	}
	return target{s, int(ordinal)}, nil
}

// sessionOptions sets a session up. Memory patterns are off: they are kept for every shape seen, and here nearly
// every batch has its own. Waiting threads sleep instead of spinning, since the cores belong to the scheduler.
func sessionOptions(device target, threads int) (*ort.SessionOptions, error) {
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, fmt.Errorf("create session options: %w", err)
	}
	for _, set := range []func() error{
		func() error { return o.SetIntraOpNumThreads(threads) },
		func() error { return o.SetInterOpNumThreads(1) },
		func() error { return o.SetExecutionMode(ort.ExecutionModeSequential) },
		func() error { return o.SetGraphOptimizationLevel(ort.GraphOptimizationLevelEnableAll) },
		func() error { return o.AddSessionConfigEntry("session.intra_op.allow_spinning", "0") },
		func() error { return o.SetMemPattern(false) },
		func() error { return o.AddSessionConfigEntry("session.use_env_allocators", "1") },
		func() error { return device.appendTo(o) },
	} {
		if err := set(); err != nil {
			o.Destroy()
			return nil, fmt.Errorf("set session options: %w", err)
		}
	}
	return o, nil
}

// appendTo asks for the CUDA provider when the device is a card.
func (t target) appendTo(o *ort.SessionOptions) error {
	if t.ordinal < 0 {
		return nil
	}
	cuda, err := ort.NewCUDAProviderOptions()
	if err == nil {
		defer cuda.Destroy()
		err = cuda.Update(map[string]string{"device_id": strconv.Itoa(t.ordinal)})
	}
	if err == nil {
		err = o.AppendExecutionProviderCUDA(cuda)
	}
	if err != nil {
		return fmt.Errorf("use %s: %w; put the runtime's CUDA provider beside its library, or choose the device cpu", t.name, err)
	}
	return nil
}
