package dream

import (
	"context"
	"errors"

	"asterism/engine/store"
)

// ErrChained is the error of Service.Rewrite where a memory to be merged supersedes others, is superseded, or has a time in which it is valid.
var ErrChained = errors.New("the memory is part of a chain")

// Edger reads the links of a memory.
type Edger interface {
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
}

// Chained reports whether a memory supersedes others, is superseded, or has a time in which it is valid. Such a memory is not merged. A copy with the same words may be
// about another time, as when a value was changed and changed back: the one that is kept would then be current, or replaced, where the other was not.
func Chained(ctx context.Context, s Edger, m *store.Memory) (bool, error) {
	if len(m.Supersedes) > 0 || !m.ValidFrom.IsZero() || !m.ValidUntil.IsZero() {
		return true, nil
	}
	_, in, err := s.Edges(ctx, m.ID)
	for _, e := range in {
		if e.Kind == store.EdgeSupersedes {
			return true, err
		}
	}
	return false, err
}
