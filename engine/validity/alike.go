package validity

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Join takes copies that belong to no chain into account. alike are groups of memories with the same content. If one of a group was superseded, the memory that replaced it
// also replaces the others, unless these began later: storing the same content later is a new statement. Join changes the given facts and stores nothing.
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

// plain reports whether a memory is one of those given, supersedes nothing, and is not superseded by a live one.
func (c *Chains) plain(id uuid.UUID) bool {
	return c.Has(id) && len(c.facts[id].Supersedes) == 0 && len(c.above(id)) == 0
}
