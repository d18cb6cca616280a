package aims

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// Reload reads the goals and the unfinished passes: when the service is opened, and again where another process writes the store.
func (s *Service) Reload(ctx context.Context) error {
	found := map[string][]purpose.Aim{}
	err := s.store.Walk(ctx, store.ShelfGoals, nil, nil, false, func(_, value []byte) (bool, error) {
		a, err := purpose.Parse(value)
		if err == nil {
			found[a.Namespace] = append(found[a.Namespace], *a)
		}
		return true, err
	})
	if err != nil {
		return fault.Storage("read goals", err)
	}
	trees := map[string]*purpose.Tree{}
	for namespace, all := range found {
		if trees[namespace], err = purpose.Grow(all); err != nil {
			return &fault.Error{Kind: fault.KindStorage, Message: "read goals of namespace " + namespace, Err: err, Hint: fault.DamageHint}
		}
	}
	passes, err := s.readPasses(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.trees, s.passes = trees, passes
	s.legible.clearAll()
	return nil
}

// goalKey is where a goal stands on its shelf. Names of namespaces hold no NUL.
func goalKey(namespace string, id store.ID) []byte {
	return append(append([]byte(namespace), 0), id[:]...)
}

// Tree returns the goals of a namespace as they are now; nil: none.
func (s *Service) Tree(namespace string) *purpose.Tree {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.trees[namespace]
}

// WithGoals are the namespaces that have goals, in the order of their names.
func WithGoals(s *Service) []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var out []string
	for name, tree := range s.trees {
		if tree != nil {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// find returns the tree that holds a goal, and the part of it that begins there; nil: no namespace has it.
func (s *Service) find(id store.ID) (whole, part *purpose.Tree) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, t := range s.trees {
		if part := t.Find(id); part != nil {
			return t, part
		}
	}
	return nil, nil
}

// changeAims makes the goals of a namespace others, at once and durably, and has its memories aligned with them. entries are what changes in
// the store beside the goals. It returns how many memories are to be aligned. Only the holder of setting may call it.
func (s *Service) changeAims(ctx context.Context, namespace string, next []purpose.Aim, entries ...store.Entry) (aligning int, err error) {
	tree, err := purpose.Grow(next)
	if err != nil {
		return 0, &fault.Error{Kind: fault.KindInternal, Message: "change goals", Err: err}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if aligning, err = s.store.Live(ctx, namespace); err != nil {
		return 0, fault.Storage("count memories", err)
	}
	pass := &alignPass{namespace: namespace, total: aligning}
	entries = append(entries, pass.entry())
	told, err := s.noteGoals(ctx, namespace, s.trees[namespace].All(), tree.All())
	if err != nil {
		return 0, err
	}
	entries = append(entries, told...)
	entries = append(entries, goalEntries(namespace, s.trees[namespace].All(), tree.All())...)
	if err := s.store.Put(ctx, entries...); err != nil {
		return 0, fault.Storage("store goals", err)
	}
	if tree == nil {
		delete(s.trees, namespace)
	} else {
		s.trees[namespace] = tree
	}
	s.setPass(namespace, pass)
	s.loop.Kick()
	return aligning, nil
}

// goalEntries are what makes the goals before those after.
func goalEntries(namespace string, before, after []*purpose.Tree) (out []store.Entry) {
	for _, b := range before {
		if !slices.ContainsFunc(after, func(a *purpose.Tree) bool { return a.ID == b.ID }) {
			out = append(out, store.Entry{Shelf: store.ShelfGoals, Key: goalKey(namespace, b.ID)})
		}
	}
	for _, a := range after {
		if slices.ContainsFunc(before, func(b *purpose.Tree) bool { return b.Goal == a.Goal }) {
			continue // its values follow from its words
		}
		out = append(out, store.Entry{Shelf: store.ShelfGoals, Key: goalKey(namespace, a.ID), Value: purpose.Append(nil, &a.Aim)})
	}
	return out
}

// pass is what is still to be aligned in a namespace; nil: nothing.
func (s *Service) pass(namespace string) *alignPass {
	s.passing.Lock()
	defer s.passing.Unlock()
	return s.passes[namespace]
}

// setPass replaces a pass; nil takes it away.
func (s *Service) setPass(namespace string, p *alignPass) {
	s.passing.Lock()
	defer s.passing.Unlock()
	if p == nil || p.from == nil { // its end, or another one
		s.legible.clear(namespace)
	}
	if p == nil {
		delete(s.passes, namespace)
	} else {
		s.passes[namespace] = p
	}
}

// FindIDs returns the ids of goals of all namespaces that fit, a number of them at most.
func FindIDs(s *Service, most int, fits func(store.ID) bool) (out []store.ID) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, t := range s.trees {
		for _, g := range t.All() {
			if fits(g.Goal.ID) {
				if out = append(out, g.Goal.ID); len(out) == most {
					return out
				}
			}
		}
	}
	return out
}
