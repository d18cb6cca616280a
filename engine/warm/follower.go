// Package warm answers: how does what a search holds in memory follow a store that another node writes?
//
// A node that only follows a shard has all of it on disk. To answer searches at once it also keeps the index and the learned state in memory, as the leader's engine does. A [Follower] is
// called with every write after the write was applied to the node's store. It records the ids in the write, and a separate goroutine reads these memories from the store and updates the
// index. Reading a memory twice, or in a later state than that of the write, does no harm. So the writes themselves are not kept, and applying them never waits.
package warm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"asterism/engine/caught"
	"asterism/engine/store"
)

// Source is a store that others write, such as a node's replica of a shard.
type Source interface {
	// Applied returns the place in the log up to which the store has applied it.
	Applied() uint64
	// OnApplied calls fn for each write after it was applied, in the order of the log; fn must be quick.
	OnApplied(fn func(place uint64, w *store.Write)) (stop func())
}

// View is the state in memory.
type View struct {
	Store   store.Memories
	Parts   store.Parts                        // the parts of a memory that Show needs
	Show    func(m *store.Memory) error        // makes the current state of a memory searchable
	Hide    func(id store.ID, m *store.Memory) // removes a memory from search; m is its stored state, nil: it was purged
	Relearn func(context.Context) error        // reads the shelves again: goals, and the learned state
}

// ErrStale means that the state in memory can no longer follow the store: the engine must be opened again.
var ErrStale = errors.New("the store came to other models, or cannot be read any more")

// relearnPause is the least time between two reads of the learned state.
const relearnPause = 2 * time.Second

// batch is how many memories are read at once.
const batch = 256

// Follower keeps a view up to date with the store. It is safe for concurrent use.
type Follower struct {
	source      Source
	view        View
	group       *caught.Group
	stop        context.CancelFunc
	unsubscribe func() // stops the calls of applied
	ring        chan struct{}

	mu       sync.Mutex
	touched  map[store.ID]bool // changed since the view was last updated; true: it was purged meanwhile
	learned  bool              // an entry of the shelves changed
	received uint64            // the place of the last write received
	shown    uint64            // the place up to which the view is up to date
	moved    chan struct{}     // closed when shown grows, or err is set
	err      error             // nil: the view follows the store
}

// New makes a follower. It receives no writes before [Follower.Hear].
func New(source Source) *Follower {
	return &Follower{source: source, ring: make(chan struct{}, 1), touched: map[store.ID]bool{}, moved: make(chan struct{}), group: caught.NewGroup(), stop: func() {}, unsubscribe: func() {}}
}

// Hear starts recording changes. Call it before the view is first read from the store, so that no change is missed in between.
func (f *Follower) Hear() {
	f.unsubscribe = f.source.OnApplied(f.applied)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shown = f.source.Applied() // earlier writes are in the store that is read next
	f.received = max(f.received, f.shown)
}

// Begin starts updating the view, which must have been read from the store after Hear.
func (f *Follower) Begin(v View) {
	f.view = v
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	f.group.Go(func() error {
		err := caught.Run(func() error { return f.run(ctx) })
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.err == nil {
			f.err = fmt.Errorf("%w: %w", ErrStale, err)
		}
		f.wake()
		return nil
	})
}

// Close stops the updates. The view stays as it is.
func (f *Follower) Close() {
	f.unsubscribe()
	f.stop()
	_ = f.group.Wait() // it has no errors
}

// Shown returns the place in the log up to which searches see it.
func (f *Follower) Shown() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shown
}

// Err returns nil as long as the view follows the store; otherwise an error that wraps [ErrStale].
func (f *Follower) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// WaitFor returns when searches see the log up to the place, so that a caller sees its own writes; or with the error of ctx, or one that wraps [ErrStale].
func (f *Follower) WaitFor(ctx context.Context, place uint64) error {
	for {
		f.mu.Lock()
		shown, err, moved := f.shown, f.err, f.moved
		f.mu.Unlock()
		switch {
		case shown >= place:
			return nil
		case err != nil:
			return err
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return fmt.Errorf("wait until searches know place %d of the log, %d now: %w", place, shown, ctx.Err())
		}
	}
}

// Settle returns when searches see all writes received before the call, with the errors of [Follower.WaitFor].
func (f *Follower) Settle(ctx context.Context) error {
	f.mu.Lock()
	received := f.received
	f.mu.Unlock()
	if err := f.WaitFor(ctx, received); err != nil {
		return err
	}
	return f.Err() // the view may be of models that the store no longer has
}

// wake wakes the waiting callers; the caller holds mu.
func (f *Follower) wake() {
	close(f.moved)
	f.moved = make(chan struct{})
}

// applied records the ids of a write.
func (f *Follower) applied(place uint64, w *store.Write) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.received = place
	for i := range w.Commands {
		switch c := &w.Commands[i]; c.Op {
		case store.OpLink, store.OpRenew: // the index contains neither
		case store.OpPurge:
			f.touched[c.ID] = true // a memory that is stored again under the id starts with a lower version
		default:
			if _, known := f.touched[c.ID]; !known {
				f.touched[c.ID] = false
			}
		}
	}
	f.learned = f.learned || slices.ContainsFunc(w.Entries, func(e store.Entry) bool { return e.Shelf == store.ShelfGoals || e.Shelf == store.ShelfState })
	if w.End != nil && f.err == nil {
		f.err = fmt.Errorf("%w: it was embedded again, up to place %d", ErrStale, place)
		f.wake()
	}
	select {
	case f.ring <- struct{}{}:
	default:
	}
}

// run updates the view whenever something has changed.
func (f *Follower) run(ctx context.Context) error {
	var later <-chan time.Time // when the learned state is read again; nil: it has not changed
	relearn, last := false, time.Time{}
	for {
		select {
		case <-f.ring:
		case <-later:
		case <-ctx.Done():
			return ctx.Err()
		}
		learned, err := f.round(ctx)
		if err != nil {
			return err
		}
		relearn = relearn || learned
		later = nil
		if wait := time.Until(last.Add(relearnPause)); relearn && wait > 0 {
			later = time.After(wait)
		} else if relearn {
			if err := f.view.Relearn(ctx); err != nil {
				return err
			}
			relearn, last = false, time.Now()
		}
	}
}

// round updates the view with the current state of the recorded memories.
func (f *Follower) round(ctx context.Context) (learned bool, err error) {
	f.mu.Lock()
	touched, place := f.touched, f.received
	learned = f.learned
	f.touched, f.learned = map[store.ID]bool{}, false
	f.mu.Unlock()
	for ids := range slices.Chunk(slices.Collect(maps.Keys(touched)), batch) {
		many, err := f.view.Store.Get(ctx, f.view.Parts, ids...)
		if err != nil {
			return learned, err
		}
		for i, m := range many {
			if m == nil || !m.Deleted.IsZero() || touched[ids[i]] {
				f.view.Hide(ids[i], m)
			}
			if m == nil || !m.Deleted.IsZero() {
				continue
			}
			if err := f.view.Show(m); err != nil {
				return learned, err
			}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if place > f.shown {
		f.shown = place
		f.wake()
	}
	return learned, nil
}
