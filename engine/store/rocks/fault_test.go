package rocks

import (
	"context"
	"errors"
	"log/slog"
	"testing"

	"asterism/engine/caught"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// quietly keeps the stacks of intended faults out of a test's output. It affects the whole process, so its tests do not run in parallel.
func quietly(t *testing.T) {
	t.Helper()
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { slog.SetDefault(before) })
}

// TestAFaultOfTheWriterIsItsCallersError: a call that fails in the writer because of an internal fault gets an error. The calls written with it succeed, and those after
// it are processed.
func TestAFaultOfTheWriterIsItsCallersError(t *testing.T) {
	quietly(t)
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	good, _, err := s.prepareAll([]store.Command{suite.Remember(suite.Sample(1))})
	if err != nil {
		t.Fatal(err)
	}
	bad := &request{cmds: []*prepared{{Command: store.Command{Op: store.OpRemember, ID: suite.ID(2)}}}, bytes: 1, done: make(chan error, 1)} // without a memory
	beside := &request{cmds: good, bytes: 1, done: make(chan error, 1)}
	s.writer.writing.Lock() // so that both are in one batch
	first := make(chan error, 1)
	go func() { first <- s.Apply(context.Background(), suite.Remember(suite.Sample(0))) }()
	for s.writer.waits() > 0 || !s.writer.started() {
	}
	answers := make(chan error, 1)
	go func() { answers <- s.writer.do(context.Background(), bad) }()
	go func() { first <- s.writer.do(context.Background(), beside) }()
	for s.writer.waits() < 2 {
	}
	s.writer.writing.Unlock()
	var p *caught.Panic
	if err := <-answers; !errors.As(err, &p) || errors.Is(err, store.ErrUnknown) {
		t.Errorf("got %v, want the fault, and nothing unknown: none of it was written", err)
	}
	for range 2 {
		if err := <-first; err != nil {
			t.Errorf("a call in the same batch: %v", err)
		}
	}
	mustRemember(t, s, suite.Sample(3))
	mustBeWhole(t, s, 3)
}

// TestAFaultInTheMiddleOfAWriteIsUnknown: the outcome is reported as unknown, and the writer continues.
func TestAFaultInTheMiddleOfAWriteIsUnknown(t *testing.T) {
	quietly(t)
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	mustRemember(t, s, suite.Sample(1))
	s.writer.writing.Lock()
	counted := s.writer.counts
	s.writer.counts = nil // then counting panics
	s.writer.writing.Unlock()
	var p *caught.Panic
	if err := s.Apply(t.Context(), suite.Remember(suite.Sample(2))); !errors.As(err, &p) || !errors.Is(err, store.ErrUnknown) {
		t.Errorf("got %v, want the fault, and an unknown outcome", err)
	}
	s.writer.writing.Lock()
	s.writer.counts = counted
	s.writer.writing.Unlock()
	if s.writer.started() {
		t.Error("the call's place was not given back")
	}
	mustRemember(t, s, suite.Sample(3))
	if _, err := s.Get(t.Context(), store.Parts{}, suite.ID(3)); err != nil {
		t.Error(err)
	}
}

// TestAFaultOfAReaderIsTheLoadsError: Load reads in separate goroutines.
func TestAFaultOfAReaderIsTheLoadsError(t *testing.T) {
	quietly(t)
	s := mustOpen(t, t.TempDir())
	defer s.Close()
	for n := range 5 {
		mustRemember(t, s, suite.Sample(n))
	}
	var p *caught.Panic
	if err := s.Load(t.Context(), store.Parts{Spaces: models.All}, 2, func(int, []*store.Memory) error { panic("a memory that is odd") }); !errors.As(err, &p) {
		t.Errorf("got %v, want the fault", err)
	}
	mustBeWhole(t, s, 5)
}
