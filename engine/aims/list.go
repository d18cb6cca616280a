package aims

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// Goals returns the goals of a namespace, and how many of its memories are measured against them.
func (s *Service) Goals(ctx context.Context, namespace string) (*GoalTree, error) {
	if namespace == "" {
		namespace = store.DefaultNamespace
	}
	if namespace == "*" {
		return nil, fault.Invalid("namespace %q means all namespaces, which have no common goals", "name one namespace", namespace)
	}
	if err := fault.Text("namespace", namespace, store.MaxNameBytes, false); err != nil {
		return nil, err
	}
	live, err := s.store.Live(ctx, namespace)
	if err != nil {
		return nil, fault.Storage("count memories", err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := &GoalTree{Namespace: namespace, Memories: live, Measured: live}
	for _, t := range s.trees[namespace].All() {
		out.Goals = append(out.Goals, t.Goal)
	}
	slices.SortStableFunc(out.Goals, func(a, b purpose.Goal) int {
		return cmp.Or(slices.Index(purpose.Levels, a.Level)-slices.Index(purpose.Levels, b.Level), a.Created.Compare(b.Created), bytes.Compare(a.ID[:], b.ID[:]))
	})
	p := s.pass(namespace)
	out.Aligning = p != nil
	switch {
	case len(out.Goals) == 0: // there is nothing to be aligned to
		out.Measured = 0
	case p != nil:
		out.Measured = live - min(live, p.left())
	}
	return out, nil
}
