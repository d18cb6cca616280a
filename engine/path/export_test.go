package path

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// The tests of notes need an engine, which imports this package. So they are outside this package and call these
// functions.

// CheckThresholds compares the measured and the noted scale with the pairs of the notes.
func CheckThresholds(t *testing.T, notes []*store.Memory) {
	if len(notes) >= leastSample {
		t.Fatalf("%d notes are enough to measure", len(notes))
	}
	all := slices.Clone(notes)
	for len(all) < leastSample { // some twice: their pairs are as similar as others
		all = append(all, all[len(all)-len(notes)])
	}
	for _, s := range []models.Space{models.Causal, models.Semantic} {
		few := scaleOf(s, notes)
		if few != notedScales[s] {
			t.Errorf("%v: %v from too few", s, few)
		}
		if got := scaleOf(s, all); math.Abs(got.threshold-few.threshold) > .05 || got.spread != few.spread {
			t.Errorf("%v: measured %v, noted %v", s, got, few)
		}
		over, pairs := 0, 0
		for i, a := range notes {
			for j, b := range notes {
				if i != j {
					pairs++
					if likeness(s, a, b) >= few.threshold {
						over++
					}
				}
			}
		}
		if share := float64(over) / float64(pairs); share < .5*rarity || share > 2*rarity {
			t.Errorf("%v: %.4f of all pairs pass the noted threshold, want about %v", s, share, rarity)
		}
	}
}

// CheckNearest compares the memories that the index returns as nearest in a space with those of the best scores.
func CheckNearest(t *testing.T, index Index, space models.Space, notes []*store.Memory) {
	g := &memoryGraph{finder: &Finder{Index: index}, spaces: []models.Space{space}, namespaces: []string{notes[0].Namespace}}
	for _, from := range notes[:20] {
		near, err := g.nearest(context.Background(), from)
		if err != nil {
			t.Fatal(err)
		}
		others := slices.DeleteFunc(slices.Clone(notes), func(m *store.Memory) bool { return m == from })
		slices.SortFunc(others, func(a, b *store.Memory) int {
			return cmp.Compare(likeness(space, from, b), likeness(space, from, a))
		})
		for place, best := range others[:5] {
			if !slices.Contains(near, best.ID) {
				t.Errorf("%v: number %d of %s is not among its %d nearest", space, place+1, from.ID, len(near))
			}
		}
	}
}
