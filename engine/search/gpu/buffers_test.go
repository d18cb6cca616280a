package gpu

import (
	"errors"
	"fmt"
	"runtime"
	"testing"
	"weak"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// TestFirstErrandLarge: a searcher whose first submission needs larger buffers sees its own chunks, whatever these buffers held before.
func TestFirstErrandLarge(t *testing.T) {
	old := minSubmission
	t.Cleanup(func() { minSubmission = old })
	minSubmission = submissionSize{uploaded: old.uploaded, downloaded: 256, scratch: 256}
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	c, _ := drawnChunk(t)
	other := *c
	other.Number, other.Bits = c.Number+1, make([]uint64, len(c.Bits))
	m.Add(c)
	m.Add(&other)
	waitCopied(t, m)
	ask := func(numbers []uint64, rows []int32) []float32 {
		t.Helper()
		k := m.NewSearcher(numbers)
		if k == nil {
			t.Fatal("there is no searcher")
		}
		defer k.Close()
		allowed := make([][cuda.SeatRows / 64]uint64, len(numbers))
		for i := range allowed {
			for j := range allowed[i] {
				allowed[i][j] = ^uint64(0)
			}
		}
		out := [models.Count][]float32{models.HDC: make([]float32, len(rows))}
		a := &search.Query{Spaces: models.SetOf(models.HDC), Bits: c.Bits[:bitWords]}
		if err := errors.Join(k.SetAllowed(allowed), k.Compare(t.Context(), a, rows, a.Spaces, &out)); err != nil {
			t.Fatal(err)
		}
		return out[models.HDC]
	}
	alone := ask([]uint64{other.Number}, []int32{0, 1, 500, 1023}) // in buffers that were never used
	first := ask([]uint64{c.Number}, make([]int32, 200))           // and in a buffer that was enlarged by another searcher
	both := ask([]uint64{c.Number, other.Number}, []int32{0, 1024, 1025, 1524, 2047})
	if fmt.Sprint(alone) != fmt.Sprint(both[1:]) || first[0] != both[0] || first[0] != 1 || alone[0] == 1 {
		t.Errorf("looked at alone the chunks give %v and %v, together %v", first[0], alone, both)
	}
}

// TestEndedKeepsNoChunks: a replica that has ended keeps neither its chunks nor those that are offered later.
func TestEndedKeepsNoChunks(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	c, _ := drawnChunk(t)
	m.Add(c)
	waitCopied(t, m)
	if m.published.current.Load() == nil {
		t.Fatal("nothing was published: the test is of no use")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m.inbox.offer(c) // as if the caller had checked just before the replica ended
	if h, in := m.published.current.Load(), m.inbox.drain(); h != nil || len(in.offers) != 0 {
		t.Errorf("a replica that has ended holds what was published: %v, and %d offers", h != nil, len(in.offers))
	}
}

// TestDroppedIsLetGo: once a chunk is dropped nothing keeps it in host memory, whichever searchers used it.
func TestDroppedIsLetGo(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), SkipTrial: true})
	c, _ := drawnChunk(t)
	number := c.Number
	m.Add(c)
	waitCopied(t, m)
	seen := func() weak.Pointer[layout] {
		k := m.NewSearcher([]uint64{number})
		if k == nil {
			t.Fatal("there is no searcher")
		}
		defer k.Close()
		if err := k.SetAllowed(make([][cuda.SeatRows / 64]uint64, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := k.CountTerms(t.Context(), &[models.Count][]uint16{models.Sparse: {1}}); err != nil {
			t.Fatal(err)
		}
		return weak.Make(k.(*searcher).layout)
	}()
	m.Remove(number)
	waitCopied(t, m)
	for range 100 { // the last values of a goroutine may survive one more collection
		if runtime.GC(); seen.Value() == nil {
			return
		}
	}
	t.Error("a chunk that was dropped is still held by who looked at it")
}
