package rocks

import (
	"context"
	"sync"

	"asterism/engine/store"
)

// gate keeps Close from freeing what somebody still uses, and everybody from using what is freed.
type gate struct {
	mu     sync.Mutex
	inside int
	alone  bool // one is inside who wants nobody else there
	closed bool
	broken error     // for everybody who wants to enter; nil: all is well
	empty  sync.Cond // on mu; signalled when the last one leaves
}

func newGate() *gate {
	g := &gate{}
	g.empty.L = &g.mu
	return g
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.alone {
		g.empty.Wait()
	}
	if err := g.refusal(); err != nil {
		return err
	}
	g.inside++
	return nil
}

// refusal is why nobody gets in any more; nil: they do. The caller holds mu.
func (g *gate) refusal() error {
	if g.closed {
		return store.ErrClosed
	}
	return g.broken
}

// breakOff turns away with the error all who come from now on; only close is left.
func (g *gate) breakOff(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.broken = err
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.inside--; g.inside == 0 {
		g.alone = false
		g.empty.Broadcast()
	}
}

// enterAlone waits until nobody is inside, and keeps all others out until leave. It does not keep out those who come while it waits: one who is
// inside may have to enter once more before leaving.
func (g *gate) enterAlone(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.empty.Broadcast()
	})()
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.refusal() == nil && g.inside > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.empty.Wait()
	}
	if err := g.refusal(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	g.inside, g.alone = 1, true
	return nil
}

// close lets nobody in any more and waits until all are out; false when it was closed before.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.closed = true
	for g.inside > 0 {
		g.empty.Wait()
	}
	return true
}
