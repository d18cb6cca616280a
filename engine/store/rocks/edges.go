package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"asterism/engine/store"
)

// Edges implements [store.Graph].
func (s *Store) Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error) {
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
	larger, smaller := learned(out), learned(in)
	return inOrder(out, smaller), inOrder(in, larger), nil
}

// learned returns the edges that have no direction: they are stored as from the smaller id to the larger, and are valid in
// both directions.
func learned(edges []store.Edge) (some []store.Edge) {
	for _, e := range edges {
		if !e.Kind.Directed() {
			some = append(some, e)
		}
	}
	return some
}

func inOrder(edges, more []store.Edge) []store.Edge {
	edges = append(edges, more...)
	slices.SortFunc(edges, store.Edge.Compare)
	return edges
}

// edges reads the links of one direction.
func (v *view) edges(ctx context.Context, direction byte, id store.ID) (edges []store.Edge, err error) {
	low := edgePrefix(direction, id)
	err = v.each(famEdges, low, successor(low), false, func(key, value []byte) (bool, error) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if _, _, _, _, err := parseEdgeKey(key); err != nil {
			return false, inKey(famEdges, key, err)
		}
		e := store.Edge{Other: store.ID(key[edgeBytes-idBytes:]), Kind: store.EdgeKind(key[1+idBytes])}
		if direction == edgeOut {
			e.Weight, e.At, err = parseEdge(value)
			err = inKey(famEdges, key, err)
		} else {
			e.Weight, e.At, err = v.edge(e.Other, e.Kind, id)
		}
		edges = append(edges, e)
		return err == nil, err
	})
	return edges, err
}

// edge reads the weight and time of a link, which only its outward direction stores.
func (v *view) edge(from store.ID, kind store.EdgeKind, to store.ID) (weight float32, at time.Time, err error) {
	key := edgeKey(edgeOut, from, kind, to)
	err = v.get(famEdges, key, func(value []byte) error {
		weight, at, err = parseEdge(value)
		return err
	})
	if errors.Is(err, errNoKey) {
		err = fmt.Errorf("%w: the link is there in one direction only", store.ErrDamaged)
	}
	return weight, at, inKey(famEdges, key, err)
}

// edgeBatch is how many edges are read between two checks of the context.
const edgeBatch = 256

// LearnedEdges implements [store.Graph].
func (s *Store) LearnedEdges(ctx context.Context, fn func(a, b store.ID, kind store.EdgeKind, weight float32, at time.Time) (bool, error)) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	v := s.d.snapshot()
	defer v.close()
	read := 0
	return v.each(famEdges, []byte{edgeOut}, []byte{edgeIn}, false, func(key, value []byte) (bool, error) {
		if read++; read%edgeBatch == 1 {
			if err := ctx.Err(); err != nil {
				return false, err
			}
		}
		_, a, kind, b, err := parseEdgeKey(key)
		if err != nil {
			return false, inKey(famEdges, key, err)
		}
		if kind.Directed() {
			return true, nil
		}
		weight, at, err := parseEdge(value)
		if err != nil {
			return false, inKey(famEdges, key, err)
		}
		return fn(a, b, kind, weight, at)
	})
}

// edgeValue encodes a link's weight and the time when it was set.
func edgeValue(weight float32, at time.Time) []byte {
	w := writeTo([]byte{recordVersion})
	w.F32(weight)
	w.Time(at)
	return seal(w.B, 0)
}

// parseEdge reads what edgeValue wrote.
func parseEdge(value []byte) (weight float32, at time.Time, err error) {
	err = readValue(value, func(r *reader) { weight, at = r.F32(), r.Time() })
	if err == nil && !(weight > 0 && weight <= 1) { // also NaN
		err = fmt.Errorf("%w: link has weight %v, which is outside (0, 1]", store.ErrDamaged, weight)
	}
	return weight, at, err
}

// parseEdgeKey reads a key of edgeKey: id and other are in the order of the key.
func parseEdgeKey(key []byte) (direction byte, id store.ID, kind store.EdgeKind, other store.ID, err error) {
	if len(key) != edgeBytes {
		return 0, id, 0, other, fmt.Errorf("%w: key has %d bytes, want %d", store.ErrDamaged, len(key), edgeBytes)
	}
	direction, id = key[0], store.ID(key[1:])
	kind, other = store.EdgeKind(key[1+idBytes]), store.ID(key[edgeBytes-idBytes:])
	if direction > edgeIn || kind < store.EdgeGiven || kind > store.EdgeRefused {
		return 0, id, 0, other, fmt.Errorf("%w: key has direction %d and kind %d, want 0 or 1, and 1 to 6", store.ErrDamaged, direction, kind)
	}
	from, to := id, other
	if direction == edgeIn {
		from, to = other, id
	}
	if !kind.Directed() && bytes.Compare(from[:], to[:]) >= 0 {
		return 0, id, 0, other, fmt.Errorf("%w: edge without direction goes from %s to %s, want it from the smaller id", store.ErrDamaged, from, to)
	}
	return direction, id, kind, other, nil
}
