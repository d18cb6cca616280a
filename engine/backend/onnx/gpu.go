package onnx

import (
	"fmt"
	"strconv"

	"asterism/models"
)

// gpu are the options of one session on a GPU. Nothing here has run on a GPU: the options are those that the runtime
// documents, and tests compare only their text.
//
// Inputs and outputs are not bound (OrtIoBinding). A binding is for values that stay on the GPU from one run to the next, and
// here all ids come from the processor's memory and all vectors go back there. BindInput copies to the GPU when it is called
// and not when the session runs. A buffer that is bound once and refilled would always give the vectors of the first batch,
// but only on a GPU: a session on the processor reads the buffer itself, so every test here would pass. Bound before every
// run it allocates on the GPU like an unbound run, and the library's RunWithBinding takes no options, so nothing could cancel
// it. On the processor it gains nothing (tiny E8, one text: 567 µs, unbound 564). Pinned memory would save little and is not
// available through the library, which describes the processor's only. 1,000 tokens of E1 move 16 KB to the GPU and 64 KB
// back, some 15 µs at 6 GB/s; the work is 0.6 TFLOP, 9 ms in f32 and 0.6 in 16 bits at an H200's peak. An image of E10 moves
// 0.6 MB, 0.1 ms, for 0.16 TFLOP, 2.4 ms in f32. These are computed from sizes and data sheets, not measured.
type gpu struct {
	ordinal int
	limit   int64  // most bytes that the session's arena may take on the GPU; 0: no limit
	cache   string // folder for TensorRT's engines; empty: they are built again at every start
}

// cudaOptions are the options of the CUDA provider. The arena grows by the requested size, since doubling would take what other
// sessions need. Rounding to TF32 is off, so that values are those of the processor to within rounding in f32. Copies stay on
// the stream that computes: a value is whole when its run has ended. The provider has no switch for 16-bit floats, as TensorRT
// has: it computes in the graph's types. Without TensorRT, engine/backend/cuda computes in 16 bits.
func (c gpu) cudaOptions() map[string]string {
	out := map[string]string{
		"device_id":                 strconv.Itoa(c.ordinal),
		"arena_extend_strategy":     "kSameAsRequested",
		"cudnn_conv_algo_search":    "HEURISTIC",
		"do_copy_in_default_stream": "1",
		"use_tf32":                  "0",
	}
	if c.limit > 0 {
		out["gpu_mem_limit"] = strconv.FormatInt(c.limit, 10)
	}
	return out
}

// workspaceShare is the part of a session's memory that TensorRT may use while it runs: a quarter.
const workspaceShare = 4

// tensorRTOptions are the options of the TensorRT provider: 16-bit floats but for norms, whose sums of squares overflow
// there, and engines kept on disk. No shapes are given: the ranges grow with the batches that come, and an engine is
// built again when one leaves them.
func (c gpu) tensorRTOptions() map[string]string {
	out := map[string]string{
		"device_id":                    strconv.Itoa(c.ordinal),
		"trt_fp16_enable":              "1",
		"trt_layer_norm_fp32_fallback": "1",
	}
	if c.limit > 0 {
		out["trt_max_workspace_size"] = strconv.FormatInt(c.limit/workspaceShare, 10)
	}
	if c.cache != "" {
		out["trt_engine_cache_enable"], out["trt_engine_cache_path"] = "1", c.cache
		out["trt_timing_cache_enable"], out["trt_timing_cache_path"] = "1", c.cache
	}
	return out
}

// leastWorkspace is what a session needs on a GPU in addition to its weights: the activations of a small batch.
const leastWorkspace = 256 << 20

// shareGPU divides the memory that the models may take on a GPU: each gets the size of its weights and an equal part of the
// rest. A total of zero means no limits. Models that do not fit are an error that names both sizes.
func shareGPU(total int64, weights map[models.Space]int64) (map[models.Space]int64, error) {
	out := map[models.Space]int64{}
	if total <= 0 || len(weights) == 0 {
		return out, nil
	}
	rest := total
	for _, w := range weights {
		rest -= w
	}
	left := rest / int64(len(weights))
	if left < leastWorkspace {
		return nil, fmt.Errorf("%d models take %d MiB and %d MiB each to work in, the GPU has %d MiB for them: pull them with --precision int8, or choose the device cpu",
			len(weights), (total-rest)>>20, leastWorkspace>>20, total>>20)
	}
	for s, w := range weights {
		out[s] = w + left
	}
	return out, nil
}

// gpuShares finds the providers of a GPU and divides its memory among the models; for the processor it does neither.
func (o *Options) gpuShares(device target, wanted models.Set) (Providers, map[models.Space]int64, error) {
	if !device.onGPU() {
		return Providers{}, nil, nil
	}
	found, err := FindProviders(o.LibPath)
	if err != nil {
		return found, nil, err
	}
	weights := map[models.Space]int64{}
	for i := range o.Manifest.Models {
		if d := &o.Manifest.Models[i]; wanted.Has(d.Space) {
			weights[d.Space] = modelBytes(d)
		}
	}
	shares, err := shareGPU(o.GPUMemory, weights)
	return found, shares, err
}

// modelBytes is the size of all files of a model.
func modelBytes(d *models.Model) (n int64) {
	for _, f := range d.Files() {
		n += f.Bytes
	}
	return n
}
