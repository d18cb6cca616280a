package search

import (
	"fmt"
	"math"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// TestFiledStandBelowNotes: a score equals that of the same question with Files minus the memory's loss. A memory that is not a piece of a document
// loses nothing.
func TestFiledStandBelowNotes(t *testing.T) {
	ix, all := randomIndex(t, 5, 3000, 0.1)
	want, i := map[store.ID]float64{}, 0
	kinds := []struct {
		source, modality string
		loss             float64
	}{
		{"", "code", 0}, {"src/a.go:12", "code", codeBelow}, {"conf/a.json:1", "structured", codeBelow}, {"docs/a.md:3", "text", pageBelow},
		{"chat.jsonl:7", "text", 0}, {"memory.json:7", "text", 0}, {"https://example.org:8080", "text", 0}, {"a person", "text", 0},
	}
	for id, m := range all {
		k := kinds[i%len(kinds)]
		m.Version++
		m.Source, m.Modality, want[id] = k.source, k.modality, k.loss
		if k.source == "src/a.go:12" {
			m.Source = fmt.Sprintf("src/%d.go:12", i)
		}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
		i++
	}
	q := randomQuestion(6)
	q.TopK, q.Exact, q.WithoutContext = len(all), true, true
	q.Weights[models.LateInteraction] = 0 // its share depends on which rows are compared token by token
	below := hitsOf(t, ix, q)
	q.Files = true
	alike := hitsOf(t, ix, q)
	if len(below) != len(alike) || len(below) < 2500 {
		t.Fatalf("%d hits, %d with files", len(below), len(alike))
	}
	for id, h := range below {
		if math.Abs(h.Score+want[id]-alike[id].Score) > 1e-5 || h.Filed != want[id] || alike[id].Filed != 0 {
			t.Errorf("%s of %q, %s: %.4f (loses %.1f), %.4f with files; want %.1f less", id, all[id].Source, all[id].Modality, h.Score, h.Filed, alike[id].Score, want[id])
		}
	}
	q.Files, q.Exact, q.TopK = false, false, 20 // by estimates: selection also ranks filed rows below notes
	codes := 0
	for id := range hitsOf(t, ix, q) {
		if want[id] == codeBelow {
			codes++
		}
	}
	if codes > 2 { // of 20, with 2 of 7 memories
		t.Errorf("%d of the best 20 are code", codes)
	}
}

func hitsOf(t *testing.T, ix *Index, q *Question) map[store.ID]Hit {
	t.Helper()
	r, err := ix.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	out := map[store.ID]Hit{}
	for _, h := range r.Hits {
		out[h.ID] = h
	}
	return out
}
