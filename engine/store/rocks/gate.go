package rocks

import (
	"context"
	"sync"

	"asterism/engine/store"
)

// gate counts the calls in progress, so that Close frees the database only when none uses it, and no call begins
// afterwards. One call may be exclusive.
type gate struct {
	mu        sync.Mutex
	users     int
	exclusive bool // the only user wants no others
	closed    bool
	failed    error     // returned to every new call; nil: there is no error
	idle      sync.Cond // on mu; signalled when the last user leaves
}

func newGate() *gate {
	g := &gate{}
	g.idle.L = &g.mu
	return g
}

func (g *gate) enter() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.exclusive {
		g.idle.Wait()
	}
	if err := g.refusal(); err != nil {
		return err
	}
	g.users++
	return nil
}

// refusal is why no new call may begin; nil: it may. The caller holds mu.
func (g *gate) refusal() error {
	if g.closed {
		return store.ErrClosed
	}
	return g.failed
}

// fail makes all later calls return the error; only close is left.
func (g *gate) fail(err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failed = err
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.users--; g.users == 0 {
		g.exclusive = false
		g.idle.Broadcast()
	}
}

// enterExclusive waits until there are no users, and blocks others until leave. It does not block those who come while
// it waits, since a user may have to enter once more before it leaves.
func (g *gate) enterExclusive(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.idle.Broadcast()
	})()
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.refusal() == nil && g.users > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		g.idle.Wait()
	}
	if err := g.refusal(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	g.users, g.exclusive = 1, true
	return nil
}

// close refuses new calls and waits until there are no users; false when it was closed before.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.closed = true
	for g.users > 0 {
		g.idle.Wait()
	}
	return true
}
