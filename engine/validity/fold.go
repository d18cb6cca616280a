package validity

import (
	"slices"

	"github.com/google/uuid"
)

// Way says which memory of a chain represents it.
type Way string

// The ways.
const (
	Newest  Way = ""        // the current one
	Earlier Way = "earlier" // the one before that
	Oldest  Way = "oldest"  // the first one
	Each    Way = "each"    // every memory represents itself
)

// Place is a memory that is shown, and the ranked one that it represents.
type Place struct {
	ID  uuid.UUID
	For int // position in the ranking: its own, or that of the memory that it represents
}

// Fold shows the memories that represent a chain at the position of the chain's first memory in a ranking, and leaves the others out. A memory is shown itself if may returns
// false for all that could represent it. Later entries of the ranking do not change earlier results: the fold of a longer ranking begins with that of a shorter one.
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

// standIns returns the memories that represent one; itself, if no others may.
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

// before returns the memories that the current ones of a chain replaced last.
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
