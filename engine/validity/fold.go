package validity

import (
	"slices"

	"github.com/google/uuid"
)

// Way says which memory of a chain stands for it.
type Way string

// The ways.
const (
	Newest  Way = ""        // what is current
	Earlier Way = "earlier" // what was before that
	Oldest  Way = "oldest"  // what it began with
	Each    Way = "each"    // every memory for itself
)

// Place is a memory that is shown, and for which of the ranked ones.
type Place struct {
	ID  uuid.UUID
	For int // position in the ranking: its own, or that of the memory whose place it takes
}

// Fold puts the memories that stand for a chain in the place of the first of its memories in a ranking, and leaves the others out. A memory that none of these may stand
// for, as may says, is shown itself. Whatever comes later in the ranking changes nothing about what comes before: the fold of a longer ranking begins with that of a shorter one.
func (c *Chains) Fold(ranked []uuid.UUID, way Way, may func(uuid.UUID) bool) []Place {
	out := make([]Place, 0, len(ranked))
	placed := map[uuid.UUID]bool{}
	for i, id := range ranked {
		for _, other := range c.standIns(id, way, may) {
			if !placed[other] {
				placed[other] = true
				out = append(out, Place{ID: other, For: i})
			}
		}
	}
	return out
}

// standIns are the memories that stand for one; itself, if no others may.
func (c *Chains) standIns(id uuid.UUID, way Way, may func(uuid.UUID) bool) []uuid.UUID {
	if !c.Has(id) {
		return []uuid.UUID{id}
	}
	var out []uuid.UUID
	switch way {
	case Newest:
		out = c.Heads(id)
	case Earlier:
		out = c.before(id)
	case Oldest:
		out = c.Roots(id)
	}
	if out = slices.DeleteFunc(out, func(other uuid.UUID) bool { return other != id && !may(other) }); len(out) == 0 {
		return []uuid.UUID{id}
	}
	return out
}

// before are the memories that what is current of a chain has replaced last.
func (c *Chains) before(id uuid.UUID) (out []uuid.UUID) {
	heads := c.Heads(id)
	if len(heads) == 0 {
		heads = []uuid.UUID{id}
	}
	for _, head := range heads {
		if replaced := c.Replaced(head); len(replaced) > 0 {
			out = append(out, replaced[0])
		}
	}
	return out
}
