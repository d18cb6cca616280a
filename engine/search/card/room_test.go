package card

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

// TestFirstErrandLarge: a look whose first errand needs a larger room sees its own chunks, whatever was looked at in that room before.
func TestFirstErrandLarge(t *testing.T) {
	old := firstErrand
	t.Cleanup(func() { firstErrand = old })
	firstErrand = errandSize{brought: old.brought, fetched: 256, kept: 256}
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	c, _ := drawnChunk(t)
	other := *c
	other.Number, other.Bits = c.Number+1, make([]uint64, len(c.Bits))
	m.Keep(c)
	m.Keep(&other)
	settle(t, m)
	ask := func(numbers []uint64, rows []int32) []float32 {
		t.Helper()
		k := m.Look(numbers)
		if k == nil {
			t.Fatal("no look at what is there")
		}
		defer k.Close()
		allowed := make([][cuda.SeatRows / 64]uint64, len(numbers))
		for i := range allowed {
			for j := range allowed[i] {
				allowed[i][j] = ^uint64(0)
			}
		}
		out := [models.Count][]float32{models.HDC: make([]float32, len(rows))}
		a := &search.Asked{Spaces: models.SetOf(models.HDC), Bits: c.Bits[:bitWords]}
		if err := errors.Join(k.Allow(allowed), k.Table(t.Context(), a, rows, a.Spaces, &out)); err != nil {
			t.Fatal(err)
		}
		return out[models.HDC]
	}
	alone := ask([]uint64{other.Number}, []int32{0, 1, 500, 1023}) // in a room of which nothing is known yet
	first := ask([]uint64{c.Number}, make([]int32, 200))           // and in one that has grown for another
	both := ask([]uint64{c.Number, other.Number}, []int32{0, 1024, 1025, 1524, 2047})
	if fmt.Sprint(alone) != fmt.Sprint(both[1:]) || first[0] != both[0] || first[0] != 1 || alone[0] == 1 {
		t.Errorf("looked at alone the chunks give %v and %v, together %v", first[0], alone, both)
	}
}

// TestEndedKeepsNoChunks: a mirror that has ended holds none of the chunks that it had, and none that is offered later.
func TestEndedKeepsNoChunks(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	c, _ := drawnChunk(t)
	m.Keep(c)
	settle(t, m)
	if m.shelf.newest.Load() == nil {
		t.Fatal("nothing was published: the test is of no use")
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m.inbox.offer(c) // as of who has looked just before whether the mirror has ended
	if h, in := m.shelf.newest.Load(), m.inbox.take(); h != nil || len(in.offers) != 0 {
		t.Errorf("a mirror that has ended holds what was published: %v, and %d offers", h != nil, len(in.offers))
	}
}

// TestDroppedIsLetGo: once a chunk is dropped nothing keeps it in the host's memory, whoever has looked at it.
func TestDroppedIsLetGo(t *testing.T) {
	m := openEmulated(t, Options{Tokens: drawn(), Trusted: true})
	c, _ := drawnChunk(t)
	number := c.Number
	m.Keep(c)
	settle(t, m)
	seen := func() weak.Pointer[view] {
		k := m.Look([]uint64{number})
		if k == nil {
			t.Fatal("no look at what is there")
		}
		defer k.Close()
		if err := k.Allow(make([][cuda.SeatRows / 64]uint64, 1)); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Count(t.Context(), &[models.Count][]uint16{models.Sparse: {1}}); err != nil {
			t.Fatal(err)
		}
		return weak.Make(k.(*look).view)
	}()
	m.Drop(number)
	settle(t, m)
	for range 100 { // what a goroutine has just had in hand may stay for one turn more
		if runtime.GC(); seen.Value() == nil {
			return
		}
	}
	t.Error("a chunk that was dropped is still held by who looked at it")
}
