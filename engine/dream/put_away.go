package dream

import (
	"context"

	"asterism/engine/store"
)

// PutAway says which dream forgot a memory, and of which other it is a near copy.
type PutAway struct {
	Dream     store.ID
	Namespace string // in which it was had, and is taken back
	Kept      store.ID
}

// PutAway finds the dream that forgot a memory; nil where none did. Its record says so, which is kept as long as the dream can be undone. Errors are *engine.Error.
func (s *Service) PutAway(ctx context.Context, m *store.Memory) (out *PutAway, err error) {
	if m.Deleted.IsZero() {
		return nil, nil
	}
	err = s.Each(ctx, func(_ []byte, r *Record) (bool, error) {
		if !r.Undone.IsZero() || !m.Deleted.Equal(r.Started) {
			return true, nil
		}
		for i := range r.Merges {
			if c := &r.Merges[i]; c.Younger == m.ID {
				out = &PutAway{Dream: r.ID, Namespace: r.Namespace, Kept: c.Older}
			}
		}
		return out == nil, nil
	})
	return out, err
}
