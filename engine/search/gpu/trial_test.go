package gpu

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/search"
	"asterism/engine/testlog"
	"asterism/kernels/cuda"
	"asterism/kernels/cuda/check"
	"asterism/models"
)

// TestTrial: an emulated GPU passes its trial.
func TestTrial(t *testing.T) {
	var log testlog.Log
	m := openEmulated(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil)), Tokens: drawn()})
	fill(t, m, 1)
	waitCopied(t, m)
	if s := m.State(); s.OnGPU != 1024 || s.Reason != "" {
		t.Errorf("after its trial the GPU has %d memories: %s\n%s", s.OnGPU, s.Reason, log.String())
	}
}

// TestTrialFindsOut: a GPU that skips a kernel is not used, and this is logged once.
func TestTrialFindsOut(t *testing.T) {
	for _, kernel := range []string{"scan_codes", "select_few", "maxsim"} {
		f, log := newFaults(), &testlog.Log{}
		f.skips.Store(&kernel)
		m := openEmulated(t, Options{Open: f.open, Log: slog.New(slog.NewTextHandler(log, nil)), Tokens: drawn()})
		ix, s := fill(t, m, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		if err := m.Sync(ctx); err == nil || m.Err() == nil {
			t.Errorf("a GPU that leaves %s out passes its trial", kernel)
		}
		cancel()
		if words := m.State().Lines(); len(words) != 1 || !strings.Contains(words[0], "the processor searches alone: ") || strings.Count(log.String(), "level=WARN") != 1 {
			t.Errorf("without %s the state says %q\n%s", kernel, words, log.String())
		}
		q := s.questions()[0]
		if _, err := ix.Search(t.Context(), &q); err != nil || m.Stats().Searches != 0 {
			t.Errorf("without %s: %d looks, %v", kernel, m.Stats().Searches, err)
		}
	}
}

// TestTrialSeesWrongHits: wrong results of a search with a GPU are found, and rounding is ignored.
func TestTrialSeesWrongHits(t *testing.T) {
	hits := func(change func(h []search.Hit)) []search.Hit {
		out := make([]search.Hit, 3)
		for i := range out {
			out[i].ID[0], out[i].Score = byte(i), float64(3-i)
			out[i].Similarity[models.Code] = 0.5
		}
		change(out)
		return out
	}
	for name, c := range map[string]struct {
		change func(h []search.Hit)
		ok     bool
	}{
		"nothing":              {func([]search.Hit) {}, true},
		"rounding":             {func(h []search.Hit) { h[1].Score += 1e-6; h[1].Similarity[models.Code] -= 1e-6 }, true},
		"a score":              {func(h []search.Hit) { h[1].Score += 0.01 }, false},
		"a similarity":         {func(h []search.Hit) { h[2].Similarity[models.Code] = 0.49 }, false},
		"another memory":       {func(h []search.Hit) { h[0].ID[0] = 99 }, false},
		"another at the end":   {func(h []search.Hit) { h[2].ID[0] = 99 }, true},
		"a similarity is gone": {func(h []search.Hit) { h[0].Similarity[models.Code] = math.NaN() }, false},
	} {
		if err := sameHits(hits(c.change), hits(func([]search.Hit) {})); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTrialSearches: errors that occur only in the searches of a trial are found too, and a GPU that is lost there is not reported as different.
func TestTrialSearches(t *testing.T) {
	searching := func(f *faults) bool { return f.opened.Load() > 2 } // the GPU and its stream for copies are opened before, for the kernels' checks
	for name, c := range map[string]struct {
		before func(f *faults, kernel string) error
		lost   bool
		says   string
	}{
		"a GPU that is lost": {func(f *faults, kernel string) error {
			if searching(f) && kernel == "scan_codes" {
				return fmt.Errorf("%w: an illegal address", cuda.ErrLost)
			}
			return nil
		}, true, "an illegal address"},
		"a kernel left out": {func(f *faults, kernel string) error {
			if left := "maxsim"; searching(f) {
				f.skips.Store(&left)
			}
			return nil
		}, false, "finds something else than the processor"},
	} {
		path := filepath.Join(t.TempDir(), "trial")
		f := newFaults()
		hook := func(kernel string) error { return c.before(f, kernel) }
		f.hook.Store(&hook)
		m := openEmulated(t, Options{Open: f.open, CrashFile: func() string { return path }, Tokens: drawn()})
		fill(t, m, 1)
		if err := m.Sync(t.Context()); err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "finds something else") == c.lost || errors.Is(err, backend.ErrLost) != c.lost {
			t.Errorf("%s: the replica says %v, want %q", name, err, c.says)
		}
		if _, err := os.Stat(path); (err == nil) != c.lost {
			t.Errorf("%s: that the GPU was lost is written down: %v", name, err)
		}
	}
}

// TestTriedKernels: the names of the tried kernels exist, and every kernel that searches launch is tried, on every GPU.
func TestTriedKernels(t *testing.T) {
	checks := map[string]bool{}
	for _, c := range check.All() {
		checks[c.Name] = c.Needs == nil
		for _, s := range c.Shapes {
			checks[c.Name] = checks[c.Name] && (s.Small || len(c.Shapes) > 1)
		}
	}
	for _, name := range triedKernels {
		if !checks[name] {
			t.Errorf("%s is not the check of a kernel that every GPU has", name)
		}
	}
}

// TestTrialLosesTheGPU: a GPU that is lost during its trial is not opened again until the crash file is removed; a GPU that only differs is opened
// again.
func TestTrialLosesTheGPU(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "trial")
	for i, c := range []struct {
		err    error
		opened bool
		says   string
	}{
		{errors.New("a fault of the test's"), true, "a fault of the test's"},
		{fmt.Errorf("%w: an illegal address", cuda.ErrLost), true, "an illegal address"},
		{nil, false, "the GPU is lost: an illegal address); to try it again, remove " + path},
	} {
		f := newFaults()
		hook := func(string) error { return c.err }
		f.hook.Store(&hook)
		m := openEmulated(t, Options{Open: f.open, CrashFile: func() string { return path }, Tokens: drawn()})
		fill(t, m, 1)
		<-m.done
		if got := f.opened.Load() > 0; got != c.opened || !strings.Contains(m.State().Reason, c.says) {
			t.Errorf("start %d: opened %v, %q, want %v, %q", i, got, m.State().Reason, c.opened, c.says)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	m := openEmulated(t, Options{CrashFile: func() string { return path }, Tokens: drawn()})
	fill(t, m, 1)
	waitCopied(t, m)
	if s := m.State(); s.OnGPU != 1024 {
		t.Errorf("without the file the GPU has %d memories: %s", s.OnGPU, s.Reason)
	}
}
