package engine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/cuda"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/fingerprint"
	"asterism/engine/testlog"
	"asterism/models"
	"asterism/models/drawn/profile"
)

// mockGPU is a mock of a GPU.
var mockGPU = device.GPU{Index: 0, Name: "Card", MemoryBytes: 80 << 30, SMs: 132, Compute: "9.0", Driver: "12.4"}

// pretended is a GPU that returns the processor's values, with the faults that a test adds.
type pretended struct {
	backend.Backend
	twisted models.Set                 // spaces whose vectors are wrong
	hook    func(models.Space) error   // before each batch
	calls   [models.Count]atomic.Int64 // batches
	closed  atomic.Bool
}

func (p *pretended) Name() string { return "a pretended GPU" }

func (p *pretended) Embed(ctx context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	p.calls[s].Add(1)
	if p.hook != nil {
		if err := p.hook(s); err != nil {
			return nil, err
		}
	}
	out, err := p.Backend.Embed(ctx, s, b)
	for i := range out {
		if p.twisted.Has(s) && !out[i].Absent() {
			slices.Reverse(out[i].Dense)
		}
	}
	return out, err
}

func (p *pretended) Close() error {
	p.closed.Store(true)
	return p.Backend.Close()
}

func (p *pretended) Residency() (out []cuda.Place) {
	for s := range models.Space(models.Count) {
		out = append(out, cuda.Place{Space: s, OnGPU: p.Spaces().Has(s), Bytes: 1 << 20, Why: "it is pretended"})
	}
	return out
}
func (p *pretended) Memory() (free, total uint64, err error) { return 70 << 30, 80 << 30, nil }
func (p *pretended) Choices() []string                       { return []string{"none"} }

// withPretended returns a config of tiny models on a machine with that GPU; change may set it up. Checks are stored in a folder of the test.
func withPretended(t *testing.T, models string, log *testlog.Log, change func(*pretended)) (Config, func() *pretended) {
	t.Helper()
	var opened atomic.Pointer[pretended]
	c := Config{Data: t.TempDir(), Profile: profile.Name, Models: models, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo}))}
	c.checkTexts = []string{"beans", "the slugs come at dusk"}
	c.hardware = &device.Hardware{Kernels: "kernels", GPUs: []device.GPU{mockGPU}, CPU: device.CPU{Threads: 2, Cores: 2}}
	c.openGPU = func(ctx context.Context, o cuda.Options) (embedder.GPU, error) {
		inner, err := onnx.Open(ctx, onnx.Options{Manifest: o.Manifest, Verified: true})
		if err != nil {
			return nil, err
		}
		p := &pretended{Backend: inner}
		change(p)
		opened.Store(p)
		return p, nil
	}
	return c, opened.Load
}

// whereIs returns the backend of each learned space, and whether any is on trial.
func whereIs(t *testing.T, e *Engine) (at map[models.Space]string, onTrial bool) {
	t.Helper()
	s, err := e.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	at = map[models.Space]string{}
	for _, l := range s.Lanes.Lanes {
		if l.Space.Info().Origin == models.FromModel {
			at[l.Space] = l.Backend
		}
		onTrial = onTrial || l.OnTrial
	}
	return at, onTrial
}

func openConfig(t *testing.T, c Config) *Engine {
	t.Helper()
	e, err := Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close(context.Background()) })
	return e
}

// settled waits until nothing is on trial any more.
func settled(t *testing.T, e *Engine) map[models.Space]string {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if at, onTrial := whereIs(t, e); !onTrial {
			return at
		}
	}
	t.Fatal("the GPU's trial has not ended")
	return nil
}

// TestGPU runs everything over one profile of tiny models, which take seconds to write.
func TestGPU(t *testing.T) {
	dir := tinyFull(t)
	t.Run("on trial", func(t *testing.T) { gpuOnTrial(t, dir) })
	t.Run("is lost", func(t *testing.T) { gpuIsLost(t, dir) })
	t.Run("faults while on trial", func(t *testing.T) { gpuFaultsOnTrial(t, dir) })
	t.Run("closed while on trial", func(t *testing.T) { closeWhileOnTrial(t, dir) })
	t.Run("without ONNX Runtime", func(t *testing.T) { gpuWithoutProcessor(t, dir) })
}

// gpuOnTrial checks that the processor embeds until a space has been compared, that a space that fails stays there with its figure, and that the next start knows both
// without comparing again.
func gpuOnTrial(t *testing.T, dir string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	log := &testlog.Log{}
	hold := make(chan struct{})
	c, opened := withPretended(t, dir, log, func(p *pretended) {
		p.twisted = models.SetOf(models.Graph)
		p.hook = func(models.Space) error { <-hold; return nil }
	})
	e := openConfig(t, c)
	remember(t, e, Note{Content: "the pump failed while the GPU was on trial"}) // does not wait for the trial
	if at, _ := whereIs(t, e); at[models.Semantic] == opened().Name() {
		t.Error("a space runs on the GPU before it was compared")
	}
	close(hold)
	at := settled(t, e)
	for s, b := range at {
		if (b == opened().Name()) != (s != models.Graph) {
			t.Errorf("%v runs on %s", s, b)
		}
	}
	s, err := e.Status(context.Background())
	if err != nil || s.GPU == nil || len(s.GPU.Checks) != len(at) || s.GPU.Free != 70<<30 {
		t.Fatalf("status of the GPU %+v (%v)", s.GPU, err)
	}
	for _, k := range s.GPU.Checks {
		if (k.Why == "") != (k.Space != models.Graph) || k.Why == "" && k.Figures.Least < .9999 || k.Figures.Vectors < 3 {
			t.Errorf("check %+v", k)
		}
	}
	if n := log.Count("level=WARN"); n != 1 || log.Count("the least nearness of") != 1 {
		t.Errorf("%d warnings, want one with the figure:\n%s", n, log.String())
	}
	if err := e.Close(context.Background()); err != nil || !opened().closed.Load() {
		t.Errorf("close: %v, the GPU closed: %v", err, opened().closed.Load())
	}
	// The second start.
	again, openedAgain := withPretended(t, dir, log, func(*pretended) {})
	e = openConfig(t, again)
	if at, onTrial := whereIs(t, e); onTrial || at[models.Semantic] != openedAgain().Name() || at[models.Graph] == openedAgain().Name() {
		t.Errorf("the second start: %v, on trial: %v", at, onTrial)
	}
	if e.embedder.OpenedBehind() != 0 {
		t.Errorf("%v were opened on the processor, which nothing needs yet", e.embedder.OpenedBehind().Spaces())
	}
	remember(t, e, Note{Content: "the second start embeds on the GPU"})
	if e.embedder.OpenedBehind() != models.SetOf(models.Graph) {
		t.Errorf("%v were opened on the processor, want E8 alone", e.embedder.OpenedBehind().Spaces())
	}
	// Checked again, the space that failed passes and moves to the GPU.
	checks, err := e.CheckGPU(context.Background())
	if err != nil || len(checks) != len(at) || slices.ContainsFunc(checks, func(k GPUCheck) bool { return k.Why != "" }) {
		t.Errorf("checked anew: %+v, %v", checks, err)
	}
}

// gpuIsLost removes the GPU at every stage: nothing is lost, the processor has all spaces, and the log has one line about it.
func gpuIsLost(t *testing.T, dir string) {
	gone := fmt.Errorf("launch gemm: %w", backend.ErrLost)
	always := func(models.Space) error { return gone }
	t.Run("while it is opened", func(t *testing.T) {
		log := &testlog.Log{}
		c, _ := withPretended(t, dir, log, nil)
		c.openGPU = func(context.Context, cuda.Options) (embedder.GPU, error) { return nil, gone }
		e := openConfig(t, c)
		remember(t, e, Note{Content: "without a GPU"})
		if s, _ := e.Status(context.Background()); s.Plan.OnGPU() || s.GPU != nil || !strings.Contains(s.Plan.Reasons[0], gone.Error()) || log.Count("level=WARN") != 1 {
			t.Errorf("plan %+v, log:\n%s", s.Plan, log.String())
		}
		c.Data, c.Device = t.TempDir(), "cuda:0"
		var asked *Error
		if _, err := Open(context.Background(), c); !errors.As(err, &asked) || asked.Kind != KindDevice || !errors.Is(err, backend.ErrLost) {
			t.Errorf("asked for by number: %v", err)
		}
	})
	t.Run("while it is on trial", func(t *testing.T) {
		t.Setenv("XDG_CACHE_HOME", t.TempDir())
		log := &testlog.Log{}
		c, opened := withPretended(t, dir, log, func(p *pretended) { p.hook = always })
		e := openConfig(t, c)
		for s, b := range settled(t, e) {
			if b == opened().Name() {
				t.Errorf("%v runs on a GPU that is lost", s)
			}
		}
		remember(t, e, Note{Content: "while it was tried"})
		if files, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "asterism", "*")); len(files) != 0 {
			t.Errorf("a GPU that was lost is remembered as one that computes wrongly: %v", files)
		}
		if log.Count("a backend is lost") != 1 {
			t.Errorf("the log:\n%s", log.String())
		}
	})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	passed, _ := withPretended(t, dir, &testlog.Log{}, func(*pretended) {})
	e := openConfig(t, passed)
	settled(t, e)
	_ = e.Close(context.Background())
	for name, dies := range map[string]int64{"at its first batch": 0, "in mid-batch": 3} {
		t.Run(name, func(t *testing.T) { lostAtWork(t, dir, dies, gone) })
	}
}

// lostAtWork stores and searches concurrently while the GPU fails at a batch of each space.
func lostAtWork(t *testing.T, dir string, dies int64, gone error) {
	log := &testlog.Log{}
	var dead atomic.Bool
	var gpu *pretended
	c, _ := withPretended(t, dir, log, func(p *pretended) {
		gpu = p
		p.hook = func(s models.Space) error {
			if dead.Load() || p.calls[s].Load() > dies {
				dead.Store(true)
				return gone
			}
			return nil
		}
	})
	e := openConfig(t, c)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			out, err := e.Remember(context.Background(), Note{Content: fmt.Sprintf("note %d is stored while the GPU dies", i), Rationale: "a test"})
			if err != nil {
				t.Errorf("a note was lost: %v", err)
				return
			}
			if missing := models.All.Without(out.Spaces); missing != 0 {
				t.Errorf("note %d has no value in %v", i, missing.Spaces())
			}
			if _, err := e.Recall(context.Background(), Question{Text: fmt.Sprintf("note %d", i), TopK: 1}); err != nil {
				t.Errorf("a question was lost: %v", err)
			}
		})
	}
	wg.Wait()
	if !dead.Load() {
		t.Fatal("the GPU never died")
	}
	at, _ := whereIs(t, e)
	for s, b := range at {
		if b == gpu.Name() {
			t.Errorf("%v still runs on the GPU", s)
		}
	}
	if n := log.Count("level=WARN"); n != 1 || log.Count("a backend is lost") != 1 {
		t.Errorf("%d warnings, want one:\n%s", n, log.String())
	}
	s, err := e.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range s.Lanes.Lanes {
		if l.Space.Info().Origin == models.FromModel && (l.Demotions != 1 || l.Since.IsZero() || !strings.Contains(l.Cause, gone.Error())) {
			t.Errorf("status of %v: %+v", l.Space, l)
		}
	}
}

// closeWhileOnTrial checks that the engine does not wait for the end of a comparison, and leaves nothing running.
func closeWhileOnTrial(t *testing.T, dir string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c, _ := withPretended(t, dir, &testlog.Log{}, func(*pretended) {})
	before := runtime.NumGoroutine()
	for range 3 {
		e := openConfig(t, c)
		if err := e.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
	nothingIsLeft(t, before)
}

// TestCheckGPUWithoutOne checks that the error says what to do.
func TestCheckGPUWithoutOne(t *testing.T) {
	_, err := open(t, "").CheckGPU(context.Background())
	var e *Error
	if !errors.As(err, &e) || e.Kind != KindDevice || !strings.Contains(e.Hint, "--profile full") {
		t.Errorf("error is %v", err)
	}
}

// TestCompactProfileLeavesTheGPUAlone checks that, and the stated reason.
func TestCompactProfileLeavesTheGPUAlone(t *testing.T) {
	c, _ := withPretended(t, "", &testlog.Log{}, nil)
	c.Profile = embedder.DefaultProfile
	c.hardware.NoGain = Hardware("", open(t, "").embedder.Manifest()).NoGain
	e := openConfig(t, c)
	if r := e.plan.Reasons[0]; e.plan.OnGPU() || !strings.Contains(r, "Card was found and is not used: the models of the compact profile are small graphs") {
		t.Errorf("plan %+v", e.plan)
	}
}
