package search

import (
	"context"
	"math"
	"sync"
	"testing"
	"time"

	"asterism/models"
)

var fuzzIndex = sync.OnceValue(func() *Index {
	ix, _ := randomIndex(&testing.T{}, 17, 60, 0.3)
	return ix
})

// FuzzSearch: any question gives either an error or a ranking that meets the contract of its type.
func FuzzSearch(f *testing.F) {
	f.Add(uint64(1), "a", "red", "text", "s1", "x", int64(0), int64(0), "cause", 5, 0.1, uint16(0x1fff), 1.0)
	f.Add(uint64(2), "", "", "", "", "", int64(-1<<62), int64(1<<62), "", 1, -3.0, uint16(1), math.Inf(1))
	f.Add(uint64(3), "b", "green", "code", "", "", int64(1772000000), int64(0), "effect", 1000, math.NaN(), uint16(0), -1.0)
	f.Fuzz(func(t *testing.T, seed uint64, namespace, tag, modality, session, source string, after, before int64,
		direction string, k int, least float64, spaces uint16, weight float64) {
		ix := fuzzIndex()
		q := randomQuestion(seed)
		q.Filter = Filter{Namespace: namespace, Modality: modality, SessionID: session, Source: source}
		if tag != "" {
			q.Filter.Tags = []string{tag}
		}
		if after != 0 {
			q.Filter.After = time.Unix(after, 0)
		}
		if before != 0 {
			q.Filter.Before = time.Unix(before, 0)
		}
		q.Direction, q.TopK, q.MinSimilarity = direction, k, least
		for i := range q.Weights {
			if !models.Set(spaces).Has(models.Space(i)) {
				q.Weights[i] = 0
			}
		}
		q.Weights[seed%models.Count] *= weight
		got, err := ix.Search(context.Background(), q)
		if err != nil {
			return
		}
		if len(got.Hits) > q.TopK || len(got.Hits) > got.Scanned {
			t.Fatalf("%d hits of %d scanned, %d asked for", len(got.Hits), got.Scanned, q.TopK)
		}
		for i, h := range got.Hits {
			if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) || h.Score > 0 && len(h.Decided) == 0 {
				t.Fatalf("hit %d: score %v decided by %v", i, h.Score, h.Decided)
			}
			if i > 0 && h.Score > got.Hits[i-1].Score {
				t.Fatalf("hit %d is better than the one before", i)
			}
			for v, r := range h.Rank {
				if r > 0 && !(h.Similarity[v] > floor) {
					t.Fatalf("%v ranks a similarity of %v", models.Space(v), h.Similarity[v])
				}
			}
		}
	})
}
