package search

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// purposeOf returns a vector with the given θ, absent in two spaces.
func purposeOf(theta float32) (out [models.Count]float32) {
	for s := range out {
		out[s] = theta
	}
	out[1], out[2] = nan, nan
	return out
}

func TestThetaIsTheMeanOfWhatIsThere(t *testing.T) {
	absent := [models.Count]float32{}
	for s := range absent {
		absent[s] = nan
	}
	some := absent
	some[0], some[5] = .25, .75
	zero := purposeOf(0)
	for name, c := range map[string]struct {
		vector [models.Count]float32
		theta  float64
		ok     bool
	}{
		"neutral": {vector: [models.Count]float32{}}, "absent": {vector: absent}, "some": {some, .5, true},
		"all but two": {purposeOf(.5), .5, true}, "worst, but measured": {zero, 0, true},
	} {
		if theta, ok := Theta(&c.vector); theta != c.theta || ok != c.ok {
			t.Errorf("%s: %v, %v", name, theta, ok)
		}
	}
}

// alignedIndex returns an index of memories with θ of 0, .01 … and some without a goal.
func alignedIndex(t *testing.T, n int) (*Index, map[store.ID]float64) {
	t.Helper()
	r := rand.New(rand.NewPCG(31, 1))
	ix, thetas := New(nil), map[store.ID]float64{}
	for i := range n {
		m := randomMemory(t, r, 0)
		thetas[m.ID] = math.NaN()
		if i%5 != 0 {
			m.Purpose = purposeOf(float32(i%100) / 100)
			thetas[m.ID], _ = Theta(&m.Purpose)
		}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	return ix, thetas
}

// checkAligned compares the memories that pass the filter with those that should.
func checkAligned(t *testing.T, ix *Index, thetas map[store.ID]float64) {
	t.Helper()
	for _, least := range []float64{0, .005, .5, .985, 1} {
		got, want := compareAll(t, ix, nil, 0, Filter{MinAlignment: least}, nil), 0
		for id, theta := range thetas {
			pass := least == 0 || theta >= float64(float32(least))
			if pass {
				want++
			}
			if _, reported := got[id]; reported != pass {
				t.Errorf("memory of θ %v at least %v: reported %v", theta, least, reported)
			}
		}
		if len(got) != want {
			t.Errorf("at least %v: %d memories, want %d", least, len(got), want)
		}
		q := randomQuestion(1)
		q.Filter.MinAlignment = least
		if n := mustSearch(t, ix, q).Scanned; n != want {
			t.Errorf("at least %v: a search looked at %d memories, want %d", least, n, want)
		}
	}
}

// TestFilterByAlignment, also after vectors changed, memories were replaced, and chunks were compacted.
func TestFilterByAlignment(t *testing.T) {
	ix, thetas := alignedIndex(t, 2*chunkRows+50)
	checkAligned(t, ix, thetas)
	for id := range thetas {
		switch id[3] % 4 {
		case 0:
			vector := purposeOf(.9)
			ix.Align(id, 1, &vector)
			thetas[id] = float64(float32(.9))
		case 1: // measured for another version: nothing changes
			vector := purposeOf(.99)
			ix.Align(id, 2, &vector)
		case 2:
			if id[4]%2 == 0 {
				ix.Remove(id)
				delete(thetas, id)
			}
		case 3:
			if id[4]%2 == 0 {
				ix.Align(id, 1, &[models.Count]float32{}) // no goal any more
				thetas[id] = math.NaN()
			}
		}
	}
	unknown := purposeOf(1)
	ix.Align(store.ID{1}, 1, &unknown)
	checkAligned(t, ix, thetas)
	for id := range thetas { // most die, so that the remaining rows are moved
		if id[5]%3 != 0 {
			ix.Remove(id)
			delete(thetas, id)
		}
	}
	checkAligned(t, ix, thetas)
}

// TestAlignWhileSearching is for the race detector.
func TestAlignWhileSearching(t *testing.T) {
	ix, thetas := alignedIndex(t, 200)
	var wg sync.WaitGroup
	wg.Go(func() {
		for id := range thetas {
			vector := purposeOf(.7)
			ix.Align(id, 1, &vector)
		}
	})
	q := randomQuestion(2)
	q.Filter.MinAlignment = .6
	for range 20 {
		if _, err := ix.Search(context.Background(), q); err != nil {
			t.Error(err)
		}
	}
	wg.Wait()
}
