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
		if kind != store.EdgeGiven {
			return c.joined(direction, undirected{from, kind, to})
		}
		p, err := c.of(from[:])
		if err != nil {
			return err
		}
		if !slices.Contains(p.links, to) {
			return fmt.Errorf("the memory %s has no link to %s", from, to)
		}
		p.linked++
		return nil
	})
}

// joined checks that both ends of an edge without direction are there, and that its other direction is written too.
func (c *checker) joined(direction byte, u undirected) error {
	for _, end := range []store.ID{u.a, u.b} {
		if _, err := c.of(end[:]); err != nil {
			return fmt.Errorf("memory %s: %w", end, err)
		}
	}
	mirror, in := u.keys()
	if direction == edgeOut {
		mirror = in
	}
	err := c.v.get(famEdges, mirror, func([]byte) error { return nil })
	if errors.Is(err, errNoKey) {
		return fmt.Errorf("the edge lacks its other direction, key %x", mirror)
	}
	return err
}
