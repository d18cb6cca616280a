package contradict

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// said returns a memory of a year.
func said(year int, text string) *store.Memory {
	return &store.Memory{Content: text, Modality: "text", Time: time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func TestNewerFirst(t *testing.T) {
	from := said(2020, "The API rate limit is 500/min.")
	from.ValidFrom = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	elsewhere := said(2026, "The API rate limit is 500/min.")
	elsewhere.Namespace = "other"
	long := said(2026, "The API rate limit is 500/min."+string(make([]byte, longest)))
	limit := func(year int, n string) *store.Memory { return said(year, "The API rate limit is "+n+"/min.") }
	for name, c := range map[string]struct {
		question string
		ranked   []*store.Memory
		want     []int
	}{
		"oldest first":             {"current API rate limit", []*store.Memory{limit(2024, "50"), limit(2025, "100"), limit(2026, "300")}, []int{2, 1, 0}},
		"others stay":              {"API rate limit now", []*store.Memory{limit(2024, "50"), said(2026, "The mascot is a heron."), limit(2025, "100")}, []int{2, 0, 1}},
		"in order":                 {"API rate limit now", []*store.Memory{limit(2026, "50"), limit(2025, "100")}, []int{0, 1}},
		"the same year":            {"API rate limit now", []*store.Memory{limit(2026, "50"), limit(2026, "100")}, []int{0, 1}},
		"another thing":            {"current API rate limit", []*store.Memory{limit(2024, "50"), said(2026, "The login rate limit is 5/min.")}, []int{0, 1}},
		"another identifier":       {"how large is it now?", []*store.Memory{said(2024, "db-01 has 64 GB."), said(2026, "db-02 has 128 GB.")}, []int{0, 1}},
		"when it begins to hold":   {"API rate limit now", []*store.Memory{limit(2026, "50"), from}, []int{1, 0}},
		"another namespace":        {"API rate limit now", []*store.Memory{limit(2024, "50"), elsewhere}, []int{0, 1}},
		"a long text":              {"API rate limit now", []*store.Memory{limit(2024, "50"), long}, []int{0, 1}},
		"one was purged meanwhile": {"API rate limit now", []*store.Memory{limit(2024, "50"), nil, limit(2025, "100")}, []int{2, 0, 1}},
		"nothing":                  {"API rate limit now", nil, []int{}},
	} {
		if got := NewerFirst(c.question, false, c.ranked); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestAnOrderHoldsAll checks that the order contains every memory exactly once.
func TestAnOrderHoldsAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	texts := []string{"The limit is 5.", "The limit is 7.", "The flag is on.", "The flag is not on.", "We meet at noon.", "Herons fish."}
	for range 200 {
		ranked := make([]*store.Memory, rng.IntN(12))
		for i := range ranked {
			ranked[i] = said(2000+rng.IntN(5), texts[rng.IntN(len(texts))])
		}
		order := NewerFirst("what now?", true, ranked)
		if sorted := slices.Sorted(slices.Values(order)); len(sorted) != len(ranked) || len(slices.Compact(sorted)) != len(ranked) {
			t.Fatalf("%v of %d", order, len(ranked))
		}
	}
}

func TestPlainlyUpdates(t *testing.T) {
	for new, want := range map[string]bool{"Builds run on Jenkins 3.": true, "Builds do not run on Jenkins 2.": true, "Builds run on Jenkins 2.": false, "Herons fish.": false} {
		if r := compare.Texts("Builds run on Jenkins 2.", new); plainlyUpdates(&r) != want {
			t.Errorf("%s: %+v", new, r)
		}
	}
}
