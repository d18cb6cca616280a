// Package warm answers: how does what a search holds in memory follow a store that another node writes?
//
// A node that only follows a shard has all of it on disk. To answer searches at once it also holds the index, and what was learned, as the leader's engine does. A [Follower] hears of every
// write after it was applied to the node's store. It notes the ids that the write is about, and a goroutine of its own reads these memories from the store and has the index show them as they
// are: reading one twice, or a later state than that of the write, does no harm. So nothing of the writes is kept, and who applies them never waits.
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
	// Applied is the place in the log up to which the store holds it.
	Applied() uint64
	// OnApplied calls fn for each write after it was applied, in the order of the log; fn must be quick.
	OnApplied(fn func(place uint64, w *store.Write)) (stop func())
}

// View is what is held in memory.
type View struct {
	Store   store.Memories
	Parts   store.Parts                        // of a memory that Show needs
	Show    func(m *store.Memory) error        // lets a memory be found as it is now
	Hide    func(id store.ID, m *store.Memory) // lets it be found no more; m is how it is stored now, nil: it is gone for good
	Relearn func(context.Context) error        // reads anew what the shelves hold: goals, and what was learned
}

// ErrStale says that what is held in memory cannot follow the store any further: the engine must be opened anew.
var ErrStale = errors.New("the store came to other models, or cannot be read any more")

// relearnPause is the least time between two readings of what was learned.
const relearnPause = 2 * time.Second

// batch is how many memories are read at once.
const batch = 256

// Follower keeps a view as the store is. It is safe for concurrent use.
type Follower struct {
	source Source
	view   View
	group  *caught.Group
	stop   context.CancelFunc
	deaf   func() // ends the hearing
	ring   chan struct{}

	mu      sync.Mutex
	touched map[store.ID]bool // that changed since the view was brought up to date; true: it was purged meanwhile
	learned bool              // something on the shelves changed
	heard   uint64            // the place of the last write that was heard of
	shown   uint64            // up to which the view holds the log
	moved   chan struct{}     // closed when shown grows, or err is set
	err     error             // nil: it follows
}

// New makes a follower. It hears of nothing before [Follower.Hear].
func New(source Source) *Follower {
	return &Follower{source: source, ring: make(chan struct{}, 1), touched: map[store.ID]bool{}, moved: make(chan struct{}), group: caught.NewGroup(), stop: func() {}, deaf: func() {}}
}

// Hear begins to note what changes. It is called before the view is first read from the store, so that nothing is missed between the two.
func (f *Follower) Hear() {
	f.deaf = f.source.OnApplied(f.applied)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shown = f.source.Applied() // what is applied before this is in the store that is read next
	f.heard = max(f.heard, f.shown)
}

// Begin begins to bring the view up to date, which was read from the store after Hear.
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

// Close ends the following. The view stays as it is.
func (f *Follower) Close() {
	f.deaf()
	f.stop()
	_ = f.group.Wait() // it has no errors
}

// Shown is the place in the log up to which searches know it.
func (f *Follower) Shown() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shown
}

// Err is nil as long as the view follows the store; otherwise it wraps [ErrStale].
func (f *Follower) Err() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// WaitFor returns when searches know the log up to the place, so that a caller sees what he wrote himself; or with the error of ctx, or one that wraps [ErrStale].
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

// Settle returns when searches know all that was heard of before the call, with the errors of [Follower.WaitFor].
func (f *Follower) Settle(ctx context.Context) error {
	f.mu.Lock()
	heard := f.heard
	f.mu.Unlock()
	if err := f.WaitFor(ctx, heard); err != nil {
		return err
	}
	return f.Err() // what is shown may be of models that the store has no more
}

// wake tells those who wait; the caller holds mu.
func (f *Follower) wake() {
	close(f.moved)
	f.moved = make(chan struct{})
}

// applied notes what a write is about.
func (f *Follower) applied(place uint64, w *store.Write) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.heard = place
	for i := range w.Commands {
		switch c := &w.Commands[i]; c.Op {
		case store.OpLink, store.OpRenew: // the index holds neither
		case store.OpPurge:
			f.touched[c.ID] = true // a memory that is stored anew under the id begins with an earlier version
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

// run brings the view up to date whenever something has changed.
func (f *Follower) run(ctx context.Context) error {
	var later <-chan time.Time // when what was learned is read again; nil: nothing was
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

// round shows what was touched as it is in the store now.
func (f *Follower) round(ctx context.Context) (learned bool, err error) {
	f.mu.Lock()
	touched, place := f.touched, f.heard
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
