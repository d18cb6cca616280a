package engine

import (
	"context"
	"math"
	"time"

	"asterism/engine/background"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// alignStep is how many memories are aligned anew in one write. It may be changed before an engine opens.
var alignStep = 128

// alignAll works at one namespace after another, step by step. After each step it rests as long as the step took, so that it has half of one core.
func (e *Engine) alignAll(ctx context.Context, r *background.Round) {
	for ctx.Err() == nil {
		p, tree := e.aims.next(func(namespace string) bool { return r.Waits(ofNamespace(namespace)) })
		if p == nil {
			return
		}
		start := time.Now()
		_ = r.Try(ofNamespace(p.namespace), func() error { return e.alignNext(ctx, p, tree) })
		_ = pause(ctx, time.Since(start))
	}
}

// next returns the pass of the first namespace that has one and does not wait, and the goals it is about; nil: there is none.
func (a *aims) next(waits func(namespace string) bool) (*alignPass, *purpose.Tree) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	a.passing.Lock()
	defer a.passing.Unlock()
	var first *alignPass
	for name, p := range a.passes {
		if (first == nil || name < first.namespace) && !waits(name) {
			first = p
		}
	}
	if first == nil {
		return nil, nil
	}
	return first, a.trees[first.namespace]
}

// alignNext is one step of a pass: measure the next memories, write their vectors, note the place. Measuring reads memory and values from one state of
// the store, and what is written names the version that was measured, so that a memory which was changed meanwhile keeps what the change gave it.
func (e *Engine) alignNext(ctx context.Context, p *alignPass, tree *purpose.Tree) error {
	parts := store.Parts{Spaces: stored}
	if tree == nil {
		parts = store.Parts{}
	}
	var memories []*store.Memory
	err := e.store.Scan(ctx, store.Range{Namespace: p.namespace, Deleted: true, From: p.from}, parts, func(m *store.Memory) (bool, error) {
		memories = append(memories, m)
		return len(memories) < alignStep, nil
	})
	if err != nil {
		return err
	}
	vectors, err := purposesOf(tree, memories...)
	if err != nil {
		return err
	}
	var cmds []store.Command
	next := *p
	for i, m := range memories {
		if !sameVector(&vectors[i], &m.Purpose) {
			cmds = append(cmds, store.Command{Op: store.OpAlign, ID: m.ID, Version: m.Version, Purpose: &vectors[i]})
		}
		if m.Deleted.IsZero() {
			next.done++
		}
		place := m.Place()
		next.from = &place
	}
	return e.writeAligned(ctx, p, &next, cmds, len(memories) < alignStep)
}

// writeAligned stores the vectors and the place, unless another change of goals has begun a pass of its own.
func (e *Engine) writeAligned(ctx context.Context, was, now *alignPass, cmds []store.Command, last bool) error {
	e.aims.mu.RLock() // the goals stay until the place is written
	defer e.aims.mu.RUnlock()
	e.aims.writing.Lock()
	defer e.aims.writing.Unlock()
	if e.aims.pass(was.namespace) != was {
		return nil
	}
	if err := e.applyAligned(ctx, cmds); err != nil {
		return err
	}
	if !last {
		if err := e.shelves().Put(ctx, now.entry()); err != nil {
			return err
		}
		e.aims.setPass(now.namespace, now)
		return nil
	}
	if err := e.shelves().Put(ctx, now.finished()); err != nil {
		return err
	}
	e.aims.setPass(now.namespace, nil)
	e.log.Info("aligned memories with changed goals", "namespace", now.namespace, "memories", now.done)
	return nil
}

func (e *Engine) applyAligned(ctx context.Context, cmds []store.Command) error {
	if len(cmds) == 0 {
		return nil
	}
	if err := e.store.Apply(ctx, cmds...); err != nil {
		return err
	}
	for _, c := range cmds {
		e.index.Align(c.ID, c.Version, c.Purpose)
	}
	return nil
}

func sameVector(a, b *[models.Count]float32) bool {
	for s := range a {
		if math.Float32bits(a[s]) != math.Float32bits(b[s]) && !(a[s] != a[s] && b[s] != b[s]) {
			return false
		}
	}
	return true
}
