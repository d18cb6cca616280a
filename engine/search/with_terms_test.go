package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// TestHoldingIsWhatALookAtEachMemoryFinds: in full chunks and in the last one, after removals, in one namespace and in all, the shortest first.
func TestHoldingIsWhatALookAtEachMemoryFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	ix := New(nil)
	var all []*store.Memory
	for range 2*chunkRows + 100 {
		m := &store.Memory{ID: draw.ID(r), Version: 1, Namespace: []string{"a", "b"}[r.IntN(2)]}
		for id := range uint16(12) {
			if r.IntN(3) == 0 {
				m.Record[models.Sparse].Terms = append(m.Record[models.Sparse].Terms, fingerprint.TermWeight{ID: 100 * id, Weight: 1})
			}
		}
		m.Tokens[models.LateInteraction] = uint32(r.IntN(50))
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		if r.IntN(10) == 0 {
			ix.Remove(m.ID)
			continue
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b *store.Memory) int {
		return cmp.Or(cmp.Compare(a.Tokens[models.LateInteraction], b.Tokens[models.LateInteraction]), compareIDs(a.ID, b.ID))
	})
	for _, terms := range [][]uint16{nil, {0}, {100, 700}, {0, 300, 1100}, {100, 101}, {0, 100, 200, 300, 400, 500, 600, 700, 800, 900}} {
		for _, namespace := range []string{"", "a", "c"} {
			var want []store.ID
			for _, m := range all {
				has := func(id uint16) bool {
					return slices.ContainsFunc(m.Record[models.Sparse].Terms, func(w fingerprint.TermWeight) bool { return w.ID == id })
				}
				if len(terms) > 0 && !slices.ContainsFunc(terms, func(id uint16) bool { return !has(id) }) && (namespace == "" || namespace == m.Namespace) {
					want = append(want, m.ID)
				}
			}
			for _, n := range []int{0, 5, len(all)} {
				if got := ix.WithTerms(models.Sparse, terms, Filter{Namespace: namespace}, n); !slices.Equal(got, want[:min(n, len(want))]) {
					t.Errorf("%v in %q, %d: %d memories that are not the %d wanted", terms, namespace, n, len(got), min(n, len(want)))
				}
			}
		}
	}
}
