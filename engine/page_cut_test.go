package engine

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/page"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// ranked returns a ranking of n memories.
func ranked(n int) *search.Ranking {
	r := &search.Ranking{Scanned: n}
	for range n {
		r.Hits = append(r.Hits, search.Hit{ID: uuid.New()})
	}
	return r
}

// TestPagesOfAChangingRanking: whatever is added and removed between pages, memories that are always there are seen once, as long as the others keep their order and each page's last hit
// stays.
func TestPagesOfAChangingRanking(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		r := ranked(rng.IntN(60))
		stay := map[store.ID]int{}
		for _, h := range r.Hits {
			stay[h.ID] = 0
		}
		var from *page.Cursor
		for pages := 0; ; pages++ {
			if pages > 1000 {
				t.Fatal("the pages do not end")
			}
			a := &asked{question: Question{TopK: 1 + rng.IntN(9)}, from: from, search: search.Question{Time: day("2026-03-01")}}
			shown := &search.Ranking{Hits: r.Hits}
			if err := a.cut(shown); err != nil {
				t.Fatal(err)
			}
			for _, h := range shown.Hits {
				if _, ok := stay[h.ID]; ok {
					stay[h.ID]++
				}
			}
			if a.found.Next == "" {
				break
			}
			var err error
			if from, err = page.Parse(a.found.Next); err != nil {
				t.Fatal(err)
			}
			churn(rng, r, stay, from.Last)
		}
		for id, n := range stay {
			if n != 1 {
				t.Fatalf("%s was there all the time and seen %d times", id, n)
			}
		}
	}
}

// churn adds memories anywhere and removes some, but never keep.
func churn(rng *rand.Rand, r *search.Ranking, stay map[store.ID]int, keep store.ID) {
	for range rng.IntN(3) {
		r.Hits = slices.Insert(slices.Clone(r.Hits), rng.IntN(len(r.Hits)+1), search.Hit{ID: uuid.New()})
	}
	for range rng.IntN(3) {
		if i := rng.IntN(len(r.Hits)); r.Hits[i].ID != keep {
			delete(stay, r.Hits[i].ID)
			r.Hits = slices.Delete(slices.Clone(r.Hits), i, i+1)
		}
	}
}

// TestTheDepthIsBounded checks that hits up to the bound are returned, and that a page behind it is an error, not an empty page.
func TestTheDepthIsBounded(t *testing.T) {
	for _, c := range []struct {
		hits, topK, pages int
		says              string
	}{{MaxDepth, 100, 5, ""}, {MaxDepth, 7, 72, ""}, {MaxDepth + 1, 100, 5, "at most 500 hits"}, {MaxDepth + 1, 7, 72, "at most 500 hits"}} {
		r, seen, pages := ranked(c.hits), 0, 0
		var from *page.Cursor
		var err error
		for {
			a := &asked{question: Question{TopK: c.topK}, from: from, search: search.Question{Time: day("2026-03-01")}}
			shown := &search.Ranking{Hits: r.Hits}
			if err = a.cut(shown); err != nil {
				break
			}
			if pages > c.pages {
				t.Fatalf("%d hits, %d a page: the pages do not end", c.hits, c.topK)
			}
			seen, pages = seen+len(shown.Hits), pages+1
			if a.found.Next == "" {
				break
			}
			if from, err = page.Parse(a.found.Next); err != nil {
				t.Fatal(err)
			}
		}
		if err != nil && c.says == "" || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%d hits, %d a page: error %v, want %q", c.hits, c.topK, err, c.says)
		}
		if seen != MaxDepth || pages != c.pages {
			t.Errorf("%d hits, %d a page: %d seen on %d pages, want %d on %d", c.hits, c.topK, seen, pages, MaxDepth, c.pages)
		}
	}
	from := &page.Cursor{Offset: 50}
	if got := from.Begin(ranked(3).Hits); got != 3 {
		t.Errorf("after all but three were forgotten the page begins at %d, want 3", got)
	}
}
