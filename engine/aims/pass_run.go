package aims

import (
	"context"
	"math"
	"time"

	"asterism/engine/background"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// usualStep is how many memories are aligned anew in one write.
const usualStep = 128

// alignAll works at one namespace after another, step by step. After each step it rests as long as the step took, so that it has half of one core.
func (s *Service) alignAll(ctx context.Context, r *background.Round) {
	for ctx.Err() == nil {
		p, tree := s.next(func(namespace string) bool { return r.Waits(ofNamespace(namespace)) })
		if p == nil {
			return
		}
		start := time.Now()
		_ = r.Try(ofNamespace(p.namespace), func() error { return s.alignNext(ctx, p, tree) })
		pause(ctx, time.Since(start))
	}
}

// next returns the pass of the first namespace that has one and does not wait, and the goals it is about; nil: there is none.
func (s *Service) next(waits func(namespace string) bool) (*alignPass, *purpose.Tree) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.passing.Lock()
	defer s.passing.Unlock()
	var first *alignPass
	for name, p := range s.passes {
		if (first == nil || name < first.namespace) && !waits(name) {
			first = p
		}
	}
	if first == nil {
		return nil, nil
	}
	return first, s.trees[first.namespace]
}

// alignNext is one step of a pass: measure the next memories, write their vectors, note the place. Measuring reads memory and values from one state of
// the store, and what is written names the version that was measured, so that a memory which was changed meanwhile keeps what the change gave it.
func (s *Service) alignNext(ctx context.Context, p *alignPass, tree *purpose.Tree) error {
	parts := store.Parts{Spaces: s.spaces, Content: true}
	if tree == nil {
		parts = store.Parts{}
	}
	parts.Unread = func(store.Unread) {} // what is damaged, and named by who has read it at the start, has no alignment; the others have
	var memories []*store.Memory
	err := s.store.Scan(ctx, store.Range{Namespace: p.namespace, Deleted: true, From: p.from}, parts, func(m *store.Memory) (bool, error) {
		memories = append(memories, m)
		return len(memories) < s.step, nil
	})
	if err != nil {
		return err
	}
	vectors, err := s.judge.measure(tree, memories...)
	if err != nil {
		return err
	}
	var cmds []store.Command
	var moved []Moved
	next := *p
	for i, m := range memories {
		if !SameVector(&vectors[i], &m.Purpose) {
			cmds = append(cmds, store.Command{Op: store.OpAlign, ID: m.ID, Version: m.Version, Purpose: &vectors[i]})
			moved = append(moved, Moved{m, ByGoals})
		}
		if m.Deleted.IsZero() {
			next.done++
		}
		place := m.Cursor()
		next.from = &place
	}
	return s.writeAligned(ctx, p, &next, cmds, moved, len(memories) < s.step)
}

// writeAligned stores the vectors and the place, unless another change of goals has begun a pass of its own.
func (s *Service) writeAligned(ctx context.Context, was, now *alignPass, cmds []store.Command, moved []Moved, last bool) error {
	s.mu.RLock() // the goals stay until the place is written
	defer s.mu.RUnlock()
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.pass(was.namespace) != was {
		return nil
	}
	if err := s.NoteMoved(ctx, moved...); err != nil {
		return err
	}
	if err := s.applyAligned(ctx, cmds); err != nil {
		return err
	}
	if !last {
		if err := s.store.Put(ctx, now.entry()); err != nil {
			return err
		}
		s.setPass(now.namespace, now)
		return nil
	}
	if err := s.store.Put(ctx, now.finished()); err != nil {
		return err
	}
	s.setPass(now.namespace, nil)
	s.log.Info("aligned memories with changed goals", "namespace", now.namespace, "memories", now.done)
	return nil
}

func (s *Service) applyAligned(ctx context.Context, cmds []store.Command) error {
	if len(cmds) == 0 {
		return nil
	}
	if err := s.store.Apply(ctx, cmds...); err != nil {
		return err
	}
	for _, c := range cmds {
		s.show(c.ID, c.Version, c.Purpose)
	}
	return nil
}

// SameVector reports whether two purpose vectors are the same, bit for bit.
func SameVector(a, b *[models.Count]float32) bool {
	for s := range a {
		if math.Float32bits(a[s]) != math.Float32bits(b[s]) && !(a[s] != a[s] && b[s] != b[s]) {
			return false
		}
	}
	return true
}

// ofNamespace is what the loop calls a namespace.
func ofNamespace(name string) string { return "namespace " + name }

// pause waits for a while, or until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
