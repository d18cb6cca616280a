package rocks

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/store"
)

// Forgotten implements [store.Memories]. It reads only as many keys as it returns, however many memories there
// are.
func (s *Store) Forgotten(ctx context.Context, before time.Time, limit int) (out []store.Forgotten, err error) {
	if err := s.gate.enter(); err != nil {
		return nil, err
	}
	defer s.gate.leave()
	v := s.d.view()
	defer v.close()
	err = v.each(famForgotten, nil, appendTime(nil, before), false, func(key, _ []byte) (bool, error) {
		if err := ctx.Err(); err != nil || len(out) >= limit {
			return false, err
		}
		at, id, err := parseForgottenKey(key)
		if err != nil {
			return false, inKey(famForgotten, key, fmt.Errorf("%w: %w", store.ErrDamaged, err))
		}
		out = append(out, store.Forgotten{ID: id, At: at})
		return true, nil
	})
	if err != nil {
		return nil, fmt.Errorf("list forgotten memories: %w", err)
	}
	return out, nil
}

// listForgotten adds the memory to the list of forgotten ones if it is forgotten.
func (s *stage) listForgotten(h *header) {
	if !h.Deleted.IsZero() {
		s.put(famForgotten, forgottenKey(h.Deleted, h.ID), nothing)
	}
}

func (s *stage) unlistForgotten(h *header) {
	if !h.Deleted.IsZero() {
		s.del(famForgotten, forgottenKey(h.Deleted, h.ID))
	}
}
