package store

import (
	"bytes"
	"cmp"
	"context"
	"time"
)

// EdgeKind says where a link between two memories comes from.
type EdgeKind uint8

// The kinds. Directed links belong to the memory that has them; they change by OpRemember only. Links of the
// other kinds have no direction and change by OpLink only: they outlive a new version of either memory, and go when one is purged.
const (
	EdgeGiven      EdgeKind = 1 // by the writer of a memory: Memory.Links
	EdgeLearned    EdgeKind = 2 // from memories that were recalled together
	EdgeProposed   EdgeKind = 3 // between distant memories; nothing has confirmed it
	EdgeSupersedes EdgeKind = 4 // from a memory to one that it takes the place of: Memory.Supersedes
	EdgeAccepted   EdgeKind = 5 // a person or an agent said that the two belong together: a proposal, or a link of their own
	EdgeRefused    EdgeKind = 6 // a proposal that was refused: it is followed by nobody, and not proposed again
)

// Undirected are the kinds that OpLink sets.
var Undirected = []EdgeKind{EdgeLearned, EdgeProposed, EdgeAccepted, EdgeRefused}

// Directed reports whether links of the kind lead from one memory to another.
func (k EdgeKind) Directed() bool { return k == EdgeGiven || k == EdgeSupersedes }

// Followed reports whether a link of the kind leads anywhere. A proposal is no reason to believe in it, and that one memory takes the place of another says that
// they are not both true, not that one leads to the other.
func (k EdgeKind) Followed() bool { return k == EdgeGiven || k == EdgeLearned || k == EdgeAccepted }

// Edge is a link as one of its ends sees it.
type Edge struct {
	Other  ID
	Kind   EdgeKind
	Weight float32   // in (0, 1]; 1 for a directed link
	At     time.Time // when a directed link was made, or the weight of another was set
}

// Graph reads links. It is safe for concurrent use.
type Graph interface {
	// Edges returns the links that lead from a memory to others, and those that lead from others to it, of one state, both in
	// the order of kind and then of the other's id. A link without direction is in both. A memory without links, or one that does
	// not exist, has none. The others of links without direction exist, but may be softly forgotten.
	Edges(ctx context.Context, id ID) (out, in []Edge, err error)
	// LearnedEdges calls fn once for each link without direction, over one state, with a < b, in the order of a, kind, b. fn
	// returns false to stop.
	LearnedEdges(ctx context.Context, fn func(a, b ID, kind EdgeKind, weight float32, at time.Time) (bool, error)) error
}

// Compare is the order in which Edges returns links.
func (e Edge) Compare(o Edge) int {
	return cmp.Or(cmp.Compare(e.Kind, o.Kind), bytes.Compare(e.Other[:], o.Other[:]))
}

// Ends returns the two ends of OpLink's edge in the order in which it is kept: it has no direction, so the smaller id comes first.
func (c *Command) Ends() (a, b ID) {
	if bytes.Compare(c.ID[:], c.Other[:]) < 0 {
		return c.ID, c.Other
	}
	return c.Other, c.ID
}
