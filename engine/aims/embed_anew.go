package aims

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// EmbedAnew embeds all goals of the store with the present models. It returns entries that replace the old goals and start the passes which realign the memories of their
// namespaces, and how many goals there are. It writes nothing.
func (s *Service) EmbedAnew(ctx context.Context) (out []store.Entry, goals int, err error) {
	for namespace, tree := range s.trees {
		live, err := s.store.Live(ctx, namespace)
		if err != nil {
			return nil, goals, fault.Storage("count memories", err)
		}
		out = append(out, (&alignPass{namespace: namespace, total: live}).entry())
		for _, t := range tree.All() {
			aim, err := s.embedGoal(ctx, t.Goal)
			if err != nil {
				return nil, goals, err
			}
			out = append(out, store.Entry{Shelf: store.ShelfGoals, Key: goalKey(namespace, t.ID), Value: purpose.Append(nil, aim)})
			goals++
		}
	}
	return out, goals, nil
}
