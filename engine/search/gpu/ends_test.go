package gpu

import (
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/testlog"
)

// TestLost: if the GPU is lost, searches continue with one line in the log, and no searcher is given
// out.
func TestLost(t *testing.T) {
	f, log := newFaults(), &testlog.Log{}
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), SkipTrial: true})
	p := newPair(t, m, 2*1024+1)
	p.same(t)
	f.lost.Store(true)
	var searches sync.WaitGroup
	for range 4 {
		searches.Go(func() { p.same(t) })
	}
	searches.Wait()
	p.add(t, 500)
	p.same(t)
	if err := m.Err(); !errors.Is(err, backend.ErrLost) || !strings.Contains(m.State().Reason, "taken out") {
		t.Errorf("the replica says %v", err)
	}
	if searcher := m.NewSearcher(nil); searcher != nil {
		t.Errorf("a lost GPU gives %v", searcher)
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d lines, want 1:\n%s", n, log.String())
	}
	if err := m.Sync(t.Context()); !errors.Is(err, backend.ErrLost) {
		t.Errorf("a waiting caller gets %v", err)
	}
}

// TestFault: a fault ends the replica, and no search.
func TestFault(t *testing.T) {
	for _, kernel := range []string{"scan_codes", "compare_rows", "maxsim"} {
		f, log := newFaults(), &testlog.Log{}
		m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), Log: slog.New(slog.NewTextHandler(log, nil)), SkipTrial: true})
		p := newPair(t, m, 2*1024+1)
		hook := func(name string) error {
			if name == kernel {
				return errors.New("a fault of the test's")
			}
			return nil
		}
		f.hook.Store(&hook)
		p.same(t)
		if m.Err() == nil || errors.Is(m.Err(), backend.ErrLost) || strings.Count(log.String(), "a fault of the test's") != 1 {
			t.Errorf("%s fails: the replica says %v\n%s", kernel, m.Err(), log.String())
		}
	}
}

// TestHangs: a GPU that does not answer ends the replica, and no search waits for ever.
func TestHangs(t *testing.T) {
	f, release := newFaults(), make(chan struct{})
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 2*1024+1)
	patience := submissionTimeout
	t.Cleanup(func() { close(release); <-m.done; submissionTimeout = patience })
	submissionTimeout = 50 * time.Millisecond
	hook := func(string) error { <-release; return nil }
	f.hook.Store(&hook)
	p.same(t)
	if err := m.Err(); err == nil || errors.Is(err, backend.ErrLost) || !strings.Contains(m.State().Reason, "has not answered") {
		t.Errorf("the replica says %v", err)
	}
}

// TestCloseDuringSearches: searches continue after the replica was closed, and all GPU memory is freed.
func TestCloseDuringSearches(t *testing.T) {
	f := newFaults()
	m := openEmulated(t, Options{Open: f.open, Tokens: drawn(), SkipTrial: true})
	p := newPair(t, m, 2*1024+1)
	var searches sync.WaitGroup
	var done atomic.Bool
	for range 4 {
		searches.Go(func() {
			for !done.Load() {
				p.same(t)
			}
		})
	}
	for m.Stats().Questions < 3 {
		time.Sleep(time.Millisecond)
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	done.Store(true)
	searches.Wait()
	p.same(t)
	if used := f.used.Load(); used != 0 {
		t.Errorf("%d bytes are left on the GPU", used)
	}
	if f.opened.Load() != f.closed.Load() {
		t.Errorf("%d of the GPU's %d streams were closed", f.closed.Load(), f.opened.Load())
	}
}
