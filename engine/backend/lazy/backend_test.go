package lazy

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"asterism/engine/backend"
	"asterism/engine/backend/arith"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// TestKeepsTheContract runs the shared suite over a backend that opens arithmetic.
func TestKeepsTheContract(t *testing.T) {
	suite.Run(t, suite.Config{Open: func(*testing.T) backend.Backend {
		return New(Options{Name: "arithmetic", Spaces: arith.New().Spaces(), Open: func(context.Context, models.Space) (backend.Backend, error) { return arith.New(), nil }})
	}})
}

// counted is an opened backend that knows whether it is closed.
type counted struct {
	space  models.Space
	closed atomic.Int64
}

func (c *counted) Name() string       { return "opened" }
func (c *counted) Spaces() models.Set { return models.SetOf(c.space) }
func (c *counted) Close() error       { c.closed.Add(1); return nil }
func (c *counted) Embed(_ context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	if c.closed.Load() > 0 || s != c.space {
		return nil, fmt.Errorf("embed %v on the backend of %v, closed %d times", s, c.space, c.closed.Load())
	}
	return make([]fingerprint.Value, b.Rows()), nil
}

var (
	two   = models.SetOf(models.Graph, models.Entity)
	some  = batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1}})
	errNo = errors.New("no such file")
)

// TestOpensOnce: nothing is open before the first batch, each space is opened once however many come at once, and all that was opened is closed once.
func TestOpensOnce(t *testing.T) {
	var opened sync.Map
	b := New(Options{Name: "sessions", Spaces: two, Open: func(_ context.Context, s models.Space) (backend.Backend, error) {
		c := &counted{space: s}
		if _, twice := opened.LoadOrStore(s, c); twice {
			t.Errorf("%v was opened twice", s)
		}
		time.Sleep(time.Millisecond)
		return c, nil
	}})
	if b.Spaces() != two || b.Opened() != 0 || b.Name() != "sessions, opened when first needed" {
		t.Errorf("before: %v, %v open, %q", b.Spaces().Spaces(), b.Opened().Spaces(), b.Name())
	}
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if v, err := b.Embed(t.Context(), models.Graph, some); err != nil || len(v) != 1 {
				t.Errorf("%v, %v", v, err)
			}
		})
	}
	wg.Wait()
	if b.Opened() != models.SetOf(models.Graph) || b.Name() != "opened" {
		t.Errorf("%v are open, %q", b.Opened().Spaces(), b.Name())
	}
	if err := b.Open(t.Context(), two); err != nil || b.Opened() != two {
		t.Errorf("%v are open (%v), want both", b.Opened().Spaces(), err)
	}
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		t.Error(err)
	}
	opened.Range(func(s, c any) bool {
		if n := c.(*counted).closed.Load(); n != 1 {
			t.Errorf("%v was closed %d times", s, n)
		}
		return true
	})
	if _, err := b.Embed(t.Context(), models.Graph, some); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
}

// TestFailedOpening: all waiting callers get its error, later ones too for a while, and then it is tried again.
func TestFailedOpening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		b := New(Options{Spaces: two, Open: func(_ context.Context, s models.Space) (backend.Backend, error) {
			time.Sleep(time.Second)
			if tries++; tries == 1 {
				return nil, errNo
			}
			return &counted{space: s}, nil
		}})
		defer b.Close()
		var wg sync.WaitGroup
		for range 5 {
			wg.Go(func() {
				if _, err := b.Embed(t.Context(), models.Graph, some); !errors.Is(err, errNo) {
					t.Errorf("got %v", err)
				}
			})
		}
		wg.Wait()
		time.Sleep(pause - time.Millisecond)
		if _, err := b.Embed(t.Context(), models.Graph, some); !errors.Is(err, errNo) || tries != 1 {
			t.Errorf("too soon: %v after %d tries", err, tries)
		}
		time.Sleep(time.Millisecond)
		if _, err := b.Embed(t.Context(), models.Graph, some); err != nil || tries != 2 {
			t.Errorf("after the pause: %v after %d tries", err, tries)
		}
	})
}

// TestImpatientCaller goes without; the opening goes on for the others.
func TestImpatientCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Spaces: two, Open: func(ctx context.Context, s models.Space) (backend.Backend, error) {
			time.Sleep(time.Minute)
			return &counted{space: s}, ctx.Err()
		}})
		defer b.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Embed(ctx, models.Graph, some); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		if _, err := b.Embed(t.Context(), models.Graph, some); err != nil {
			t.Error(err)
		}
	})
}

func TestOpeningThatGoesWrong(t *testing.T) {
	wrong := &counted{space: models.Code}
	b := New(Options{Spaces: two, Open: func(_ context.Context, s models.Space) (backend.Backend, error) {
		if s == models.Graph {
			panic("a fault")
		}
		return wrong, nil
	}})
	defer b.Close()
	for s, says := range map[models.Space]string{models.Graph: ": a fault", models.Entity: "opened for E11", models.Code: "models for"} {
		if _, err := b.Embed(t.Context(), s, some); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: error %v, want one that says %q", s, err, says)
		}
	}
	if wrong.closed.Load() != 1 {
		t.Error("what was opened in vain was not closed")
	}
}

// TestCloseWhileOpening: whatever is under way, Close ends it, and nothing that was opened stays open.
func TestCloseWhileOpening(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var all sync.Map
		takes := time.Duration(rapid.IntRange(0, 300).Draw(rt, "opening takes")) * time.Microsecond
		b := New(Options{Spaces: two, Open: func(ctx context.Context, s models.Space) (backend.Backend, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(takes):
			}
			c := &counted{space: s}
			all.Store(c, true)
			return c, nil
		}})
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() { _ = b.Open(context.Background(), models.SetOf(two.Spaces()[i%2])) })
		}
		time.Sleep(time.Duration(rapid.IntRange(0, 300).Draw(rt, "close after")) * time.Microsecond)
		if err := b.Close(); err != nil {
			rt.Error(err)
		}
		wg.Wait()
		all.Range(func(c, _ any) bool {
			if c.(*counted).closed.Load() != 1 {
				rt.Error("something was left open")
			}
			return true
		})
	})
}
