//go:build cuda

package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/engine/testlog"
	"asterism/kernels/cuda/emulate"
	"asterism/models"
	"asterism/models/drawn/profile"

	"golang.org/x/sync/errgroup"
)

// childVariable contains the task of a child of TestGPUThroughTheDriver. The driver's loader opens one library for each process, so children are needed.
const childVariable = "ASTERISM_ENGINE_TEST_CHILD"

// errand is the task of a child.
type errand struct {
	Models, Data string
	Lose         string // a file that removes the GPU, created when everything has worked for a while; empty: it stays
}

// said is the result.
type said struct {
	Error       string
	Device      string
	Places      []string // of the spaces: the reason, or "on the GPU"
	Checks      []GPUCheck
	Where, Then map[string]string // space → backend, and the same after the GPU was removed
	Missing     []models.Space    // of what was stored
	Packed      string            // how a text that came packed differs from the same one as floats; empty: it does not
	Busy        time.Duration     // of the GPU
	Log         string
}

func init() {
	text := os.Getenv(childVariable)
	if text == "" {
		return
	}
	var e errand
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		panic(err)
	}
	var s said
	if err := e.run(&s); err != nil {
		s.Error = err.Error()
	}
	if err := json.NewEncoder(os.Stdout).Encode(s); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// run opens an engine on the GPU that there is, stores, searches, and repeats that without the GPU.
func (w errand) run(s *said) error {
	ctx, log := context.Background(), &testlog.Log{}
	defer func() { s.Log = log.String() }()
	e, err := Open(ctx, Config{
		Data: w.Data, Profile: profile.Name, Models: w.Models, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo})),
		checkTexts: []string{"beans", "water"},
	})
	if err != nil {
		return err
	}
	for e.onTrial() {
		time.Sleep(time.Millisecond)
	}
	if err := s.work(ctx, e, "orders"); err != nil {
		return err
	}
	if err := s.compare(ctx, e); err != nil {
		return err
	}
	if s.Where, err = s.look(ctx, e); err != nil || w.Lose == "" {
		return err
	}
	if err := os.WriteFile(w.Lose, nil, 0o644); err != nil {
		return err
	}
	if err := s.work(ctx, e, "slugs"); err != nil {
		return err
	}
	if s.Then, err = s.look(ctx, e); err != nil {
		return err
	}
	return e.Close(ctx)
}

// onTrial reports whether a space still waits for its comparison with the processor.
func (e *Engine) onTrial() bool {
	return slices.ContainsFunc(e.sched.Stats().Lanes, func(l sched.LaneStats) bool { return l.OnTrial })
}

// compare stores a text alone in two ways: Remember, which the GPU packs, and Inject, which the processor packs.
func (s *said) compare(ctx context.Context, e *Engine) error {
	note := Note{Content: "the beans were watered at dawn", Rationale: "a test"}
	kept, err := e.Remember(ctx, note)
	if err != nil {
		return err
	}
	looked, err := e.Inject(ctx, note)
	if err != nil {
		return err
	}
	both, err := e.store.Get(ctx, store.Parts{Spaces: stored}, kept.ID, looked.ID)
	if err != nil {
		return err
	}
	for space := range both[0].Record {
		if !both[0].Record[space].Equal(&both[1].Record[space]) {
			s.Packed += models.Space(space).Code() + " "
		}
	}
	s.Busy, _, _ = e.GPUBusy()
	return nil
}

// work stores concurrently and searches for what it stored.
func (s *said) work(ctx context.Context, e *Engine, text string) error {
	out := make([]*Remembered, 3)
	var group errgroup.Group
	for i := range out {
		group.Go(func() (err error) {
			out[i], err = e.Remember(ctx, Note{Content: fmt.Sprint(text, " ", i), Rationale: "a test"})
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, r := range out {
		s.Missing = append(s.Missing, models.All.Without(r.Spaces).Spaces()...)
	}
	found, err := e.Recall(ctx, Question{Text: text + " 1", TopK: 1})
	if err == nil && (len(found.Hits) != 1 || found.Hits[0].Memory.Content != text+" 1") {
		err = fmt.Errorf("what was stored is not found: %+v", found)
	}
	return err
}

// look returns where each space runs.
func (s *said) look(ctx context.Context, e *Engine) (map[string]string, error) {
	status, err := e.Status(ctx)
	if err != nil {
		return nil, err
	}
	where := map[string]string{}
	for _, l := range status.Lanes.Lanes {
		where[l.Space.Code()] = l.Backend
	}
	if s.Device = status.Plan.Device; status.GPU != nil {
		s.Checks, s.Places = status.GPU.Checks, nil
		for _, p := range status.GPU.Places {
			s.Places = append(s.Places, fmt.Sprintf("%v %v %s", p.Space, p.OnGPU, p.Why))
		}
	}
	return where, nil
}

// send runs a child.
func send(t *testing.T, w errand, env ...string) (s said) {
	t.Helper()
	text, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), append(env, childVariable+"="+string(text))...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	out, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil {
		t.Fatalf("run a child: %v\n%s%s", err, out, stderr.Bytes())
	}
	t.Logf("the child took %v, %v of a core", time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	if s.Error != "" || len(s.Missing) > 0 {
		t.Errorf("error %q, missing %v\n%s", s.Error, s.Missing, s.Log)
	}
	return s
}

// strange gives the repositories of all spaces but one an unknown architecture, so that these spaces stay on the processor: an emulated GPU
// is about a thousand times slower.
func strange(t *testing.T, dir string, but models.Space) {
	t.Helper()
	for _, s := range models.OfOrigin(models.FromModel).Without(models.SetOf(but)).Spaces() {
		path := filepath.Join(dir, s.Code(), "config.json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = regexp.MustCompile(`"architectures": \[[^\]]*\]`).ReplaceAll(text, []byte(`"architectures": ["UnheardOf"]`))
		text = regexp.MustCompile(`"model_type": "[^"]*"`).ReplaceAll(text, []byte(`"model_type": "unheard-of"`))
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGPUThroughTheDriver runs the whole product over a driver that computes what a GPU would: the trial, the memories, the questions. Then the GPU is
// removed while in use, and at the start.
func TestGPUThroughTheDriver(t *testing.T) {
	lib, err := emulate.Driver(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir, there, away := tinyFull(t), models.Graph, filepath.Join(t.TempDir(), "away")
	strange(t, dir, there)
	const gpu, lost = "cuda on Mock H", "a backend is lost"
	env := []string{"ASTERISM_CUDA_LIB=" + lib, "ASTERISM_MOCK_DEVICES=Mock H,16384,9,0,132", "XDG_CACHE_HOME=" + t.TempDir(), "ASTERISM_MOCK_LOST_FILE=" + away}

	first := send(t, errand{Models: dir, Data: t.TempDir(), Lose: away}, env...)
	for space := range models.Space(models.Count) {
		if (first.Where[space.Code()] == gpu) != (space == there) || first.Then[space.Code()] == gpu {
			t.Errorf("%v runs on %s, and without the GPU on %s", space, first.Where[space.Code()], first.Then[space.Code()])
		}
	}
	if k := first.Checks; len(k) != 1 || k[0].Space != there || k[0].Why != "" || k[0].Figures.Least < .999 || k[0].Figures.Vectors < 4 {
		t.Errorf("checks %+v", first.Checks)
	}
	if first.Packed != "" || first.Busy <= 0 || strings.Contains(first.Log, "does not pack") {
		t.Errorf("%s differ between a text that came packed and one that did not; the GPU was busy for %v\n%s", first.Packed, first.Busy, first.Log)
	}
	if first.Device != "cuda:0" || strings.Count(first.Log, lost) != 1 || !slices.ContainsFunc(first.Places, func(p string) bool { return strings.Contains(p, "UnheardOf") }) {
		t.Errorf("on %s, places %q, log:\n%s", first.Device, first.Places, first.Log)
	}
	if err := os.Remove(away); err != nil {
		t.Fatal(err)
	}
	again := send(t, errand{Models: dir, Data: t.TempDir()}, env...)
	if again.Where[there.Code()] != gpu || strings.Contains(again.Log, "is compared with") {
		t.Errorf("the second start: %+v", again)
	}
	gone := send(t, errand{Models: dir, Data: t.TempDir()}, append(env, "ASTERISM_MOCK_LOST_AFTER=0")...)
	if gone.Where[there.Code()] == gpu || gone.Device != "cpu" || !strings.Contains(gone.Log, "cuda:0") {
		t.Errorf("lost at the start: %+v", gone)
	}
}
