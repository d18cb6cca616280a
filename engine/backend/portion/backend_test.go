package portion

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"asterism/engine/backend"
	"asterism/engine/backend/suite"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// echo gives every row a unit vector that says what it was, and counts what runs at a time.
type echo struct {
	running, most atomic.Int64
	mu            sync.Mutex
	seen          []*batch.Batch
	fail          error
}

func (e *echo) Name() string       { return "echo" }
func (e *echo) Spaces() models.Set { return models.SetOf(models.Graph, models.Multimodal) }
func (e *echo) Close() error       { return nil }
func (e *echo) Embed(ctx context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	n := e.running.Add(1)
	defer e.running.Add(-1)
	for old := e.most.Load(); n > old && !e.most.CompareAndSwap(old, n); old = e.most.Load() {
	}
	e.mu.Lock()
	e.seen = append(e.seen, b)
	e.mu.Unlock()
	if !e.Spaces().Has(s) {
		return nil, fmt.Errorf("no %v here", s)
	}
	if err := errors.Join(ctx.Err(), e.fail); err != nil {
		return nil, err
	}
	out := make([]fingerprint.Value, b.Rows())
	for i := range out {
		out[i] = valueOf(s, b, i)
	}
	return out, nil
}

// valueOf points along a direction that the row's ids, or its image, give.
func valueOf(s models.Space, b *batch.Batch, i int) fingerprint.Value {
	at := uint32(0)
	switch {
	case b.Images != nil:
		at = uint32(b.Images[i][0])
	case len(b.Row(i)) == 0:
		return fingerprint.Value{}
	default:
		for _, id := range b.Row(i) {
			at = at*31 + uint32(id) + 1
		}
	}
	v := make([]float32, s.Info().Width)
	v[at%uint32(len(v))] = 1
	return fingerprint.Value{Dense: v}
}

func sized(tokens, rows int) func(models.Space) Size {
	return func(models.Space) Size { return Size{Budget: batch.Budget{Tokens: tokens, Rows: rows}} }
}

func TestKeepsTheContract(t *testing.T) {
	suite.Run(t, suite.Config{
		Open:       func(*testing.T) backend.Backend { return New(&echo{}, 2, sized(100, 3)) },
		Vocabulary: 900, MaxTokens: 200,
	})
}

// TestPortions: whatever comes, every row has the value that it has in one batch, no portion is above the budget but a row alone, and no more run at a
// time than may.
func TestPortions(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lengths := rapid.SliceOfN(rapid.IntRange(0, 60), 1, 40).Draw(rt, "lengths")
		role := rapid.SampledFrom([]batch.Role{batch.Passage, batch.Query}).Draw(rt, "role")
		size := Size{Budget: batch.Budget{Tokens: rapid.IntRange(1, 200).Draw(rt, "tokens"), Rows: rapid.IntRange(1, 9).Draw(rt, "rows")},
			Filled: rapid.IntRange(0, 32).Draw(rt, "filled")}
		parallel := rapid.IntRange(1, 3).Draw(rt, "parallel")
		e := &echo{}
		b := New(e, parallel, func(models.Space) Size { return size })
		var rows [][]int32
		for i, n := range lengths {
			row := make([]int32, n)
			for j := range row {
				row[j] = int32(i*61 + j)
			}
			rows = append(rows, row)
		}
		in := batch.OfIDs(role, batch.Frame{}, rows)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				got, err := b.Embed(context.Background(), models.Graph, in)
				if err != nil {
					rt.Errorf("embed: %v", err)
					return
				}
				for i := range got {
					if d := suite.Distance(models.Graph.Info(), got[i], valueOf(models.Graph, in, i)); d != 0 {
						rt.Errorf("row %d has another row's value", i)
					}
				}
			})
		}
		wg.Wait()
		if e.most.Load() > int64(parallel) {
			rt.Errorf("%d portions ran at a time, at most %d may", e.most.Load(), parallel)
		}
		for _, p := range e.seen {
			longest := size.cost(role, p.MaxLen())
			if p.Role != role || p.Rows() > 1 && (p.Rows()*longest > size.Budget.Tokens || p.Rows() > size.Budget.Rows) {
				rt.Errorf("a portion of %d rows of %d tokens, the budget is %+v", p.Rows(), longest, size)
			}
		}
	})
}

// TestImages: each costs what the size says.
func TestImages(t *testing.T) {
	e := &echo{}
	b := New(e, 1, func(models.Space) Size { return Size{Budget: batch.Budget{Tokens: 500, Rows: 64}, Image: 250} })
	var images [][]float32
	for i := range 5 {
		images = append(images, []float32{float32(i)})
	}
	in := batch.OfImages(batch.Passage, images)
	got, err := b.Embed(context.Background(), models.Multimodal, in)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if suite.Distance(models.Multimodal.Info(), got[i], valueOf(models.Multimodal, in, i)) != 0 {
			t.Errorf("image %d has another one's value", i)
		}
	}
	if len(e.seen) != 3 {
		t.Errorf("%d portions of 5 images, want 3 of at most 2", len(e.seen))
	}
}

func TestFailuresAndShortAnswers(t *testing.T) {
	broken := errors.New("broken")
	b := New(&echo{fail: broken}, 1, sized(10, 1))
	in := batch.OfIDs(batch.Passage, batch.Frame{}, [][]int32{{1}, {2}})
	for range 3 { // a slot that is not given back would hang here
		if _, err := b.Embed(context.Background(), models.Graph, in); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}
