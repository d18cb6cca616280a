package rocks

import (
	"sync"

	"asterism/engine/store"
)

// gate keeps Close from freeing what somebody still uses, and everybody from using what is freed.
type gate struct {
	mu     sync.Mutex
	inside int
	closed bool
	empty  sync.Cond // on mu; signalled when the last one leaves
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return store.ErrClosed
	}
	g.inside++
	return nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inside--; g.inside == 0 && g.closed {
		g.empty.Broadcast()
	}
}

// close lets nobody in any more and waits until all are out; false when it was closed before.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.closed = true
	g.empty.L = &g.mu
	for g.inside > 0 {
		g.empty.Wait()
	}
	return true
}
