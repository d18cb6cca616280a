package aims

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// unreadBy tells which memories of a block models cannot hold against a reference. A memory of which that is so has no alignment. While a pass is at work this is not known of all yet, and their texts are
// read instead, block by block: some 30 µs a memory, and 150 µs for a long text in another language.
func (s *Service) unreadBy(ctx context.Context, r *Reference) func(block []search.Compared) (unread []bool, err error) {
	goal := r.ID != uuid.Nil
	read, waiting := goal && s.judge.readsOne(r.tree), s.pass(r.Namespace) != nil
	return func(block []search.Compared) ([]bool, error) {
		out := make([]bool, len(block))
		switch {
		case !goal:
			return out, nil
		case read && waiting:
			return out, readTexts(ctx, s, r, block, out)
		}
		for i, c := range block {
			out[i] = !read || c.Theta != c.Theta
		}
		return out, nil
	}
}

// readTexts judges the texts of a block. What is damaged, and was named when the store was opened, or has gone meanwhile, counts as read.
func readTexts(ctx context.Context, s *Service, r *Reference, block []search.Compared, unread []bool) error {
	ids := make([]store.ID, len(block))
	for i := range block {
		ids[i] = block[i].ID
	}
	memories, err := s.store.Get(ctx, store.Parts{Content: true, Unread: func(store.Unread) {}}, ids...)
	if err != nil {
		return fault.Storage("read memories that wait for their alignment", err)
	}
	for i, m := range memories {
		unread[i] = m != nil && m.Content != "" && !s.judge.aligns(r.tree, m.Content)
	}
	return nil
}
