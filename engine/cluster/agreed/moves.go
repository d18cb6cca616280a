package agreed

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Moves says of the shards that are on their way from one node to another which node is to keep it no more. A shard that is kept by one node more than usual, because somebody wants that, is not among them.
type Moves map[int]string

// ErrMoved says that a shard is not as it was when it was decided to move it.
var ErrMoved = errors.New("the shard is kept otherwise by now")

// Begin has a node keep a shard, and notes that another keeps it no more when all others have all of it: [Table.Remove] of either of the two ends the move. So whoever comes later knows that it was begun.
// The error wraps [ErrMoved] where from does not keep the shard, to does, or the shard is on its way already.
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

// Placed reads which nodes keep which shard, and which shards are on their way, at one time a shard.
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
