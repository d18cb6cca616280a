package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// faultWord makes code that reads it panic.
const faultWord = "quicksand"

// oddBackend panics at a text with that word.
type oddBackend struct{ backend.Backend }

func (b oddBackend) Embed(ctx context.Context, s models.Space, in *batch.Batch) ([]fingerprint.Value, error) {
	for _, text := range in.Texts {
		if strings.Contains(text, faultWord) {
			panic("a kernel in " + faultWord)
		}
	}
	return b.Backend.Embed(ctx, s, in)
}

// oddTokens panics if it is asked for the tokens of one memory.
type oddTokens struct {
	search.TokenSource
	mu  sync.Mutex
	odd store.ID
}

func (o *oddTokens) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range ids {
		if id == o.odd {
			panic("tokens in " + faultWord)
		}
	}
	return o.TokenSource.TokenVectors(ctx, ids)
}

// faultLog returns the output of the process's log until the end of the test.
func faultLog(t *testing.T) (text func() string) {
	t.Helper()
	var mu sync.Mutex
	var out bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(writerFunc(func(p []byte) (int, error) {
		mu.Lock()
		defer mu.Unlock()
		return out.Write(p)
	}), nil)))
	t.Cleanup(func() { slog.SetDefault(before) })
	return func() string {
		mu.Lock()
		defer mu.Unlock()
		return out.String()
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// mustBeFault checks for an internal error with exactly one entry in the log.
func mustBeFault(t *testing.T, err error, log, says string) {
	t.Helper()
	var e *Error
	var p *caught.Panic
	if !errors.As(err, &e) || e.Kind != KindInternal || !errors.As(err, &p) || !strings.Contains(e.Error(), says) || !strings.Contains(e.Hint, p.ID) {
		t.Fatalf("got %v, want INTERNAL with the fault", err)
	}
	n := 0
	for line := range strings.Lines(log) {
		if strings.Contains(line, "fault="+p.ID) && strings.Contains(line, "stack=") {
			n++
		}
	}
	if n != 1 {
		t.Errorf("the log has the fault %s with its stack %d times, want once", p.ID, n)
	}
}

// TestAFaultReachesItsCallerAlone makes a backend, or a source of the search, panic at one caller's work. That caller gets an error; concurrent callers are served, and so are
// later ones.
func TestAFaultReachesItsCallerAlone(t *testing.T) {
	log := faultLog(t)
	e := open(t, t.TempDir())
	good := remember(t, e, Note{Content: "The dam holds the river back.", Rationale: "r", Namespace: "a"})
	odd := remember(t, e, Note{Content: "The bridge carries the road.", Rationale: "r", Namespace: "b"})

	var backends []backend.Backend
	for _, b := range e.embedder.Backends() {
		backends = append(backends, oddBackend{b})
	}
	s, err := sched.New(sched.Config{Lanes: e.embedder.Lanes(), Backends: backends, Workers: 2, Log: e.log})
	if err != nil {
		t.Fatal(err)
	}
	before := e.sched
	e.sched = s
	defer func() {
		e.sched = before
		if err := s.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}()
	tokens := &oddTokens{TokenSource: vectorsOf(e.store.Memories, e.held.unread), odd: odd[0].ID}
	e.held.index = search.New(tokens)
	if err := e.loadInto(e.loaded()); err != nil {
		t.Fatal(err)
	}

	ask := func(namespace, text string) error {
		f, err := e.Recall(t.Context(), Question{Text: text, Namespace: namespace})
		if err == nil && len(f.Hits) == 0 {
			return errors.New("nothing was found")
		}
		return err
	}
	failed := make([]error, 3)
	var all sync.WaitGroup
	all.Go(func() {
		_, failed[0] = e.Remember(t.Context(), Note{Content: "Lost in " + faultWord + ".", Rationale: "r", Namespace: "a"})
	})
	all.Go(func() { failed[1] = ask("b", "what carries the road") })
	all.Go(func() { failed[2] = ask("a", "lost in "+faultWord) })
	for i := range 12 {
		all.Go(func() {
			if _, err := e.Remember(t.Context(), Note{Content: fmt.Sprintf("A note beside it, number %d.", i), Rationale: "r", Namespace: "a"}); err != nil {
				t.Error(err)
			}
			if err := ask("a", "what holds the river back"); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	mustBeFault(t, failed[0], log(), "a kernel in "+faultWord)
	mustBeFault(t, failed[1], log(), "tokens in "+faultWord)
	mustBeFault(t, failed[2], log(), "a kernel in "+faultWord)
	if holds, err := e.Holds(t.Context(), store.ID{}, "a", "Lost in "+faultWord+"."); err != nil || holds {
		t.Errorf("what failed is stored: %v, %v", holds, err)
	}
	tokens.mu.Lock()
	tokens.odd = store.ID{}
	tokens.mu.Unlock()
	if err := ask("b", "what carries the road"); err != nil {
		t.Errorf("after the fault: %v", err)
	}
	if _, err := e.Get(t.Context(), good[0].ID); err != nil {
		t.Error(err)
	}
}

func (e *Engine) loadInto(ix *search.Index) error {
	return e.store.Load(context.Background(), inIndex, 1, store.Each(func(_ int, m *store.Memory) error { return ix.Add(m) }))
}
