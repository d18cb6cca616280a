package rocks

import "asterism/engine/store"

// undirected identifies an edge without direction, a < b.
type undirected struct {
	a    store.ID
	kind store.EdgeKind
	b    store.ID
}

func undirectedOf(c *store.Command) undirected {
	a, b := c.Ends()
	return undirected{a, c.Kind, b}
}

// keys returns those of both directions.
func (u undirected) keys() (out, in []byte) {
	return edgeKey(edgeOut, u.a, u.kind, u.b), edgeKey(edgeIn, u.b, u.kind, u.a)
}

// putEdge sets the edge's weight.
func (s *stage) putEdge(u undirected, c *store.Command) {
	out, in := u.keys()
	s.put(famEdges, out, edgeValue(c.Weight, c.At.UTC()))
	s.put(famEdges, in, nothing)
	s.edges[u] = true
}

// deleteEdge removes the edge. It does not check whether the edge exists, since a read costs more than the
// delete.
func (s *stage) deleteEdge(u undirected) {
	out, in := u.keys()
	s.del(famEdges, out)
	s.del(famEdges, in)
}

// deleteEdges removes the edges without direction of a memory, stored or only staged.
func (s *stage) deleteEdges(id store.ID) error {
	for at := s; at != nil; at = at.below {
		for u := range at.edges {
			if u.a == id || u.b == id {
				s.deleteEdge(u)
			}
		}
	}
	for _, direction := range []byte{edgeOut, edgeIn} {
		low := append(edgePrefix(direction, id), byte(store.EdgeGiven)+1)
		err := s.view.each(famEdges, low, successor(edgePrefix(direction, id)), false, func(key, _ []byte) (bool, error) {
			_, _, kind, other, err := parseEdgeKey(key)
			if err != nil {
				return false, inKey(famEdges, key, err)
			}
			if kind.Directed() {
				return true, nil
			}
			s.deleteEdge(undirectedOf(&store.Command{ID: id, Other: other, Kind: kind}))
			return true, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
