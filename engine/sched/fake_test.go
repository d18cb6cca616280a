package sched

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// family is the one tokenizer of the tests.
const family = "test"

// fake is a backend whose values are functions of the row, so that a wrong row or an exchanged answer is
// detected.
type fake struct {
	name   string
	spaces models.Set
	hook   func(space models.Space, b *batch.Batch) error // called before each batch; may block, fail or panic
	short  bool                                           // return one value too few

	mu   sync.Mutex
	seen []seen
}

// seen is a batch that a fake received.
type seen struct {
	space models.Space
	batch *batch.Batch
}

func (f *fake) Name() string       { return f.name }
func (f *fake) Spaces() models.Set { return f.spaces }
func (f *fake) Close() error       { return nil }

func (f *fake) Embed(_ context.Context, space models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	f.mu.Lock()
	f.seen = append(f.seen, seen{space, b})
	f.mu.Unlock()
	if f.hook != nil {
		if err := f.hook(space, b); err != nil {
			return nil, err
		}
	}
	values := make([]fingerprint.Value, b.Rows())
	for i := range values {
		values[i] = valueOf(space, numbersOf(b, i))
	}
	if f.short {
		values = values[1:]
	}
	return values, nil
}

func (f *fake) batches() []seen {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]seen(nil), f.seen...)
}

// numbersOf returns a row of a batch as plain numbers, whatever its kind.
func numbersOf(b *batch.Batch, i int) []int32 {
	switch {
	case b.Texts != nil:
		return []int32(toIDs(b.Texts[i]))
	case b.Times != nil:
		return []int32{int32(b.Times[i]), int32(b.Ref)}
	case b.Images != nil:
		return []int32{int32(b.Images[i][0])}
	default:
		return b.Row(i)
	}
}

func toIDs(text string) []int32 {
	var ids []int32
	for _, r := range text {
		ids = append(ids, int32(r))
	}
	return ids
}

// valueOf returns a value of the right shape that begins with the row's length and sum.
func valueOf(space models.Space, row []int32) fingerprint.Value {
	info := space.Info()
	sum := float32(0)
	for i, id := range row {
		sum += float32(id) * float32(i+1)
	}
	switch info.Kind {
	case models.Dense, models.Pair:
		width := info.Width
		if info.Kind == models.Pair {
			width *= 2
		}
		v := make([]float32, width)
		v[0], v[1], v[2] = 1, float32(len(row)), sum
		return fingerprint.Value{Dense: v}
	case models.Terms:
		return fingerprint.Value{Terms: []fingerprint.TermWeight{{ID: uint16(len(row)), Weight: sum + 1}}}
	case models.Binary:
		bits := make([]uint64, (info.Width+63)/64)
		bits[0], bits[1] = uint64(len(row)), uint64(sum)
		return fingerprint.Value{Bits: bits}
	default:
		v := make([]float32, len(row)*info.Width)
		for i, id := range row {
			v[i*info.Width] = float32(id)
		}
		return fingerprint.Value{Vectors: v}
	}
}

// lanesOf returns a lane for each space.
func lanesOf(window, overlap int, spaces ...models.Space) []Lane {
	var lanes []Lane
	for _, space := range spaces {
		l := Lane{Space: space}
		if space.Info().Origin == models.FromModel {
			l.Tokenizer, l.Window, l.Overlap = family, window, overlap
		}
		lanes = append(lanes, l)
	}
	return lanes
}

// start makes a scheduler that the end of the test closes and checks for remaining work.
func start(t testing.TB, cfg Config) *Scheduler {
	t.Helper()
	before := runtime.NumGoroutine()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second) // a failed test must not hang here
		defer cancel()
		if err := s.Close(ctx); err != nil {
			t.Errorf("close: %v", err)
		}
		waitFor(t, "no goroutine is left", func() bool { return runtime.NumGoroutine() <= before })
		if n := s.inWork(); n != 0 {
			t.Errorf("%d permits were not given back", n)
		}
		for _, l := range s.allLanes() {
			if n := l.depth(); n != 0 || l.slot.Load() != nil {
				t.Errorf("the lane of %s for role %d is not empty: %d rows", l.space, l.role, n)
			}
		}
	})
	return s
}

// inWork is the number of permits taken, of both sides.
func (s *Scheduler) inWork() int { return s.Stats().InWork }

// allLanes are the lanes of both sides.
func (s *Scheduler) allLanes() []*lane {
	return slices.Concat(s.sides[batch.Passage].lanes, s.sides[batch.Query].lanes)
}

func one(space models.Space, hook func(models.Space, *batch.Batch) error) *fake {
	return &fake{name: "fake", spaces: models.SetOf(space), hook: hook}
}

func backends(fakes ...*fake) []backend.Backend {
	var out []backend.Backend
	for _, f := range fakes {
		out = append(out, f)
	}
	return out
}

// job returns a text of n tokens; all its ids differ from those of other values of first.
func job(first, n int) *Job {
	ids := make([]int32, n)
	for i := range ids {
		ids[i] = int32(first*1000 + i)
	}
	return &Job{Text: strings.Repeat("x", n), Tokens: map[string][]int32{family: ids}, Time: int64(first), Ref: 7}
}

// ask makes jobs questions.
func ask(jobs ...*Job) []*Job { return as(batch.Query, jobs...) }

// as gives jobs a role.
func as(role batch.Role, jobs ...*Job) []*Job {
	for _, j := range jobs {
		j.Role = role
	}
	return jobs
}

// gate makes a backend block until it is opened; it reports the backend's arrival.
type gate struct {
	arrived chan struct{}
	open    chan struct{}
}

func newGate() *gate {
	return &gate{arrived: make(chan struct{}, 10_000), open: make(chan struct{})}
}

func (g *gate) pass(models.Space, *batch.Batch) error {
	g.arrived <- struct{}{}
	<-g.open
	return nil
}

// await waits for n more batches to arrive.
func (g *gate) await(n int) {
	for range n {
		<-g.arrived
	}
}

// letOneGo opens the gate for the batch that has waited longest.
func (g *gate) letOneGo() { g.open <- struct{}{} }

func waitFor(t testing.TB, what string, cond func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !cond(); time.Sleep(50 * time.Microsecond) {
		if time.Now().After(deadline) {
			t.Fatalf("not reached in a minute: %s", what)
		}
	}
}

var errBroken = errors.New("the GPU fell off the bus")
