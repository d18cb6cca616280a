package embedder

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/cuda"
	"asterism/engine/backend/onnx"
	"asterism/engine/batch"
	"asterism/engine/device"
	"asterism/engine/fingerprint"
	"asterism/engine/queue"
	"asterism/engine/sched"
	"asterism/models"
	"asterism/models/drawn"
	"asterism/models/drawn/profile"
)

// TestTrialBesideAnotherProcess: another process stores a result after the scheduler's start and before the trial's start. That must end the trial: the
// scheduler waits for the space, and the trial has nothing to compare.
func TestTrialBesideAnotherProcess(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	m := &Embedder{gpu: &pretended{Backend: arith.New()}}
	m.backends = []backend.Backend{m.gpu, arith.New()}
	c := Options{}
	c.complete()
	tr := m.openTrial(&c)
	defer tr.close()
	wrong := models.HDC
	var lanes []sched.Lane
	for _, s := range tr.spaces.Spaces() {
		lanes = append(lanes, sched.Lane{Space: s})
	}
	s, err := sched.New(sched.Config{Lanes: lanes, Backends: m.backends, OnTrial: tr.waiting(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close(context.Background())
	for _, space := range tr.spaces.Spaces() {
		found := GPUCheck{Space: space, At: noon}
		if space == wrong {
			found.Why = "too low"
		}
		if err := openCheckBook(tr.book.path, tr.book.key, m.hashes).save(found); err != nil {
			t.Fatal(err)
		}
	}
	tr.start(s)
	for _, l := range s.Stats().Lanes {
		if l.OnTrial || (l.Backend == m.gpu.Name()) != (l.Space != wrong) {
			t.Errorf("%v runs on %s, on trial: %v, %s", l.Space, l.Backend, l.OnTrial, l.Cause)
		}
	}
}

// TestProgramHashIsOfTheProgram: after a change of the code that launches a kernel, and a new build, the GPU is checked again.
func TestProgramHashIsOfTheProgram(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(data)
	if got := programHash(); got != hex.EncodeToString(sum[:8]) {
		t.Errorf("the hash is %s, that of %s is %x", got, path, sum[:8])
	}
}

// TestTrial runs the tests that need models with one profile of tiny models, which takes seconds to write.
func TestTrial(t *testing.T) {
	dir := t.TempDir()
	if _, err := profile.Write(t.Context(), dir, drawn.Tiny, models.PrecisionF32); err != nil {
		t.Fatal(err)
	}
	t.Run("what is compared", func(t *testing.T) { whatIsCompared(t, dir) })
	t.Run("closed while checked", func(t *testing.T) { closeWhileChecked(t, dir) })
}

// whatIsCompared: every learned space is compared with all texts, framed and within its window, as memories and as questions; with images if it has
// an image model.
func whatIsCompared(t *testing.T, dir string) {
	m, c := &Embedder{}, Options{Profile: profile.Name, Models: dir}
	c.complete()
	if err := m.read(context.Background(), &c); err != nil {
		t.Fatal(err)
	}
	defer m.Close(context.Background())
	for s := range models.Space(models.Count) {
		roles, images, rows := map[batch.Role]int{}, 0, 0
		for _, b := range m.checkBatches(s, checkTexts) {
			rows += b.Rows()
			roles[b.Role] += b.Rows()
			images += len(b.Images)
			d, ok := m.manifest.Model(s)
			if ok && b.Images == nil && (b.MaxLen() > d.Window || len(b.Row(0)) <= d.PassageFrame.Len()) {
				t.Errorf("%v: rows of %d tokens at most, the window has %d", s, b.MaxLen(), d.Window)
			}
		}
		learned := s.Info().Origin == models.FromModel
		if rows < 3 || learned && (roles[batch.Passage]-images != len(checkTexts) || roles[batch.Query] < 2) || (images > 0) != (s == models.Multimodal) {
			t.Errorf("%v is compared by %v rows, %d of them images", s, roles, images)
		}
	}
}

// closeWhileChecked: Close ends a check that a caller started, and frees nothing that the check still uses.
func closeWhileChecked(t *testing.T, dir string) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	arrived, hold := make(chan struct{}, 1000), make(chan struct{})
	var asked atomic.Bool
	c := withPretended(dir, func(p *pretended) {
		p.hook = func(models.Space) error {
			if !asked.Load() {
				return nil
			}
			arrived <- struct{}{}
			<-hold
			if p.closed.Load() {
				return errors.New("the GPU is closed with a batch at work")
			}
			return nil
		}
	})
	e, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	settled(t, e)
	asked.Store(true)
	checked, closed := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := e.CheckGPU(context.Background())
		checked <- err
	}()
	<-arrived
	go func() { closed <- e.Close(context.Background()) }()
	select {
	case <-e.trial.life.Done():
		time.Sleep(20 * time.Millisecond) // here Close could go on to the GPU
	case <-time.After(10 * time.Second):
		t.Error("Close has not ended the check")
	}
	close(hold)
	if err := <-checked; err == nil || strings.Contains(err.Error(), "at work") {
		t.Errorf("the check went on: %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if n := len(arrived); n > 0 {
		t.Errorf("the GPU had %d batches more after Close had begun", n)
	}
	if _, err := e.CheckGPU(context.Background()); !errors.Is(err, queue.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// pretended is a GPU whose values are the processor's.
type pretended struct {
	backend.Backend
	hook   func(models.Space) error // before each batch
	closed atomic.Bool
}

func (p *pretended) Name() string { return "a pretended GPU" }

func (p *pretended) Embed(ctx context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	if err := p.hook(s); err != nil {
		return nil, err
	}
	return p.Backend.Embed(ctx, s, b)
}

func (p *pretended) Close() error {
	p.closed.Store(true)
	return p.Backend.Close()
}

func (p *pretended) Residency() []cuda.Place                 { return nil }
func (p *pretended) Memory() (free, total uint64, err error) { return 70 << 30, 80 << 30, nil }
func (p *pretended) Choices() []string                       { return []string{"none"} }

// withPretended opens tiny models on a machine with that GPU.
func withPretended(dir string, change func(*pretended)) Options {
	return Options{
		Profile: profile.Name, Models: dir, CheckTexts: []string{"beans", "the slugs come at dusk"},
		Hardware: &device.Hardware{Kernels: "kernels", GPUs: []device.GPU{mockGPU}, CPU: device.CPU{Threads: 2, Cores: 2}},
		OpenGPU: func(ctx context.Context, o cuda.Options) (GPU, error) {
			inner, err := onnx.Open(ctx, onnx.Options{Manifest: o.Manifest, Verified: true})
			if err != nil {
				return nil, err
			}
			p := &pretended{Backend: inner}
			change(p)
			return p, nil
		},
	}
}

// settled waits until no space is on trial.
func settled(t *testing.T, m *Embedder) {
	t.Helper()
	onTrial := func(l sched.LaneStats) bool { return l.OnTrial }
	for deadline := time.Now().Add(2 * time.Minute); slices.ContainsFunc(m.sched.Stats().Lanes, onTrial); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the trial has not ended")
		}
	}
}
