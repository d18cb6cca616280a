package engine

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// aims are the goals of all namespaces and how far memories are aligned with them: what stands in the store, read at start.
type aims struct {
	setting sync.Mutex // held by who changes goals, from reading them to having changed them

	// mu guards the rest. Who makes a memory's purpose vector holds it for reading until the memory is stored and can be found, and a change of
	// goals holds it for writing. So every memory is either aligned with the new goals, or stored before the pass over all of them begins.
	mu    sync.RWMutex
	trees map[string]*purpose.Tree // by namespace; one without goals is not in it

	writing sync.Mutex // held while vectors are written to the store and the index, so that both have the same

	passing sync.Mutex
	passes  map[string]*alignPass // by namespace: what is still to be aligned; a pass is never changed, only replaced
}

// openAims reads the goals and the unfinished passes.
func (e *Engine) openAims(ctx context.Context) error {
	found := map[string][]purpose.Aim{}
	err := e.shelves().Walk(ctx, store.ShelfGoals, nil, nil, false, func(_, value []byte) (bool, error) {
		a, err := purpose.Parse(value)
		if err == nil {
			found[a.Namespace] = append(found[a.Namespace], *a)
		}
		return true, err
	})
	if err != nil {
		return fault.Storage("read goals", err)
	}
	e.aims.trees = map[string]*purpose.Tree{}
	for namespace, all := range found {
		if e.aims.trees[namespace], err = purpose.Grow(all); err != nil {
			return &Error{Kind: KindStorage, Message: "read goals of namespace " + namespace, Err: err, Hint: "run `asterism check` to see what is damaged"}
		}
	}
	e.aims.passes, err = e.readPasses(ctx)
	return err
}

func (e *Engine) shelves() store.Shelves { return e.store }

// goalKey is where a goal stands on its shelf. Names of namespaces hold no NUL.
func goalKey(namespace string, id store.ID) []byte {
	return append(append([]byte(namespace), 0), id[:]...)
}

// tree returns the goals of a namespace as they are now; nil: none.
func (a *aims) tree(namespace string) *purpose.Tree {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return a.trees[namespace]
}

// find returns the tree that holds a goal, and the part of it that begins there; nil: no namespace has it.
func (a *aims) find(id store.ID) (whole, part *purpose.Tree) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	for _, t := range a.trees {
		if part := t.Find(id); part != nil {
			return t, part
		}
	}
	return nil, nil
}

// changeAims makes the goals of a namespace others, at once and durably, and has its memories aligned with them. entries are what changes in
// the store beside the goals. It returns how many memories are to be aligned. Only the holder of setting may call it.
func (e *Engine) changeAims(ctx context.Context, namespace string, next []purpose.Aim, entries ...store.Entry) (aligning int, err error) {
	tree, err := purpose.Grow(next)
	if err != nil {
		return 0, &Error{Kind: KindInternal, Message: "change goals", Err: err}
	}
	e.aims.mu.Lock()
	defer e.aims.mu.Unlock()
	if aligning, err = e.store.Live(ctx, namespace); err != nil {
		return 0, fault.Storage("count memories", err)
	}
	pass := &alignPass{namespace: namespace, total: aligning}
	entries = append(entries, pass.entry())
	entries = append(entries, goalEntries(namespace, e.aims.trees[namespace].All(), tree.All())...)
	if err := e.shelves().Put(ctx, entries...); err != nil {
		return 0, fault.Storage("store goals", err)
	}
	if tree == nil {
		delete(e.aims.trees, namespace)
	} else {
		e.aims.trees[namespace] = tree
	}
	e.aims.setPass(namespace, pass)
	e.aligning.Kick()
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
func (a *aims) pass(namespace string) *alignPass {
	a.passing.Lock()
	defer a.passing.Unlock()
	return a.passes[namespace]
}

// setPass replaces a pass; nil takes it away.
func (a *aims) setPass(namespace string, p *alignPass) {
	a.passing.Lock()
	defer a.passing.Unlock()
	if p == nil {
		delete(a.passes, namespace)
	} else {
		a.passes[namespace] = p
	}
}
