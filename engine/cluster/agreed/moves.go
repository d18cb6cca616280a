package agreed

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Moves contains, by shard, the node that drops the shard at the end of a move. A shard that has an additional replica on request is not in it.
type Moves map[int]string

// ErrMoved means that the placement of a shard changed after the move was decided.
var ErrMoved = errors.New("the nodes that keep the shard have changed meanwhile")

// Begin adds a node to a shard, and records that another node drops the shard once all others have all of it. A [Table.Remove] of either node ends the move. The record lets another
// process finish the move. The error wraps [ErrMoved] if from does not keep the shard, if to does, or if the shard is being moved already.
func (t *Table) Begin(ctx context.Context, shard int, from, to string) error {
	return change(ctx, t.Shards, placeKey(shard), func(now *place) (place, bool, error) {
		if now == nil {
			return place{}, false, errNoPlace
		}
		if now.Leaving != "" || !slices.Contains(now.Nodes, from) || slices.Contains(now.Nodes, to) {
			return *now, false, fmt.Errorf("%w: by %v", ErrMoved, now.Nodes)
		}
		return place{append(now.Nodes, to), from}, true, nil
	})
}

// Placed reads which nodes keep each shard and which shards are being moved. Each shard is read at one moment.
func (t *Table) Placed(ctx context.Context) (placed Places, moves Moves, err error) {
	err = Again(ctx, func(ctx context.Context) error {
		placed, moves = Places{}, Moves{}
		return t.Shards.each(ctx, allPlaces, func(e *entry) error {
			shard, err := placeOf(e.key)
			if err != nil {
				return err
			}
			v, err := decode[place](e)
			if err != nil {
				return err
			}
			if placed[shard] = v.Nodes; v.Leaving != "" {
				moves[shard] = v.Leaving
			}
			return nil
		})
	})
	return placed, moves, err
}
