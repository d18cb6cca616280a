package rocks

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// Edge is a stored link between a memory and another.
type Edge struct {
	Other  store.ID
	Weight float32 // 1 for a link that the writer of a memory gave
}

// Edges returns the links that a memory has to others, and those that others have to it, both ascending by the other's id and
// of one state. A memory without links, or one that does not exist, has none. The others exist, but may be softly forgotten.
func (s *Store) Edges(ctx context.Context, id store.ID) (out, in []Edge, err error) {
	if err := s.gate.enter(); err != nil {
		return nil, nil, err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	if out, err = v.edges(ctx, edgeOut, id); err == nil {
		in, err = v.edges(ctx, edgeIn, id)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read links of memory %s: %w", id, err)
	}
	return out, in, nil
}

// edges reads the links of one direction.
func (v *view) edges(ctx context.Context, direction byte, id store.ID) (edges []Edge, err error) {
	low := edgePrefix(direction, id)
	err = v.each(famEdges, low, successor(low), false, func(key, value []byte) (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if len(key) != edgeBytes {
			return false, inKey(famEdges, key, fmt.Errorf("%w: key has the wrong length", store.ErrDamaged))
		}
		e := Edge{Other: store.ID(key[edgeBytes-idBytes:])}
		if direction == edgeOut {
			e.Weight, err = parseEdge(value)
			err = inKey(famEdges, key, err)
		} else {
			e.Weight, err = v.weight(e.Other, key[1+idBytes], id)
		}
		edges = append(edges, e)
		return err == nil, err
	})
	return edges, err
}

// weight reads what only the outward direction of a link holds.
func (v *view) weight(from store.ID, kind byte, to store.ID) (weight float32, err error) {
	key := edgeKey(edgeOut, from, kind, to)
	err = v.get(famEdges, key, func(value []byte) error {
		weight, err = parseEdge(value)
		return err
	})
	if errors.Is(err, errNoKey) {
		err = fmt.Errorf("%w: the link is there in one direction only", store.ErrDamaged)
	}
	return weight, inKey(famEdges, key, err)
}

// parseEdge reads the weight out of what edgeValue wrote.
func parseEdge(value []byte) (float32, error) {
	body, err := unseal(value)
	if err != nil {
		return 0, err
	}
	r := &reader{b: body}
	weight := r.f32()
	r.time()
	if err := r.end(); err != nil {
		return 0, err
	}
	if !(weight > 0 && weight <= 1) { // also NaN
		return 0, fmt.Errorf("%w: link has weight %v, which is outside (0, 1]", store.ErrDamaged, weight)
	}
	return weight, nil
}
