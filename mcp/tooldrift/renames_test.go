package tooldrift

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// slowRenames compares each removed tool with each added one.
func slowRenames(p *pairing) []Rename {
	out, taken := []Rename{}, map[int]bool{}
	for i, was := range p.beforeK {
		if _, stayed := p.is[was]; stayed {
			continue
		}
		for j, is := range p.afterK {
			_, old := p.was[is]
			if !old && !taken[j] && was.name != is.name && p.before[i].contentBut("name") == p.after[j].contentBut("name") {
				out, taken[j] = append(out, Rename{was.name, is.name}), true
				break
			}
		}
	}
	return out
}

func TestRenamesAreThoseOfTheSlowWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := pair(drawList(t, "before", false).Tools, drawList(t, "after", false).Tools)
		if got, want := p.renames(), slowRenames(p); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}
