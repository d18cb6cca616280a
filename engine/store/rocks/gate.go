package rocks

import (
	"context"
	"sync"
	"time"

	"asterism/engine/store"
)

// gate counts the calls in progress, so that Close frees the database only when none uses it, and no call begins
// afterwards. One call may be exclusive.
type gate struct {
	mu        sync.Mutex
	users     int
	exclusive bool // the only user wants no others
	holding   bool // new users wait, so that those inside come to an end
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

// enterAlone is enterExclusive for one who must come in however many others come: for so long as hold these wait, then for so long as pause they do not, and so on, since a user that
// has to enter once more before it leaves would wait for ever. It comes in when the longest of those who are inside has left, and at most hold and pause later.
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

// awaitNone waits for so long until there are no users, and comes in alone then. With holding set no others come meanwhile. The caller holds mu.
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

// close refuses new calls and waits until there are no users; false when it was closed before.
func (g *gate) close() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.closed = true
	g.idle.Broadcast() // to those who are held
	for g.users > 0 {
		g.idle.Wait()
	}
	return true
}
