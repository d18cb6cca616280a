package onnx

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/engine/backend/onnx/products"
	"asterism/models"
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

// onGPU reports whether the target is a GPU.
func (t target) onGPU() bool { return t.ordinal >= 0 }

// mapFrom is the size of a model's weights from which on they are used directly from the mapped file. Otherwise the runtime
// copies every matrix into a layout of its own. For e5-large-v2 (1.3 GB) this takes 1.5 s of a core at every start instead
// of 0.3 s, and memory that the system cannot reclaim, share between processes or keep in its cache. The price of mapping
// is slower runs: some 60 % at 10 tokens, 10 % at 1,000. Matrices of 8-bit integers are a quarter of the size and much
// faster in the runtime's layout.
const mapFrom = 256 << 20

// maps reports whether the weights of a model are used from the mapped file.
func (o *Options) maps(d *models.Model) bool {
	return !d.Int8() && modelBytes(d) >= cmp.Or(o.mapFrom, mapFrom)
}

// sessionOptions sets a session up. Memory patterns are off: they are kept for every shape seen, and here nearly every batch has
// its own. Waiting threads sleep instead of spinning, since the cores belong to the scheduler. unsigned allows only products of
// unsigned bytes, see [products.Set].
func sessionOptions(threads int, mapped, unsigned bool) (*ort.SessionOptions, error) {
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
		func() error { return o.AddSessionConfigEntry("session.disable_prepacking", digit(mapped)) },
		func() error { return products.Set(o, unsigned) },
	} {
		if err := set(); err != nil {
			return nil, errors.Join(fmt.Errorf("set session options: %w", err), o.Destroy())
		}
	}
	return o, nil
}

// digit is a switch in the runtime's notation.
func digit(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

// appendTo adds the providers of a GPU, TensorRT's before CUDA's, which runs the operators that TensorRT does not.
func (c gpu) appendTo(o *ort.SessionOptions, found Providers) error {
	if err := found.check(); err != nil {
		return fmt.Errorf("use cuda:%d: %w, or choose the device cpu", c.ordinal, err)
	}
	var err error
	if found.TensorRT != "" {
		err = c.appendTensorRT(o)
	}
	if err == nil {
		err = appendCUDA(o, c.cudaOptions())
	}
	if err != nil {
		return fmt.Errorf("use cuda:%d: %w; the provider's library lies in %s but does not work here: it needs a driver, CUDA and cuDNN of its own version; or choose the device cpu", c.ordinal, err, found.Dir)
	}
	return nil
}

func (c gpu) appendTensorRT(o *ort.SessionOptions) error {
	if c.cache != "" {
		if err := os.MkdirAll(c.cache, 0o755); err != nil {
			return fmt.Errorf("make the folder for what TensorRT builds: %w", err)
		}
	}
	rt, err := ort.NewTensorRTProviderOptions()
	if err != nil {
		return fmt.Errorf("create options of TensorRT: %w", err)
	}
	defer rt.Destroy()
	if err := rt.Update(c.tensorRTOptions()); err != nil {
		return fmt.Errorf("set options of TensorRT: %w", err)
	}
	return o.AppendExecutionProviderTensorRT(rt)
}

func appendCUDA(o *ort.SessionOptions, options map[string]string) error {
	cuda, err := ort.NewCUDAProviderOptions()
	if err != nil {
		return fmt.Errorf("create options of CUDA: %w", err)
	}
	defer cuda.Destroy()
	if err := cuda.Update(options); err != nil {
		return fmt.Errorf("set options of CUDA: %w", err)
	}
	return o.AppendExecutionProviderCUDA(cuda)
}
