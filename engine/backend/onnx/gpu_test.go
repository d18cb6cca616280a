package onnx

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/models"
)

func TestGPUOptions(t *testing.T) {
	plain := map[string]string{"device_id": "0", "arena_extend_strategy": "kSameAsRequested", "cudnn_conv_algo_search": "HEURISTIC",
		"do_copy_in_default_stream": "1", "use_tf32": "0"}
	half := map[string]string{"device_id": "0", "trt_fp16_enable": "1", "trt_layer_norm_fp32_fallback": "1"}
	with := func(m map[string]string, pairs ...string) map[string]string {
		m = maps.Clone(m)
		for p := range slices.Chunk(pairs, 2) {
			m[p[0]] = p[1]
		}
		return m
	}
	for name, c := range map[string]struct {
		gpu            gpu
		cuda, tensorRT map[string]string
	}{
		"nothing known": {gpu{}, plain, half},
		"second GPU":    {gpu{ordinal: 1}, with(plain, "device_id", "1"), with(half, "device_id", "1")},
		"memory":        {gpu{limit: 8 << 30}, with(plain, "gpu_mem_limit", "8589934592"), with(half, "trt_max_workspace_size", "2147483648")},
		"cache": {gpu{cache: "/m/built"}, plain, with(half, "trt_engine_cache_enable", "1", "trt_engine_cache_path", "/m/built",
			"trt_timing_cache_enable", "1", "trt_timing_cache_path", "/m/built")},
	} {
		if got := c.gpu.cudaOptions(); !maps.Equal(got, c.cuda) {
			t.Errorf("%s: CUDA gets %v, want %v", name, got, c.cuda)
		}
		if got := c.gpu.tensorRTOptions(); !maps.Equal(got, c.tensorRT) {
			t.Errorf("%s: TensorRT gets %v, want %v", name, got, c.tensorRT)
		}
	}
}

func TestShareGPU(t *testing.T) {
	weights := map[models.Space]int64{models.Semantic: 1340 << 20, models.Graph: 90 << 20}
	got, err := shareGPU(10_000<<20, weights)
	left := int64(10_000-1340-90) << 20 / 2
	if err != nil || got[models.Semantic] != 1340<<20+left || got[models.Graph] != 90<<20+left {
		t.Errorf("shares are %v (%v), want the weights and %d each", got, err, left)
	}
	if got, err := shareGPU(0, weights); err != nil || len(got) != 0 {
		t.Errorf("without a total the shares are %v (%v), want none", got, err)
	}
	_, err = shareGPU(1430<<20+2*leastWorkspace-1, weights)
	wantError(t, err, "2 models take 1430 MiB", "256 MiB each", "1941 MiB", "--precision int8", "device cpu")
}

// TestProvidersIn puts the files into a folder one by one.
func TestProvidersIn(t *testing.T) {
	dir := t.TempDir()
	name := func(s string) string { return "libonnxruntime_providers_" + s + ".so" }
	for _, step := range []struct {
		add         string
		missing     []string
		accelerator string
		says        string
	}{
		{"", []string{name("shared"), name("cuda"), name("tensorrt")}, "", "missing are " + name("shared") + ", " + name("cuda") + ", " + name("tensorrt") + ": put those"},
		{"tensorrt", []string{name("shared"), name("cuda")}, "", "no provider for GPUs in " + dir},
		{"cuda", []string{name("shared")}, "", "missing are " + name("shared")},
		{"shared", nil, "ONNX Runtime's TensorRT and CUDA providers", "the TensorRT and CUDA providers lie in " + dir},
	} {
		if step.add != "" {
			if err := os.WriteFile(filepath.Join(dir, name(step.add)), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		p := providersIn(dir)
		if !slices.Equal(p.Missing, step.missing) || p.Accelerator() != step.accelerator || !strings.Contains(p.Describe(), step.says) {
			t.Errorf("with %s: missing %q, accelerator %q, %q; want %q, %q and %q", step.add, p.Missing, p.Accelerator(), p.Describe(), step.missing, step.accelerator, step.says)
		}
	}
	if err := os.Remove(filepath.Join(dir, name("tensorrt"))); err != nil {
		t.Fatal(err)
	}
	if p := providersIn(dir); p.Accelerator() != "ONNX Runtime's CUDA provider" || p.TensorRT != "" || !strings.Contains(p.Describe(), "put "+name("tensorrt")+" beside it") {
		t.Errorf("without TensorRT: %+v, %q", p, p.Describe())
	}
}

func TestGPUWithoutProviders(t *testing.T) {
	dir := t.TempDir()
	err := gpu{ordinal: 3}.appendTo(nil, providersIn(dir))
	wantError(t, err, "use cuda:3", "libonnxruntime_providers_cuda.so", dir, "device cpu")

	m := writeProfile(t, map[models.Space][]byte{models.Graph: tinyGraph(models.Graph.Info(), 384)})
	_, err = Open(context.Background(), Options{Manifest: m, Device: "cuda:0", GPUMemory: leastWorkspace})
	wantError(t, err, "256 MiB each", "--precision int8")
}

// TestDamagedProviders needs a process of its own with a runtime of its own, with files in its folder that are no libraries.
func TestDamagedProviders(t *testing.T) {
	if os.Getenv(childVariable) != "" {
		m := writeProfile(t, map[models.Space][]byte{models.Graph: tinyGraph(models.Graph.Info(), 384)})
		_, err := Open(context.Background(), Options{Manifest: m, Device: "cuda:0"})
		fmt.Println("error:", err)
		return
	}
	lib, err := FindLibrary("")
	if err != nil {
		t.Fatal(err)
	}
	for name, kinds := range map[string][]string{"CUDA": {"shared", "cuda"}, "TensorRT": {"shared", "cuda", "tensorrt"}} {
		dir := t.TempDir()
		own := filepath.Join(dir, filepath.Base(lib))
		if err := os.Symlink(lib, own); err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			if err := os.WriteFile(filepath.Join(dir, "libonnxruntime_providers_"+kind+".so"), []byte("not a library"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestDamagedProviders$")
		cmd.Env = append(os.Environ(), childVariable+"=1", LibVariable+"="+own)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: the process ended with %v: %s", name, err, out)
		}
		for _, part := range []string{"error: open onnx backend: open model E8 graph: use cuda:0", "lies in " + dir, "device cpu"} {
			if !strings.Contains(string(out), part) {
				t.Errorf("%s: output %q does not say %q", name, out, part)
			}
		}
	}
}

func TestNameSaysWhatComputesInInt8(t *testing.T) {
	graphs := map[models.Space][]byte{models.Graph: tinyGraph(models.Graph.Info(), 384), models.Entity: tinyGraph(models.Entity.Info(), 384)}
	for _, c := range []struct {
		int8   models.Set
		suffix string
	}{
		{0, " on cpu"},
		{models.SetOf(models.Entity), " on cpu, int8 in E11"},
		{models.SetOf(models.Entity, models.Graph), " on cpu, int8"},
	} {
		b := open(t, writeProfile(t, graphs, func(s models.Space, entry map[string]any) {
			if c.int8.Has(s) {
				entry["precision"] = models.PrecisionInt8
			}
		}))
		if !strings.HasSuffix(b.Name(), c.suffix) {
			t.Errorf("name is %q, want one that ends in %q", b.Name(), c.suffix)
		}
	}
}
