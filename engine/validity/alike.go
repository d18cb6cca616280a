package validity

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Join takes copies that belong to no chain into account. Of memories that say the same, alike, one may have been superseded: what took its place has then taken the place of
// the others too, as far as they are not younger. Who said the same again later has said something new. It changes the facts given and stores nothing.
func Join(facts []Fact, alike [][]uuid.UUID) {
	c := Of(facts, time.Time{})
	add := map[uuid.UUID][]uuid.UUID{}
	for _, group := range alike {
		for _, id := range group {
			if !c.Has(id) {
				continue
			}
			for _, over := range c.above(id) {
				for _, other := range group {
					if c.plain(other) && !c.facts[other].Begins().After(c.facts[over].Begins()) && !slices.Contains(add[over], other) {
						add[over] = append(add[over], other)
					}
				}
			}
		}
	}
	for i := range facts {
		if more := add[facts[i].ID]; len(more) > 0 {
			facts[i].Supersedes = slices.Concat(facts[i].Supersedes, more)
		}
	}
}

// plain reports whether a memory is one of those given, and neither supersedes anything nor is superseded by a live one.
func (c *Chains) plain(id uuid.UUID) bool {
	return c.Has(id) && len(c.facts[id].Supersedes) == 0 && len(c.above(id)) == 0
}
