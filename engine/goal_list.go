package engine

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/purpose"
)

// Goals returns the goals of a namespace, and how far its memories are aligned with them.
func (e *Engine) Goals(ctx context.Context, namespace string) (*GoalTree, error) {
	if namespace == "" {
		namespace = DefaultNamespace
	}
	if namespace == "*" {
		return nil, fault.Invalid("namespace %q means all namespaces, which have no goals together", "name one namespace", namespace)
	}
	if err := checkText("namespace", namespace, MaxNameBytes, false); err != nil {
		return nil, err
	}
	live, err := e.store.Live(ctx, namespace)
	if err != nil {
		return nil, fault.Storage("count memories", err)
	}
	e.aims.mu.RLock()
	defer e.aims.mu.RUnlock()
	out := &GoalTree{Namespace: namespace, Memories: live, Aligned: live}
	for _, t := range e.aims.trees[namespace].All() {
		out.Goals = append(out.Goals, t.Goal)
	}
	slices.SortStableFunc(out.Goals, func(a, b purpose.Goal) int {
		return cmp.Or(slices.Index(purpose.Levels, a.Level)-slices.Index(purpose.Levels, b.Level), a.Created.Compare(b.Created), bytes.Compare(a.ID[:], b.ID[:]))
	})
	if p := e.aims.pass(namespace); p != nil {
		out.Aligning, out.Aligned = true, live-min(live, p.left())
	}
	return out, nil
}
