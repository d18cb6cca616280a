package rocks

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}

// TestGivenUpCalls blocks the writer in the middle. A call that waits behind it and is cancelled changes nothing; the call
// that is being written is finished, and returns its result.
func TestGivenUpCalls(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	s.writer.writing.Lock() // the writer needs it
	first, giveUp := context.WithCancel(context.Background())
	answers := make(chan error, 1)
	go func() { answers <- s.Apply(first, suite.Remember(suite.Sample(1))) }()
	for s.writer.waits() > 0 || !s.writer.started() {
		time.Sleep(time.Millisecond) // until the writer has taken it
	}
	second, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := s.Apply(second, suite.Remember(suite.Sample(2))); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, store.ErrUnknown) {
		t.Errorf("waiting call: error %v, want DeadlineExceeded and a known outcome", err)
	}
	giveUp()
	select {
	case err := <-answers:
		t.Errorf("call being written: answered with %v before it was known", err)
	case <-time.After(20 * time.Millisecond): // there is no answer yet: the writer waits for the test
	}
	s.writer.writing.Unlock()
	if err := <-answers; err != nil {
		t.Errorf("call being written: error %v, want none: it was carried out", err)
	}
	mustRemember(t, s, suite.Sample(3))
	mustBeWhole(t, s, 2)
}

func (w *committer) waits() int { return w.calls.Len() }

// started reports whether permits are taken: a call waits or is being written.
func (w *committer) started() bool {
	if w.permits.TryAcquire(maxWaiting) {
		w.permits.Release(maxWaiting)
		return false
	}
	return true
}

// TestOneFailureSparesTheOthers puts calls into one group, one of which cannot be executed.
func TestOneFailureSparesTheOthers(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	s.writer.writing.Lock()
	answers := make(chan error, 12)
	for n := range 12 {
		go func() {
			if n == 5 {
				err := s.Apply(context.Background(), suite.Remember(suite.Sample(99)), store.Command{Op: store.OpRestore, ID: suite.ID(50)})
				if isMissing(err) {
					err = nil
				}
				answers <- err
				return
			}
			answers <- s.Apply(context.Background(), suite.Remember(suite.Sample(n)))
		}()
	}
	time.Sleep(5 * time.Millisecond) // most of them gather; the result does not depend on it
	s.writer.writing.Unlock()
	for range 12 {
		if err := <-answers; err != nil {
			t.Error(err)
		}
	}
	mustBeWhole(t, s, 11)
}

func isMissing(err error) bool {
	var missing *store.NotFoundError
	return errors.As(err, &missing)
}

// TestWritesAreSynced checks the one option that a killed process cannot test: only a power cut could.
func TestWritesAreSynced(t *testing.T) {
	t.Parallel()
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	if !s.d.write.IsSync() || s.d.write.IsDisableWAL() {
		t.Error("writes are acknowledged before they are on disk")
	}
}
