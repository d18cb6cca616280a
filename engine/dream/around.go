package dream

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
)

const (
	// replayNear is how many neighbours are read in each space, replayActive how many of them a replay activates.
	replayNear   = 8
	replayActive = 5
)

// replay activates a memory, and with it its nearest ones.
func (d *dreaming) replay(ctx context.Context, c Candidate) ([]Active, error) {
	values, near, err := d.around(ctx, c)
	if err != nil {
		return nil, err
	}
	out := []Active{{ID: c.ID, Activation: 1}}
	for _, n := range near {
		out = append(out, Active{ID: n.id, Activation: Activation(d.scale.Percentiles(values, &n.values))})
	}
	slices.SortStableFunc(out[1:], func(a, b Active) int {
		return cmp.Or(cmp.Compare(b.Activation, a.Activation), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return out[:min(len(out), 1+replayActive)], nil
}

// neighbour is a memory with its values.
type neighbour struct {
	id     store.ID
	values fingerprint.Fingerprint
}

// around reads a memory and its neighbours in any space of Content, without itself, ascending by id. A memory that was
// purged since the namespace was read has none.
func (d *dreaming) around(ctx context.Context, c Candidate) (*fingerprint.Fingerprint, []neighbour, error) {
	many, err := d.s.values(ctx, []store.ID{c.ID}, Content)
	if err != nil {
		return nil, nil, err
	}
	found, err := d.s.Neighbours(ctx, d.question.Namespace, &many[0], c.Time, replayNear+1, Content)
	if err != nil {
		return nil, nil, internal("find neighbours", err)
	}
	var ids []store.ID
	for _, of := range found {
		for _, n := range of {
			if d.seen.has(n.ID) {
				ids = append(ids, n.ID)
			}
		}
	}
	ids = store.Distinct(ids, c.ID)
	values, err := d.s.values(ctx, ids, Content)
	if err != nil {
		return nil, nil, err
	}
	out := make([]neighbour, len(ids))
	for i := range ids {
		out[i] = neighbour{ids[i], values[i]}
	}
	return &many[0], out, nil
}
