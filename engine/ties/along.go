package ties

import (
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// Via is a memory to which a link leads, and the memory from which it was come to.
type Via struct {
	From   store.ID
	Kind   string // "given", "learned" or "accepted"
	Weight float64
	Memory *store.Memory // with its text
}

// Along follows the links of some memories by one hop, with and against their direction, to at most n live memories that are none of skip: the strongest links first, else those of
// the first memories, and none weaker than [store.LeastFollowed]. The error is a [fault.Error].
func (f *Finder) Along(ctx context.Context, from, skip []store.ID, n int) ([]Via, error) {
	var all []Via
	var ids []store.ID
	for _, id := range from {
		out, in, err := f.Store.Edges(ctx, id)
		if err != nil {
			return nil, fault.Storage("read links", err)
		}
		for _, e := range slices.Concat(out, in) {
			if e.Kind.Followed() && e.Weight >= store.LeastFollowed && !slices.Contains(skip, e.Other) && !slices.Contains(ids, e.Other) {
				all, ids = append(all, Via{From: id, Kind: kinds[e.Kind], Weight: float64(e.Weight)}), append(ids, e.Other)
			}
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	many, err := f.Store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return nil, fault.Storage("read linked memories", err)
	}
	for i, m := range many {
		all[i].Memory = m
	}
	all = slices.DeleteFunc(all, func(v Via) bool { return v.Memory == nil || !v.Memory.Deleted.IsZero() })
	slices.SortStableFunc(all, func(a, b Via) int { return cmp.Compare(b.Weight, a.Weight) })
	return all[:min(n, len(all))], nil
}
