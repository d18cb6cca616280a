package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// A word that every memory contains must not outweigh one that distinguishes them, although the model gives it more
// weight.
func TestRareTermsDecideAmongManyThatShareACommonOne(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	ix := New(nil)
	const common, rare = 7, 8
	add := func(terms ...fingerprint.TermWeight) store.ID {
		m := &store.Memory{ID: draw.ID(r), Version: 1}
		m.Record[models.Sparse] = fingerprint.Packed{Terms: terms}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		return m.ID
	}
	for range 200 {
		add(fingerprint.TermWeight{ID: common, Weight: 1})
	}
	add(fingerprint.TermWeight{ID: common, Weight: 2})
	want := add(fingerprint.TermWeight{ID: rare, Weight: 1})
	q := &Question{TopK: 1, Weights: only(models.Sparse)}
	q.Values[models.Sparse].Terms = []fingerprint.TermWeight{{ID: common, Weight: 1}, {ID: rare, Weight: 1}}
	if got := mustSearch(t, ix, q).Hits[0].ID; got != want {
		t.Errorf("the memory with the common term came first")
	}
}

// After any sequence of adds, replacements and removals, the counts are those of the live memories.
func TestFrequenciesAreThoseOfTheLiveMemories(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	ix, live := New(nil), map[store.ID]*store.Memory{}
	for range 3 * chunkRows { // enough for chunks to be compacted
		m := randomMemory(t, r, 0.2)
		for id, old := range live {
			if r.IntN(3) > 0 {
				break
			}
			if r.IntN(2) == 0 {
				ix.Remove(id)
				delete(live, id)
			} else {
				m.ID, m.Version = id, old.Version+1
			}
			break
		}
		live[m.ID] = m
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range sparseSpaces {
		want := map[uint16]int32{}
		for _, m := range live {
			for _, term := range m.Record[s].Terms {
				want[term.ID]++
			}
		}
		for id := range ix.terms[s] {
			if got := ix.terms[s][id].Load(); got != want[uint16(id)] {
				t.Fatalf("%v: term %d is counted %d times, %d memories hold it", s, id, got, want[uint16(id)])
			}
		}
	}
}

// Counts that a filtered search took from the pool are zero when they return to it, also with many searches at once.
func TestBorrowedCountsAreGivenBackEmpty(t *testing.T) {
	ix, _ := randomIndex(t, 43, 200, 0)
	q := randomQuestion(3)
	q.Filter.Namespace = "a"
	first := mustSearch(t, ix, q)
	for range 20 {
		if err := sameHits(mustSearch(t, ix, q).Hits, first.Hits); err != nil {
			t.Fatal(err)
		}
		other := randomQuestion(4)
		other.Filter.Namespace = "b"
		if _, err := ix.Search(context.Background(), other); err != nil {
			t.Fatal(err)
		}
	}
	held := *frequencyPool.Get().(*frequencies)
	for id := range held {
		if n := held[id].Load(); n != 0 {
			t.Fatalf("term %d has a count of %d left", id, n)
		}
	}
}
