package store

import (
	"bytes"
	"cmp"
	"context"
	"time"
)

// EdgeKind says where a link between two memories comes from.
type EdgeKind uint8

// The kinds. Directed links belong to the memory that has them; only OpRemember changes them. Links of the other kinds have no
// direction, and only OpLink changes them: they outlive a new version of either memory, and are removed when one is purged.
const (
	EdgeGiven      EdgeKind = 1 // given by the writer of a memory: Memory.Links
	EdgeLearned    EdgeKind = 2 // learned from memories that were recalled together
	EdgeProposed   EdgeKind = 3 // proposed by a dream between memories that seem to belong together; not confirmed
	EdgeSupersedes EdgeKind = 4 // from a memory to one that it replaces: Memory.Supersedes
	EdgeAccepted   EdgeKind = 5 // a person or an agent confirmed that the two belong together: an accepted proposal, or a link of their own
	EdgeRefused    EdgeKind = 6 // a refused proposal: it is not followed, and not proposed again
)

// Undirected are the kinds that OpLink sets.
var Undirected = []EdgeKind{EdgeLearned, EdgeProposed, EdgeAccepted, EdgeRefused}

// Directed reports whether links of the kind lead from one memory to another.
func (k EdgeKind) Directed() bool { return k == EdgeGiven || k == EdgeSupersedes }

// Followed reports whether search follows links of the kind. A proposal is not yet evidence. That one memory replaces another means that they are not both true,
// not that one leads to the other.
func (k EdgeKind) Followed() bool { return k == EdgeGiven || k == EdgeLearned || k == EdgeAccepted }

// LeastFollowed is the weight from which a link leads anywhere. A learned one begins at .06 and gains at most .01 each time that its ends come to mind together, so it takes
// five times. Below it, most links of a small namespace are of memories that are near each other for want of others. It is that of a path (LeastScore in package path), whose only hop
// a weaker link cannot be.
const LeastFollowed = .1

// Edge is a link as one of its ends sees it.
type Edge struct {
	Other  ID
	Kind   EdgeKind
	Weight float32   // in (0, 1]; 1 for a directed link
	At     time.Time // when a directed link was made, or when the weight of another was set
}

// Graph reads links. It is safe for concurrent use.
type Graph interface {
	// Edges returns the links from a memory to others and those from others to it, of one state, each in the order of kind and
	// then of the other's id. A link without direction is in both. A memory without links, or one that does not exist, has none.
	// The other ends of links without direction exist, but may be softly forgotten.
	Edges(ctx context.Context, id ID) (out, in []Edge, err error)
	// LearnedEdges calls fn once for each link without direction, over one state, with a < b, in the order of a, kind, b. fn
	// returns false to stop.
	LearnedEdges(ctx context.Context, fn func(a, b ID, kind EdgeKind, weight float32, at time.Time) (bool, error)) error
}

// Compare is the order in which Edges returns links.
func (e Edge) Compare(o Edge) int {
	return cmp.Or(cmp.Compare(e.Kind, o.Kind), bytes.Compare(e.Other[:], o.Other[:]))
}

// Ends returns the two ends of OpLink's edge in stored order: it has no direction, so the smaller id comes first.
func (c *Command) Ends() (a, b ID) {
	if bytes.Compare(c.ID[:], c.Other[:]) < 0 {
		return c.ID, c.Other
	}
	return c.Other, c.ID
}
