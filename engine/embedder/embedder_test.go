package embedder

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"asterism/engine/backend/cuda"
	"asterism/engine/device"
	"asterism/engine/fault"
	"asterism/models"
)

// withGPU opens models on a machine that reports a GPU which cannot be used here.
func withGPU(t *testing.T, c Options) *Embedder {
	t.Helper()
	m := &Embedder{}
	if err := m.read(context.Background(), &c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	m.hardware = device.Hardware{Kernels: "kernels", Provider: "a provider that is not there", GPUs: []device.GPU{mockGPU}}
	return m
}

// mockGPU is a GPU that does not exist.
var mockGPU = device.GPU{Index: 0, Name: "Card", MemoryBytes: 80 << 30, SMs: 132, Compute: "9.0", Driver: "12.4"}

// TestGPUThatDoesNotWork: with the default device the engine logs this and uses the provider, then the processor; a GPU requested by number is an
// error.
func TestGPUThatDoesNotWork(t *testing.T) {
	var log strings.Builder
	config := Options{Log: slog.New(slog.NewTextHandler(&log, nil))}
	config.complete()
	config.OpenGPU = func(context.Context, cuda.Options) (GPU, error) { return nil, errors.New("it smokes") }
	m := withGPU(t, config)
	if err := m.startLearned(context.Background(), &config); err != nil {
		t.Fatal(err)
	}
	r := m.plan.Reasons
	if m.plan.OnGPU() || !strings.Contains(r[0], "cuda:0 does not run the models") || !strings.Contains(r[0], "it smokes") ||
		!strings.Contains(r[1], "onnx-cuda:0 does not run the models") || !strings.Contains(log.String(), "providers_cuda") || strings.Count(log.String(), "level=WARN") != 2 {
		t.Errorf("plan is %+v after the log %q, want the processor and both causes in both", m.plan, log.String())
	}
	for _, want := range []string{"cuda:0", "onnx-cuda:0"} {
		config.Device = want
		err := withGPU(t, config).startLearned(context.Background(), &config)
		var e *fault.Error
		if !errors.As(err, &e) || e.Kind != fault.KindDevice || !strings.Contains(err.Error(), "cuda:0") {
			t.Errorf("%s: error is %v, want one of the device that names it", want, err)
		}
	}
}

func TestTokenBudget(t *testing.T) {
	cpu, provider, kernels := device.Plan{TokenBudget: 1024}, device.Plan{Runner: device.Provider, TokenBudget: 16896}, device.Plan{Runner: device.Kernels, TokenBudget: 16896}
	small := device.Plan{TokenBudget: 512}
	for _, c := range []struct {
		name    string
		space   models.Space
		weights int
		plan    device.Plan
		want    int
	}{
		{"compact terms", models.Sparse, 0, cpu, 0},
		{"compact pair", models.Causal, 0, cpu, 0},
		{"dense", models.Semantic, 1, cpu, 0},
		{"terms", models.Sparse, 1, cpu, 549},
		{"terms in a small plan", models.Splade, 2, small, 512},
		{"terms by the provider", models.Splade, 1, provider, 8794},
		{"terms by the kernels", models.Splade, 1, kernels, 0},
		{"pair by the kernels", models.Causal, 1, kernels, 8448},
		{"pair", models.Causal, 1, cpu, 512},
	} {
		d := &models.Model{Space: c.space, Weights: make([]models.File, c.weights)}
		if got := tokenBudget(d, &c.plan); got != c.want {
			t.Errorf("%s: %d tokens, want %d", c.name, got, c.want)
		}
	}
}

// TestPrefixesNeedFrames: a prefix that would be left out is refused.
func TestPrefixesNeedFrames(t *testing.T) {
	frame := models.Frame{Before: []int32{101, 7}}
	for _, c := range []struct {
		d    models.Model
		good bool
	}{
		{models.Model{}, true},
		{models.Model{QueryPrefix: "query: ", QueryFrame: frame}, true},
		{models.Model{QueryPrefix: "query: ", PassageFrame: frame}, false},
		{models.Model{PassagePrefix: "passage: "}, false},
	} {
		if err := checkPrefixes(&c.d); (err == nil) != c.good {
			t.Errorf("%+v: error %v", c.d, err)
		}
	}
}
