package dream

import (
	"context"
	"sync"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// State is what is known of a namespace's consolidation.
type State struct {
	Dreaming   bool
	Last       *time.Time // when the last dream that changed or tried to change something ended
	NearCopies int        // copies that a dream would merge, as of the last dream or dry run; −1 unknown
}

// dreams is which namespaces are dreaming, and what their dry runs found. The zero value is ready.
type dreams struct {
	mu      sync.Mutex
	running map[string]bool
	copies  map[string]int       // of the last dry run or dream of this process
	looked  map[string]time.Time // when a namespace was last found to have nothing new
}

// dreamRetry is when to ask again for a namespace that is dreaming: most dreams take a few seconds.
const dreamRetry = 5 * time.Second

// enter begins a dream in a namespace, one at a time; the caller must call leave.
func (d *dreams) enter(namespace string) (leave func(), err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running[namespace] {
		return nil, &fault.Error{Kind: fault.KindBusy, Message: "namespace " + namespace + " is dreaming", RetryAfterMs: dreamRetry.Milliseconds(), Hint: "ask again when the dream has ended, or cancel it"}
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

// lookedAt is when a namespace was last found to have nothing new; zero: not yet.
func (d *dreams) lookedAt(namespace string) time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.looked[namespace]
}

// observe notes that a namespace has nothing new.
func (d *dreams) observe(namespace string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.looked == nil {
		d.looked = map[string]time.Time{}
	}
	d.looked[namespace] = now
}

// found notes how many copies are left in a namespace.
func (d *dreams) found(namespace string, copies int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.copies[namespace] = copies
}

// State says whether a namespace is dreaming, when it last did, and what is left to merge.
func (s *Service) State(ctx context.Context, namespace string) (State, error) {
	kept, err := s.lastDream(ctx, namespace)
	if err != nil {
		return State{}, err
	}
	out := State{NearCopies: -1}
	if kept != nil {
		out.Last, out.NearCopies = &kept.Ended, kept.NearCopies
	}
	s.running.mu.Lock()
	defer s.running.mu.Unlock()
	out.Dreaming = s.running.running[namespace]
	if n, ok := s.running.copies[namespace]; ok {
		out.NearCopies = n
	}
	return out, nil
}

// lastDream reads what stays of the last dream; nil: there was none.
func (s *Service) lastDream(ctx context.Context, namespace string) (*Last, error) {
	b, ok, err := s.Store.Read(ctx, store.ShelfState, LastKey(namespace))
	if err != nil || !ok {
		return nil, fault.Storage("read the last dream", err)
	}
	out, err := ParseLast(b)
	return out, fault.Storage("read the last dream", err)
}
