package engine

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"asterism/engine/device"
	"asterism/models"
)

// withCard is a set of models on a machine that claims a card which nothing here can use.
func withCard(t *testing.T, c Config) *modelSet {
	t.Helper()
	m := &modelSet{}
	if err := m.read(context.Background(), &c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.close(context.Background()) })
	m.hardware = device.Hardware{Accelerator: "a provider that is not there",
		GPUs: []device.GPU{{Index: 0, Name: "Card", MemoryBytes: 80 << 30, SMs: 132}}}
	return m
}

// TestCardThatDoesNotWork: left to itself the engine says so and takes the processor; a card asked for by number is an error.
func TestCardThatDoesNotWork(t *testing.T) {
	var log strings.Builder
	config := newEngine(Config{Log: slog.New(slog.NewTextHandler(&log, nil))}).cfg
	m := withCard(t, config)
	learned, err := m.startLearned(context.Background(), &config)
	if err != nil {
		t.Fatal(err)
	}
	defer learned.Close()
	if m.plan.OnCard() || !strings.Contains(m.plan.Reasons[0], "cuda:0 does not run the models") || !strings.Contains(log.String(), "providers_cuda") {
		t.Errorf("plan is %+v after the log %q, want the processor and the cause in both", m.plan, log.String())
	}
	config.Device = "cuda:0"
	_, err = withCard(t, config).startLearned(context.Background(), &config)
	var e *Error
	if !errors.As(err, &e) || e.Kind != KindDevice || !strings.Contains(err.Error(), "cuda:0") {
		t.Errorf("error is %v, want one of the device that names cuda:0", err)
	}
}

func TestTokenBudget(t *testing.T) {
	cpu, card := device.Plan{Device: device.WantCPU, TokenBudget: 1024}, device.Plan{Device: "cuda:0", TokenBudget: 16896}
	small := device.Plan{Device: device.WantCPU, TokenBudget: 512}
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
		{"terms on a card", models.Splade, 1, card, 8794},
		{"pair", models.Causal, 1, cpu, 512},
	} {
		d := &models.Model{Space: c.space, Weights: make([]models.File, c.weights)}
		if got := tokenBudget(d, &c.plan); got != c.want {
			t.Errorf("%s: %d tokens, want %d", c.name, got, c.want)
		}
	}
}

// TestPrefixesNeedFrames: words that would be left out in front of a text are refused.
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
