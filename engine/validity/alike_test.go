package validity

import (
	"slices"
	"testing"

	"github.com/google/uuid"
)

func TestJoin(t *testing.T) {
	for name, c := range map[string]struct {
		facts []Fact
		alike [][]uuid.UUID
		gone  []int
	}{
		"nothing alike":                      {[]Fact{fact(1, 1), fact(2, 5, 1), fact(7, 1)}, nil, []int{1}},
		"an older copy":                      {[]Fact{fact(1, 1), fact(2, 5, 1), fact(7, 2)}, [][]uuid.UUID{ids(1, 7)}, []int{1, 7}},
		"said again afterwards":              {[]Fact{fact(1, 1), fact(2, 5, 1), fact(7, 6)}, [][]uuid.UUID{ids(1, 7)}, []int{1}},
		"said again, and replaced once more": {[]Fact{fact(1, 1), fact(2, 5, 1), fact(3, 9, 2), fact(7, 6)}, [][]uuid.UUID{ids(7, 1)}, []int{1, 2, 7}},
		"a copy of what is current":          {[]Fact{fact(1, 1), fact(2, 5, 1), fact(7, 2)}, [][]uuid.UUID{ids(2, 7)}, []int{1}},
		"a copy with a chain of its own":     {[]Fact{fact(1, 1), fact(2, 5, 1), fact(7, 3, 8), fact(8, 2)}, [][]uuid.UUID{ids(1, 7)}, []int{1, 8}},
		"one that is not live":               {[]Fact{fact(1, 1), fact(2, 5, 1)}, [][]uuid.UUID{ids(1, 7)}, []int{1}},
	} {
		before := slices.Clone(c.facts[0].Supersedes)
		Join(c.facts, c.alike)
		chains := Of(c.facts, on(20))
		var gone []int
		for _, f := range c.facts {
			if !chains.Current(f.ID) {
				gone = append(gone, int(f.ID[15]))
			}
		}
		slices.Sort(gone)
		if !slices.Equal(gone, c.gone) || !slices.Equal(before, c.facts[0].Supersedes) {
			t.Errorf("%s: %v are replaced, want %v", name, gone, c.gone)
		}
	}
}
