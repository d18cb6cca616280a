package aims

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// unreadBy tells which memories of a block models cannot hold against a reference, by the place in the block. Who has no alignment is one of these. While a pass is at work that is not known of all yet, and the texts are read
// instead, a block at a time: some milliseconds a thousand.
func (s *Service) unreadBy(r *Reference) func(ctx context.Context, block []search.Compared) (func(i int) bool, error) {
	every := func(is bool) func(int) bool { return func(int) bool { return is } }
	switch {
	case r.ID == uuid.Nil:
		return func(context.Context, []search.Compared) (func(int) bool, error) { return every(false), nil }
	case !s.judge.readsOne(r.tree):
		return func(context.Context, []search.Compared) (func(int) bool, error) { return every(true), nil }
	case s.pass(r.Namespace) == nil:
		return func(_ context.Context, block []search.Compared) (func(int) bool, error) {
			return func(i int) bool { return block[i].Theta != block[i].Theta }, nil
		}
	}
	return func(ctx context.Context, block []search.Compared) (func(int) bool, error) {
		ids := make([]store.ID, len(block))
		for i := range block {
			ids[i] = block[i].ID
		}
		parts := store.Parts{Content: true, Unread: func(store.Unread) {}} // what is damaged was named when the store was opened
		memories, err := s.store.Get(ctx, parts, ids...)
		if err != nil {
			return nil, fault.Storage("read memories that are not aligned yet", err)
		}
		return func(i int) bool {
			m := memories[i] // nil: it has gone meanwhile, or is damaged
			return m != nil && m.Content != "" && !s.judge.aligns(r.tree, m.Content)
		}, nil
	}
}
