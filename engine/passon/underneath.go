package passon

import (
	"context"

	"asterism/engine/store"
)

// Underneath returns the live memories that one superseded, directly or through forgotten
// ones.
func Underneath(ctx context.Context, from Store, m *store.Memory) (out []*store.Memory, err error) {
	met := map[store.ID]bool{}
	for todo := m.Supersedes; len(todo) > 0; {
		many, err := from.Get(ctx, store.Parts{}, todo...)
		if err != nil {
			return nil, err
		}
		todo = nil
		for _, old := range many {
			switch {
			case old == nil || met[old.ID]:
			case old.Deleted.IsZero():
				out = append(out, old)
			default:
				todo = append(todo, old.Supersedes...)
			}
			if old != nil {
				met[old.ID] = true
			}
		}
	}
	return out, nil
}
