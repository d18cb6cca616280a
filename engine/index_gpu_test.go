package engine

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/device"
	"asterism/engine/embedder"
	"asterism/engine/testlog"
	kernels "asterism/kernels/cuda"
	"asterism/kernels/cuda/emulate"
)

// withIndexGPU returns a config whose index is on an emulated GPU from the first full chunk on.
func withIndexGPU(dir string, log *testlog.Log) Config {
	return Config{
		Data: dir, Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelInfo})), Now: func() time.Time { return time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC) },
		hardware:      &device.Hardware{Kernels: "kernels", GPUs: []device.GPU{mockGPU}, CPU: device.CPU{Threads: 2, Cores: 2}, NoGain: "the models are small"},
		openIndexGPU:  func() (kernels.Machine, error) { return emulate.New() },
		indexGPULeast: 1, indexGPUTrusted: true,
	}
}

// onTheGPU waits until the GPU has all that it should have.
func onTheGPU(t *testing.T, e *Engine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if err := e.onGPU.replica.Sync(ctx); err != nil {
		t.Fatal(err)
	}
}

// found returns the ids and scores that some questions find.
func found(t *testing.T, e *Engine) (out []Hit) {
	t.Helper()
	for _, text := range []string{"where do the slugs hide", "note 77 of the garden", "why did the pump stop"} {
		f, err := e.Recall(t.Context(), Question{Text: text, TopK: 12})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f.Hits...)
	}
	return out
}

// sameFound fails the test unless both are equal up to rounding.
func sameFound(t *testing.T, when string, got, want []Hit) {
	t.Helper()
	if len(got) != len(want) || len(got) == 0 {
		t.Fatalf("%s: %d hits, want %d", when, len(got), len(want))
	}
	for i := range got {
		if got[i].Memory.ID != want[i].Memory.ID && math.Abs(got[i].Score-want[i].Score) > 1e-5 || math.Abs(got[i].Score-want[i].Score) > 1e-4 {
			t.Fatalf("%s: hit %d is %s with %v, want %s with %v", when, i, got[i].Memory.ID, got[i].Score, want[i].Memory.ID, want[i].Score)
		}
	}
}

// TestIndexOnAGPU checks that stored, changed and forgotten memories are found with a GPU as without one, also after a restart.
func TestIndexOnAGPU(t *testing.T) {
	var log testlog.Log
	dir := t.TempDir()
	c := withIndexGPU(dir, &log)
	e := openWith(t, c)
	var notes []Note
	for i := range 1100 {
		words := []string{"slugs hide under the boards", "the pump stopped because of sand", "beans climb the fence", "rain filled the barrel"}[i%4]
		notes = append(notes, Note{Content: fmt.Sprintf("note %d of the garden: %s in week %d", i, words, i%53), Time: time.Date(2026, 1, 1, 0, i, 0, 0, time.UTC)})
	}
	stored := remember(t, e, notes...)
	onTheGPU(t, e)
	s, err := e.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if s.OnGPU.OnGPU != 1024 || s.OnGPU.GPU != "emulated GPU" || s.OffGPU {
		t.Fatalf("the status says %v", s.OnGPU.Lines())
	}
	found(t, e)
	for i := range 40 { // some of those on the GPU
		id := stored[i*7].ID
		switch i % 3 {
		case 0:
			words := fmt.Sprintf("slugs hide where note %d was", i)
			_, err = e.Update(t.Context(), id, Change{Content: &words})
		case 1:
			_, err = e.Forget(t.Context(), id, i%2 == 0)
		case 2:
			if _, err = e.Forget(t.Context(), id, false); err == nil {
				err = e.Restore(t.Context(), id)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	onTheGPU(t, e)
	on := found(t, e)
	if m := e.onGPU.replica; m.Stats().Searches == 0 || m.Stats().Failed > 0 || m.Err() != nil {
		t.Errorf("the GPU was looked at %d times, %d errands failed: %v", m.Stats().Searches, m.Stats().Failed, m.Err())
	}
	if err := e.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.IndexDevice = device.WantCPU
	off := openWith(t, c)
	if off.onGPU.replica != nil || !strings.Contains(off.onGPU.state().Lines()[0], "the processor searches alone") {
		t.Errorf("asked for the processor, search has %v", off.onGPU.state().Lines())
	}
	sameFound(t, "with a GPU", on, found(t, off))
	if err := off.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.IndexDevice = "cuda:0"
	again := openWith(t, c)
	onTheGPU(t, again)
	sameFound(t, "after a restart", found(t, again), on)
	if m := again.onGPU.replica; m.Stats().Searches == 0 || m.Err() != nil {
		t.Errorf("after a restart the GPU was looked at %d times: %v", m.Stats().Searches, m.Err())
	}
	again.onGPU.replica.Close() // as if the GPU had been lost
	sameFound(t, "without the GPU", found(t, again), on)
	if s, err := again.Status(t.Context()); err != nil || !s.OffGPU {
		t.Errorf("a GPU that is gone is not told: %v", err)
	}
}

// TestIndexDevice checks which GPU has the index, and the reason if none has.
func TestIndexDevice(t *testing.T) {
	old := mockGPU
	old.Compute, old.Index = "7.5", 1
	both := device.Hardware{Kernels: "kernels", GPUs: []device.GPU{mockGPU, old}, CPU: device.CPU{Threads: 2, Cores: 2}, NoGain: "the models are small"}
	none := device.Hardware{CPU: both.CPU, GPUNote: "no driver"}
	outdated := both
	outdated.GPUs = []device.GPU{old}
	for name, c := range map[string]struct {
		hardware      device.Hardware
		want, device  string
		gpu           bool
		why, complain string
	}{
		"a GPU for small models too":  {both, "", "", true, "", ""},
		"auto":                        {both, "auto", "auto", true, "", ""},
		"the processor embeds":        {both, "auto", "cpu", false, "device cpu", ""},
		"the processor embeds, a GPU": {both, "cuda:0", "cpu", true, "", ""},
		"the processor":               {both, "cpu", "", false, "the CPU was asked for", ""},
		"no GPU":                      {none, "", "", false, "no driver", ""},
		"an old GPU":                  {outdated, "", "", false, "compute capability", ""},
		"an old GPU by number":        {both, "cuda:1", "", false, "", "compute capability"},
		"a GPU that is not there":     {both, "cuda:7", "", false, "", "found only cuda:0"},
		"another runner":              {both, "onnx-cuda:0", "", false, "", "does not search"},
		"no device at all":            {both, "tpu", "", false, "", `"tpu"`},
	} {
		e := &parts{cfg: Config{IndexDevice: c.want, Device: c.device}, hardware: c.hardware, embedder: &embedder.Embedder{}}
		chosen, why, err := e.chooseIndexGPU()
		if (chosen != nil) != c.gpu || !strings.Contains(why, c.why) || (err != nil) != (c.complain != "") || err != nil && !strings.Contains(err.Error(), c.complain) {
			t.Errorf("%s: a GPU %v, %q, %v", name, chosen != nil, why, err)
		}
	}
}

// TestTrialMark checks that each GPU has a file of its own, in this user's cache folder, and the same one at every start.
func TestTrialMark(t *testing.T) {
	second := mockGPU
	second.Index, second.Name = 1, "another GPU"
	e := &parts{hardware: device.Hardware{GPUs: []device.GPU{mockGPU, second}}, embedder: &embedder.Embedder{}}
	one, two := e.trialMark(0), e.trialMark(1)
	if filepath.Dir(one) != filepath.Dir(embedder.CacheFolder("x")) || one == two || one != e.trialMark(0) {
		t.Errorf("the files of two GPUs are %s and %s", one, two)
	}
}
