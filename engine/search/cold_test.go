package search

import (
	"context"
	"errors"
	"math"
	"sync/atomic"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// vault is a vector source over memories in a map; fail makes it fail.
type vault struct {
	*keeper
	reads atomic.Int64
	fail  error
}

func (v *vault) Vectors(_ context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Record, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.reads.Add(int64(len(ids)))
	out := make([]fingerprint.Record, len(ids))
	for i, id := range ids {
		if m := v.by[id]; m != nil {
			for _, s := range spaces.Spaces() {
				out[i][s] = m.Record[s]
			}
		}
	}
	return out, v.fail
}

// bounded returns a copy of the index with a bound.
func bounded(t *testing.T, ix *Index, bytes int64) (*Index, *vault) {
	t.Helper()
	v := &vault{keeper: ix.tokens.(*keeper)}
	out := New(v)
	out.sizes.Few = ix.sizes.Few
	out.Limit(bytes, v)
	for _, m := range v.by {
		if err := out.Add(m); err != nil {
			t.Fatal(err)
		}
	}
	return out, v
}

// Rows that are compared exactly to select candidates are read once, and not again for the answer.
func TestRefinedRowsAreReadOnce(t *testing.T) {
	ix, questions := topicalIndex(t, 4*chunkRows)
	cold, source := bounded(t, ix, 1)
	reads := func(s Sizes) int64 {
		cold.Sizes(s)
		before := source.reads.Load()
		mustSearch(t, cold, questions[0])
		return source.reads.Load() - before
	}
	want, got := reads(Sizes{Few: 100, Candidates: 400}), reads(Sizes{Few: 100, Candidates: 64, Refined: 400, Alone: true})
	if got != want || want < 200 { // the others are in the chunk that is being filled
		t.Errorf("%d values were read to choose among 400 rows, want %d", got, want)
	}
}

func TestColdMemoriesAreFoundAlike(t *testing.T) {
	ix, questions := topicalIndex(t, 4*chunkRows)
	for name, few := range map[string]int{"candidates": 100, "all": 1 << 20} {
		ix.sizes.Few = few
		cold, source := bounded(t, ix, 1) // the smallest possible bound
		if got := cold.Cold(); got != 3*chunkRows && got != 4*chunkRows {
			t.Fatalf("%d of %d memories are cold", got, cold.Len())
		}
		if got, whole := cold.MemoryBytes(), ix.MemoryBytes(); got > whole*6/10 {
			t.Errorf("%d bytes when cold, %d else", got, whole)
		}
		for _, q := range questions[:4] {
			q.Exact = few > 100 // then the scale is that of all rows; otherwise it comes from a sample of the warm ones, which reorders near ties
			want := mustSearch(t, ix, q)
			before := source.reads.Load()
			got := mustSearch(t, cold, q)
			read := source.reads.Load() - before
			if read == 0 || few == 100 && read > candidateRows+sampleRows*3/2 {
				t.Errorf("%s: %d values were read", name, read)
			}
			known := map[store.ID]Hit{}
			for _, h := range want.Hits {
				known[h.ID] = h
			}
			same := 0
			for _, h := range got.Hits {
				w, ok := known[h.ID]
				if !ok {
					continue
				}
				same++
				for v := range w.Similarity { // values read from the store equal those that were in memory
					if x, y := h.Similarity[v], w.Similarity[v]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) {
						t.Errorf("%s: %v: similarity %v, %v when warm", name, models.Space(v), x, y)
					}
				}
			}
			if least := len(want.Hits) / 2; same < least || q.Exact && same < len(want.Hits) {
				t.Errorf("%s: %d of %d hits are those of a warm index", name, same, len(want.Hits))
			}
		}
	}
}

func TestColdMemoriesGoAway(t *testing.T) {
	ix, questions := topicalIndex(t, 2*chunkRows+10)
	cold, source := bounded(t, ix, 1)
	for id := range source.by {
		if hits := mustSearch(t, cold, questions[0]).Hits; len(hits) > 0 && len(source.by)%97 == 0 {
			for _, h := range hits {
				if source.by[h.ID] == nil {
					t.Fatal("a memory was found after it was removed")
				}
			}
		}
		cold.Remove(id)
		delete(source.by, id)
		if len(source.by) < 2*chunkRows-40 {
			break
		}
	}
	if cold.Len() != len(source.by) {
		t.Fatalf("%d memories, want %d", cold.Len(), len(source.by))
	}
	for id := range source.by {
		cold.Remove(id)
	}
	if cold.Len() != 0 || cold.Cold() != 0 {
		t.Errorf("%d memories left, %d cold", cold.Len(), cold.Cold())
	}
	for i, c := range cold.state.Load().chunks {
		if c != nil && i != cold.state.Load().tail {
			t.Errorf("chunk %d is still held", i)
		}
	}
}

// A memory that was purged a moment ago has no values; the search continues without it.
func TestColdMemoriesThatAreGone(t *testing.T) {
	ix, questions := topicalIndex(t, 2*chunkRows)
	cold, source := bounded(t, ix, 1)
	var first Hit
	for _, first = range mustSearch(t, cold, questions[0]).Hits {
		if cold.state.Load().chunks[cold.where[first.ID].chunk].cold.Load() {
			break
		}
	}
	delete(source.by, first.ID)
	for _, h := range mustSearch(t, cold, questions[0]).Hits {
		if h.ID == first.ID && h.Similarity[models.Semantic] == first.Similarity[models.Semantic] {
			t.Error("values that are gone were compared")
		}
	}
	source.fail = errors.New("disk on fire")
	if _, err := cold.Search(context.Background(), questions[0]); !errors.Is(err, source.fail) {
		t.Errorf("error %v", err)
	}
}
