package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/search/draw"
	"asterism/models"
)

// slowDrawn checks every key.
func slowDrawn(c *chunk, share uint32, allowed *[chunkRows / 64]uint64) (out []int32) {
	for r, lot := range c.sampleKeys {
		if lot <= share && allowed[r/64]>>(r%64)&1 != 0 {
			out = append(out, int32(r))
		}
	}
	return out
}

// The order of the keys does not change which rows are sampled.
func TestDrawnByOrderOrOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	drawn := 0
	for range 50 {
		c := &chunk{}
		for i := range c.sampleKeys {
			c.sampleKeys[i] = r.Uint32() >> r.IntN(20) // many small ones, and some equal ones
		}
		allowed := firstRows(r.IntN(chunkRows + 1))
		for i := range allowed {
			allowed[i] &= r.Uint64() | r.Uint64()
		}
		for _, share := range []uint32{0, 1, 5000, 1 << 20, 1 << 26, maxOrderedShare, maxOrderedShare + 1, 1<<32 - 1} {
			want := slowDrawn(c, share, &allowed)
			c.order.Store(nil)
			filling := c.sampled(share, chunkRows, &allowed, 0)
			c.order.Store(orderBySampleKey(&c.sampleKeys))
			if got := c.sampled(share, chunkRows, &allowed, 0); !slices.Equal(got, want) || !slices.Equal(filling, want) {
				t.Fatalf("share %d: %v are drawn, %v while it is being filled, want %v", share, got, filling, want)
			}
			drawn += len(want)
		}
	}
	if drawn == 0 {
		t.Error("no row is sampled: the test is useless")
	}
}

func TestFullChunksAreOrdered(t *testing.T) {
	ix, _ := topicalIndex(t, chunkRows+1)
	s := ix.state.Load()
	if s.chunks[0].order.Load() == nil || s.chunks[1].order.Load() != nil {
		t.Error("the full chunk has no order, or the one being filled has")
	}
}

// scanOf is a search's view of chunks that hold only ids.
func scanOf(n int) *scan {
	r := rand.New(rand.NewPCG(72, 1))
	s := &scan{state: &snapshot{tail: -1}, probe: &probe{}, allowed: make([][chunkRows / 64]uint64, n), counts: make([]int, n), localPosition: make([]int32, n)}
	for c := range n {
		k := &chunk{}
		for i := range k.ids {
			k.ids[i] = draw.ID(r)
			k.sampleKeys[i] = sampleKey(k.ids[i])
		}
		k.order.Store(orderBySampleKey(&k.sampleKeys))
		s.state.chunks = append(s.state.chunks, k)
		s.allowed[c], s.counts[c] = firstRows(chunkRows), chunkRows
		s.total += chunkRows
	}
	s.all, s.allInMemory = s.total, s.total
	return s
}

// BenchmarkSample samples a million memories, with the rows in key order and with a check of every key.
func BenchmarkSample(b *testing.B) {
	const chunks = 1_000_000 / chunkRows
	s := scanOf(chunks)
	for _, by := range []string{"order", "look at each"} {
		if by != "order" {
			for _, k := range s.state.chunks {
				k.order.Store(nil)
			}
		}
		b.Run(fmt.Sprintf("%d/%s", chunks*chunkRows, by), func(b *testing.B) {
			for b.Loop() {
				if rows, err := s.sample(context.Background()); err != nil || len(rows) == 0 {
					b.Fatal(len(rows), err)
				}
			}
		})
	}
}

// Rows whose values must be read from the store are not sampled if there are others; rows of which a replica has all values need no read.
func TestSamplePassesOverWhatWouldHaveToBeRead(t *testing.T) {
	for name, c := range map[string]struct {
		cold, theirs bool
		values       models.Set
		want         bool
	}{
		"warm":                                 {false, false, 0, true},
		"cold":                                 {true, false, 0, false},
		"cold, and the replica has all":        {true, true, models.All, true},
		"cold, and the replica has not all":    {true, true, models.All.Without(models.SetOf(models.Code)), false},
		"cold, and the replica lacks no value": {true, true, models.All.Without(models.SetOf(models.LateInteraction)), true},
	} {
		s := scanOf(3)
		s.probe.spaces, s.replicaSpaces, s.localPosition = models.All, c.values, []int32{0, 1, 2}
		s.state.chunks[0].cold.Store(c.cold)
		if c.theirs {
			s.localPosition[0] = -1
		}
		s.allInMemory = s.inMemory() // as newScan computes it
		rows, err := s.sample(context.Background())
		if err != nil || len(rows) < sampleRows/2 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		if got := rows[0] < chunkRows; got != c.want {
			t.Errorf("%s: drawn from the chunk: %v, want %v", name, got, c.want)
		}
	}
}
