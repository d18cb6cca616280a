package engine

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// alignStep is how many memories are aligned anew in one write. It may be changed before an engine opens.
var alignStep = 128

// alignRetry is how long a pass waits after an error, of the disk or of one memory for example; those of other namespaces do not.
const alignRetry = 10 * time.Second

// aligning is the goroutine that aligns memories anew after goals have changed.
type aligning struct {
	once sync.Once
	stop context.CancelFunc
	done chan struct{}
}

// startAligning goes on with what an earlier run left, and then waits for goals to change.
func (e *Engine) startAligning() {
	e.aligning.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		e.aligning.stop, e.aligning.done = cancel, make(chan struct{})
		go func() {
			defer close(e.aligning.done)
			e.alignForEver(ctx)
		}()
	})
}

// stopAligning ends a pass between two writes; the next start goes on behind the last.
func (e *Engine) stopAligning() {
	e.aligning.once.Do(func() {})
	if e.aligning.stop != nil {
		e.aligning.stop()
		<-e.aligning.done
	}
}

// alignForEver works at one namespace after another, step by step. After each step it rests as long as the step took, so that it has half of one core.
func (e *Engine) alignForEver(ctx context.Context) {
	failed := map[string]time.Time{} // until when a namespace waits
	for ctx.Err() == nil {
		retry := soonest(failed, time.Now())
		p, tree := e.aims.next(failed)
		if p == nil {
			select {
			case <-e.aims.wake:
			case <-retry:
			case <-ctx.Done():
			}
			continue
		}
		start := time.Now()
		err := e.alignNext(ctx, p, tree)
		rest := time.Since(start)
		if err != nil && !errors.Is(err, context.Canceled) {
			e.log.Warn("align memories with changed goals, trying again", "namespace", p.namespace, "error", err, "in", alignRetry)
			failed[p.namespace] = time.Now().Add(alignRetry)
		}
		_ = pause(ctx, rest)
	}
}

// soonest lets go of the namespaces that have waited, and says when another one has; nil: none waits.
func soonest(failed map[string]time.Time, now time.Time) <-chan time.Time {
	maps.DeleteFunc(failed, func(_ string, until time.Time) bool { return !until.After(now) })
	if len(failed) == 0 {
		return nil
	}
	return time.After(slices.MinFunc(slices.Collect(maps.Values(failed)), time.Time.Compare).Sub(now))
}

// next returns the pass of the first namespace that has one and does not wait, and the goals it is about; nil: there is none.
func (a *aims) next(failed map[string]time.Time) (*alignPass, *purpose.Tree) {
	a.mu.RLock()
	defer a.mu.RUnlock()
	a.passing.Lock()
	defer a.passing.Unlock()
	var first *alignPass
	for name, p := range a.passes {
		if _, waits := failed[name]; !waits && (first == nil || name < first.namespace) {
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
