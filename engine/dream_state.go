package engine

import (
	"context"
	"sync"
	"time"

	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// dreamState is what is known of a namespace's consolidation.
type dreamState struct {
	Dreaming   bool
	Last       *time.Time // when the last dream that changed or tried to change something ended
	NearCopies int        // copies that a dream would merge, as of the last dream or dry run; −1 unknown
}

// dreams is which namespaces are dreaming, and what their dry runs found. The zero value is ready.
type dreams struct {
	mu      sync.Mutex
	running map[string]bool
	copies  map[string]int // of the last dry run or dream of this process
}

// dreamRetry is when to ask again for a namespace that is dreaming: most dreams take a few seconds.
const dreamRetry = 5 * time.Second

// enter begins a dream in a namespace, one at a time; the caller must call leave.
func (d *dreams) enter(namespace string) (leave func(), err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running[namespace] {
		return nil, &Error{Kind: KindBusy, Message: "namespace " + namespace + " is dreaming", RetryAfterMs: dreamRetry.Milliseconds(), Hint: "ask again when the dream has ended, or cancel it"}
	}
	if d.running == nil {
		d.running, d.copies = map[string]bool{}, map[string]int{}
	}
	d.running[namespace] = true
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.running, namespace)
	}, nil
}

// found notes how many copies are left in a namespace.
func (d *dreams) found(namespace string, copies int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.copies[namespace] = copies
}

// dreamState says whether a namespace is dreaming, when it last did, and what is left to merge.
func (e *Engine) dreamState(ctx context.Context, namespace string) (dreamState, error) {
	kept, err := e.lastDream(ctx, namespace)
	if err != nil {
		return dreamState{}, err
	}
	out := dreamState{NearCopies: -1}
	if kept != nil {
		out.Last, out.NearCopies = &kept.Ended, kept.NearCopies
	}
	e.dreams.mu.Lock()
	defer e.dreams.mu.Unlock()
	out.Dreaming = e.dreams.running[namespace]
	if n, ok := e.dreams.copies[namespace]; ok {
		out.NearCopies = n
	}
	return out, nil
}

// lastDream reads what stays of the last dream; nil: there was none.
func (e *Engine) lastDream(ctx context.Context, namespace string) (*dream.Last, error) {
	b, ok, err := e.shelves().Look(ctx, store.ShelfState, dream.LastKey(namespace))
	if err != nil || !ok {
		return nil, fault.Storage("read the last dream", err)
	}
	out, err := dream.ParseLast(b)
	return out, fault.Storage("read the last dream", err)
}
