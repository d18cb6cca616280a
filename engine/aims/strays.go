package aims

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// mostStrays is how many memories that stray are told.
const mostStrays = 3

// theta is a memory's similarity to a reference.
type theta struct {
	id    store.ID
	theta float64 // NaN: they share no space
}

// strays reads the memories of least similarity, of those that lie below the mean and below the level Low.
func (s *Service) strays(ctx context.Context, all []theta) ([]Stray, error) {
	all = slices.DeleteFunc(all, func(t theta) bool { return math.IsNaN(t.theta) })
	mean := 0.
	for _, t := range all {
		mean += t.theta / float64(len(all))
	}
	all = slices.DeleteFunc(all, func(t theta) bool { return t.theta >= min(mean, s.thresholds.Low) })
	slices.SortFunc(all, func(a, b theta) int { return cmp.Or(cmp.Compare(a.theta, b.theta), bytes.Compare(a.id[:], b.id[:])) })
	all = all[:min(mostStrays, len(all))]
	ids := make([]store.ID, len(all))
	for i := range all {
		ids[i] = all[i].id
	}
	many, err := s.store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return nil, fault.Storage("read memories that stray", err)
	}
	var out []Stray
	for i, m := range many {
		if m != nil && m.Deleted.IsZero() { // it may have gone meanwhile
			out = append(out, Stray{Memory: m, Theta: all[i].theta, Below: mean - all[i].theta})
		}
	}
	return out, nil
}
