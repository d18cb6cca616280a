package answerable

import (
	"cmp"
	"slices"

	"asterism/engine/relevance"
)

// Belief is what is said of the first hits of some questions, and how many of them are right.
type Belief struct {
	Set       string
	Small     bool
	Kind      Kind
	Questions int
	Said, Was float64
}

// Size is the kind of stores that were searched.
func (b *Belief) Size() string {
	if b.Small {
		return "small"
	}
	return "whole"
}

// Believed compares a model with the first hits, a line for each set, size of store and kind.
func Believed(cases []Case, m *relevance.Model) []Belief {
	lines := map[Belief]*Belief{}
	for i := range cases {
		c := &cases[i]
		if len(c.Hits) == 0 {
			continue
		}
		key := Belief{Set: c.Set, Small: c.Small, Kind: c.Kind}
		if lines[key] == nil {
			one := key
			lines[key] = &one
		}
		l := lines[key]
		l.Questions++
		l.Said += m.Chance(c.Hits[0].Features)
		if c.Hits[0].Right {
			l.Was++
		}
	}
	var out []Belief
	for _, l := range lines {
		l.Said, l.Was = l.Said/float64(l.Questions), l.Was/float64(l.Questions)
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Belief) int {
		return cmp.Or(cmp.Compare(a.Set, b.Set), cmp.Compare(a.Size(), b.Size()), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}
