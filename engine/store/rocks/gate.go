package rocks

import (
	"context"
	"sync"
	"time"

	"asterism/engine/store"
)

// gate counts the calls in progress, so that Close frees the database only when no call uses it, and no call
// begins afterwards. One call may be exclusive.
type gate struct {
	mu        sync.Mutex
	users     int
	exclusive bool // the only user excludes others
	holding   bool // new users wait, so that those inside can finish
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
	for g.exclusive || g.holding && !g.closed {
		g.idle.Wait()
	}
	if err := g.refusal(); err != nil {
		return err
	}
	g.users++
	return nil
}

// refusal returns why no new call may begin; nil: it may. The caller holds mu.
func (g *gate) refusal() error {
	if g.closed {
		return store.ErrClosed
	}
	return g.failed
}

// fail makes all later calls return the error; only close still works.
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

// enterExclusive waits until there are no users, and blocks others until leave. It does not block new users while it
// waits, since a user may have to enter again before it leaves.
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

// enterAlone is enterExclusive for a caller that must not be delayed by a stream of new users. New users are held back for hold and then let in for pause, in turn, since a user that
// has to enter again before it leaves would otherwise wait for ever. enterAlone returns when the longest of the current users has left, and at most hold and pause later.
func (g *gate) enterAlone(hold, pause time.Duration) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	for {
		if in, err := g.awaitNone(hold, true); in || err != nil {
			return err
		}
		if in, err := g.awaitNone(pause, false); in || err != nil {
			return err
		}
	}
}

// awaitNone waits for at most most until there are no users, and then enters exclusively. With holding set no others enter meanwhile. The caller
// holds mu.
func (g *gate) awaitNone(most time.Duration, holding bool) (in bool, err error) {
	over := false
	defer time.AfterFunc(most, func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		over = true
		g.idle.Broadcast()
	}).Stop()
	g.holding = holding
	defer func() {
		g.holding = false
		g.idle.Broadcast()
	}()
	for g.refusal() == nil && g.users > 0 && !over {
		g.idle.Wait()
	}
	if err := g.refusal(); err != nil || g.users > 0 {
		return false, err
	}
	g.users, g.exclusive = 1, true
	return true, nil
}

// close refuses new calls and waits until there are no users; it returns false if the gate was closed already.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.closed = true
	g.idle.Broadcast() // wake the callers that are held back
	for g.users > 0 {
		g.idle.Wait()
	}
	return true
}
