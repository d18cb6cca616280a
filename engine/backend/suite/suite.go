// Package suite answers: does a backend keep the contract of engine/backend? Every backend runs it in its tests.
package suite

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// Config says how to test one backend.
type Config struct {
	Open       func(t *testing.T) backend.Backend // a fresh backend; the suite closes it
	Bound      float64                            // how far a number alone may be from the same number in a batch
	Vocabulary int                                // random token ids are below it; 0 when no space is of models.FromModel
	MaxTokens  int                                // longest row to try
	Batches    int                                // random batches a space; 0 means 12

	Frame func(models.Space) batch.Frame // put around every row that has tokens; nil: none
	Role  batch.Role                     // of all batches
}

// Run tests every space of the backend.
func Run(t *testing.T, c Config) {
	if c.Batches == 0 {
		c.Batches = 12
	}
	b := c.Open(t)
	if b.Name() == "" || b.Spaces() == 0 {
		t.Errorf("backend has the name %q and the spaces %v, want both", b.Name(), b.Spaces().Spaces())
	}
	for _, s := range b.Spaces().Spaces() {
		t.Run(s.Info().Name, func(t *testing.T) {
			t.Run("alone=in batch", func(t *testing.T) { c.aloneInBatch(t, b, s) })
			t.Run("order", func(t *testing.T) { c.order(t, b, s) })
			t.Run("absent", func(t *testing.T) { c.absent(t, b, s) })
			t.Run("kept", func(t *testing.T) { c.kept(t, b, s) })
			t.Run("concurrent", func(t *testing.T) { c.concurrent(t, b, s) })
			t.Run("cancelled", func(t *testing.T) { c.cancelled(t, b, s) })
		})
	}
	t.Run("unknown space", func(t *testing.T) { c.unknown(t, b) })
	if err := b.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
}

func (c Config) embed(t *testing.T, b backend.Backend, s models.Space, rows []row) []fingerprint.Value {
	t.Helper()
	in := c.pack(s, rows)
	out, err := b.Embed(context.Background(), s, in)
	if err != nil {
		t.Fatalf("embed %d rows: %v", len(rows), err)
	}
	if len(out) != len(rows) {
		t.Fatalf("embed %d rows: got %d values", len(rows), len(out))
	}
	for i, v := range out {
		if err := Check(s.Info(), v); err != nil {
			t.Fatalf("value of row %d of %d: %v", i, len(rows), err)
		}
	}
	return out
}

// aloneInBatch embeds random batches and every row of them alone.
func (c Config) aloneInBatch(t *testing.T, b backend.Backend, s models.Space) {
	r := rand.New(rand.NewPCG(uint64(s), 1))
	var worst float64
	present := 0
	for range c.Batches {
		rows := c.rows(r, s, 1+r.IntN(9))
		together := c.embed(t, b, s, rows)
		for i := range rows {
			alone := c.embed(t, b, s, rows[i:i+1])[0]
			d := Distance(s.Info(), alone, together[i])
			worst = max(worst, d)
			if !(d <= c.Bound) {
				t.Fatalf("row %d of %d: alone differs from in batch by %g, the bound is %g", i, len(rows), d, c.Bound)
			}
			if !alone.Absent() {
				present++
			}
		}
	}
	if present == 0 {
		t.Error("every value was absent: nothing was compared")
	}
	t.Logf("greatest difference %g over %d rows", worst, present)
}

// order embeds a batch and the same rows shuffled.
func (c Config) order(t *testing.T, b backend.Backend, s models.Space) {
	r := rand.New(rand.NewPCG(uint64(s), 2))
	rows := c.rows(r, s, 8)
	first := c.embed(t, b, s, rows)
	turn := r.Perm(len(rows))
	shuffled := make([]row, len(rows))
	for i, j := range turn {
		shuffled[i] = rows[j]
	}
	for i, v := range c.embed(t, b, s, shuffled) {
		if d := Distance(s.Info(), v, first[turn[i]]); !(d <= c.Bound) {
			t.Errorf("row %d moved to %d: values differ by %g, the bound is %g", turn[i], i, d, c.Bound)
		}
	}
	if r := first[0]; Distance(s.Info(), r, first[1]) <= c.Bound {
		t.Error("two different rows have the same value: order was not tested")
	}
}

// present returns the first n rows that have a value in the space, and their values: a model may have none for a row without a word that it needs.
func (c Config) present(t *testing.T, b backend.Backend, s models.Space, rows []row, n int) (found []row, values []fingerprint.Value) {
	t.Helper()
	for i, v := range c.embed(t, b, s, rows) {
		if !v.Absent() && len(found) < n {
			found, values = append(found, rows[i]), append(values, v)
		}
	}
	if len(found) < n {
		t.Fatalf("%d of %d rows have a value, want %d", len(found), len(rows), n)
	}
	return found, values
}

// absent embeds batches with rows without content first, last and in the middle, and a batch of only such rows.
func (c Config) absent(t *testing.T, b backend.Backend, s models.Space) {
	if s.Info().Origin == models.FromTime {
		return // every time has a value
	}
	r := rand.New(rand.NewPCG(uint64(s), 3))
	full, alone := c.present(t, b, s, c.rows(r, s, 16), 2)
	got := c.embed(t, b, s, []row{{}, full[0], {}, {}, full[1], {}})
	for i, v := range got {
		if want := i == 1 || i == 4; v.Absent() == want {
			t.Errorf("row %d: absent is %v, want %v", i, v.Absent(), !want)
		}
	}
	for i, at := range []int{1, 4} {
		if d := Distance(s.Info(), alone[i], got[at]); !(d <= c.Bound) {
			t.Errorf("row %d changed by %g among absent rows, the bound is %g", at, d, c.Bound)
		}
	}
	for _, v := range c.embed(t, b, s, []row{{}, {}}) {
		if !v.Absent() {
			t.Error("a row without content in a batch of such rows is not absent")
		}
	}
	if n := len(c.embed(t, b, s, nil)); n != 0 {
		t.Errorf("the empty batch gave %d values", n)
	}
}

// kept checks that later calls do not write into values returned before, and that the batch is not changed.
func (c Config) kept(t *testing.T, b backend.Backend, s models.Space) {
	r := rand.New(rand.NewPCG(uint64(s), 4))
	rows, others := c.rows(r, s, 4), c.rows(r, s, 4)
	in := c.pack(s, rows)
	first, err := b.Embed(context.Background(), s, in)
	if err != nil {
		t.Fatal(err)
	}
	if err := sameBatch(in, c.pack(s, rows)); err != nil {
		t.Error(err)
	}
	before := make([]fingerprint.Value, len(first))
	for i, v := range first {
		before[i] = clone(v)
	}
	c.embed(t, b, s, others)
	for i := range first {
		if d := Distance(s.Info(), first[i], before[i]); d != 0 {
			t.Errorf("value of row %d changed by %g after another call", i, d)
		}
	}
}

// concurrent embeds the same rows from many goroutines.
func (c Config) concurrent(t *testing.T, b backend.Backend, s models.Space) {
	r := rand.New(rand.NewPCG(uint64(s), 5))
	rows := c.rows(r, s, 6)
	want := c.embed(t, b, s, rows)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for k := range 4 {
				from := (g + k) % len(rows)
				out, err := b.Embed(context.Background(), s, c.pack(s, rows[from:]))
				if err != nil {
					t.Errorf("embed beside others: %v", err)
					return
				}
				for i, v := range out {
					if d := Distance(s.Info(), v, want[from+i]); !(d <= c.Bound) {
						t.Errorf("row %d beside others differs by %g, the bound is %g", from+i, d, c.Bound)
					}
				}
			}
		})
	}
	wg.Wait()
}

// cancelled checks that an ended context is reported as such, and that the backend works afterwards.
func (c Config) cancelled(t *testing.T, b backend.Backend, s models.Space) {
	r := rand.New(rand.NewPCG(uint64(s), 6))
	rows := c.rows(r, s, 4)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if out, err := b.Embed(ctx, s, c.pack(s, rows)); !errors.Is(err, context.Canceled) {
		t.Errorf("embed with an ended context: %d values and the error %v, want context.Canceled", len(out), err)
	}
	// Cancelled somewhere on the way: the answer is whole or is the context's error.
	for range 8 {
		ctx, cancel := context.WithCancel(context.Background())
		go cancel()
		out, err := b.Embed(ctx, s, c.pack(s, rows))
		if err == nil && len(out) != len(rows) || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("embed while cancelled: %d values of %d and the error %v", len(out), len(rows), err)
		}
		cancel()
	}
	c.embed(t, b, s, rows)
}

// unknown embeds in the spaces that the backend does not have.
func (c Config) unknown(t *testing.T, b backend.Backend) {
	for _, s := range models.All.Without(b.Spaces()).Spaces() {
		if _, err := b.Embed(context.Background(), s, c.pack(s, []row{{}})); err == nil {
			t.Errorf("embed %v, which the backend does not list, gave no error", s)
		}
	}
}
