package rocks

import (
	"errors"
	"fmt"
	"slices"

	"asterism/engine/store"
)

func (c *checker) edges() error {
	return c.walk(famEdges, func(key, value []byte) error {
		direction, from, kind, to, err := parseEdgeKey(key)
		if err != nil {
			return err
		}
		if direction == edgeIn {
			from, to = to, from
			_, err = unseal(value)
		} else {
			_, _, err = parseEdge(value)
		}
		if err != nil {
			return err
		}
		if !kind.Directed() {
			return c.checkUndirected(direction, undirected{from, kind, to})
		}
		p, err := c.expectedOf(from[:])
		if err != nil {
			return err
		}
		if !slices.Contains(p.links, store.Reference{Kind: kind, To: to}) {
			return fmt.Errorf("the memory %s has no link of kind %d to %s", from, kind, to)
		}
		p.linked++
		return nil
	})
}

// checkUndirected checks that both ends of an edge without direction exist, and that its other direction is stored too.
func (c *checker) checkUndirected(direction byte, u undirected) error {
	for _, end := range []store.ID{u.a, u.b} {
		if _, err := c.expectedOf(end[:]); err != nil {
			return fmt.Errorf("memory %s: %w", end, err)
		}
	}
	replica, in := u.keys()
	if direction == edgeOut {
		replica = in
	}
	err := c.v.get(famEdges, replica, func([]byte) error { return nil })
	if errors.Is(err, errNoKey) {
		return fmt.Errorf("the edge lacks its other direction, key %x", replica)
	}
	return err
}
