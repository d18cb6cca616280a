package aims

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// unreadBy tells which memories of a block models cannot hold against a reference. A memory of which that is so has no alignment. While a pass is at work this is not known of all yet, and their texts are
// read instead, each once: some 30 µs a memory, and 150 µs for a long text in another language.
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
	left, mark := s.legible.known(r.Namespace, r.ID, ids, unread)
	if len(left) == 0 {
		return nil
	}
	asked := make([]store.ID, len(left))
	for k, i := range left {
		asked[k] = ids[i]
	}
	memories, err := s.store.Get(ctx, store.Parts{Content: true, Unread: func(store.Unread) {}}, asked...)
	if err != nil {
		return fault.Storage("read memories that wait for their alignment", err)
	}
	found := make([]bool, len(left))
	for k, m := range memories {
		found[k] = m != nil && m.Content != "" && !s.judge.aligns(r.tree, m.Content)
		unread[left[k]] = found[k]
	}
	s.legible.keep(r.Namespace, r.ID, asked, found, mark)
	return nil
}
