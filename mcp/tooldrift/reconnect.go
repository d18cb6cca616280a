package tooldrift

import (
	"context"
	"fmt"
	"time"

	"asterism/engine/caught"
)

// supervise reconnects, one event after another, until the guard ends.
func (g *Guard) supervise() {
	for {
		select {
		case <-g.life.Done():
			g.mu.Lock()
			g.settle(g.life.Err())
			g.mu.Unlock()
			return
		case e := <-g.events:
			if !e.lost {
				e.from.told.Store(false) // a change that is judged from here on is told again
			}
			g.mu.Lock()
			stale := e.from != g.cur
			if e.lost { // told once a link; another one may have come up meanwhile
				stale = g.cur != nil
			}
			g.mu.Unlock()
			if !stale {
				g.reconnect(e)
			}
		}
	}
}

// judge looks at a link's list each time that it says its tools have changed, until the link ends, and asks for a new
// life. It is apart from supervise, which may be long at an attempt to connect.
func (g *Guard) judge(l *link) {
	for {
		select {
		case <-l.news:
			if g.changed(l) && l.told.CompareAndSwap(false, true) {
				g.notice(event{from: l, why: "the server says that its tools have changed"})
			}
		case <-l.closed:
			return
		case <-g.life.Done():
			return
		}
	}
}

// changed asks a link that says its tools have changed for its list, and from then on refuses calls of those that are not
// what the client was shown: a new life may be long in coming up, or never come. When it does not give its list, calls of
// every tool are refused; with a connection that broke it is lost. It tells whether a new life is wanted: not when a young
// link still has the list it came with, since some servers say that it changed whenever they start, and to start them anew
// for that would never end.
func (g *Guard) changed(l *link) bool {
	ctx, cancel := context.WithTimeoutCause(g.life, g.opt.Fetch.Timeout, fmt.Errorf("no answer within %s", g.opt.Fetch.Timeout))
	defer cancel()
	list, err := l.list(ctx, g.opt.Fetch)
	if err != nil {
		if !l.lostBy(err) {
			g.withhold(l, err)
			return true
		}
		err = (&connection{child: l.child}).explain(ctx, err)
		g.lose(l, fmt.Sprintf("the server says that its tools have changed, and does not list them: %v", err))
		return false // its loss is an event of its own
	}
	g.hold(l, list)
	young := time.Since(l.born) < g.opt.Steady
	return !young || list.Incomplete != "" || list.Digest() != l.digest
}

// settle ends the waiting of requests with an error. The caller holds mu.
func (g *Guard) settle(why error) {
	g.use(g.cur)
	if g.cur == nil {
		g.failure = why
	}
}

// reconnect brings a new life of the server up. When the old one still works it serves until then, and calls that it
// has begun finish there; otherwise requests wait.
func (g *Guard) reconnect(e event) {
	g.say("↻ reconnect %s: %s", g.opt.Name, e.why)
	wait := g.leave(e)
	var err error
	for n := range g.opt.Attempts {
		if !pause(g.life, wait) {
			return
		}
		if err = g.revive(); err == nil {
			if !e.lost {
				g.retire(e.from)
			}
			g.say("✓ connected %s: the client sees %d tools", g.opt.Name, g.tools())
			return
		}
		g.say("✖ failed %s, attempt %d of %d: %v", g.opt.Name, n+1, g.opt.Attempts, err)
		wait = g.opt.Pause << min(n, 4)
	}
	g.giveUp(e, err)
}

// giveUp ends a row of attempts of which each failed. An old link that works goes on. One that did not list its tools
// would refuse every call for ever: it is retired, and the next request starts another try.
func (g *Guard) giveUp(e event, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case e.lost:
	case g.cur != e.from: // it broke meanwhile, which is an event of its own
		return
	case e.from.unlisted:
		g.cur = nil
		g.retire(e.from)
	default:
		g.say("the old one of %s goes on; calls of tools that it changed are refused", g.opt.Name)
		return
	}
	g.settle(fmt.Errorf("the server cannot be reached: %w", err))
}

// lose gives up a link that broke: from now on requests wait for another one.
func (g *Guard) lose(l *link, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cur == l {
		g.cur = nil
		g.unsettle()
		g.retire(l)
		g.notice(event{from: l, why: why, lost: true})
	}
}

// leave makes requests wait when the link is lost, and says how long to wait before the first attempt: a server that keeps dying young is given time.
func (g *Guard) leave(e event) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.lost {
		g.unsettle()
	}
	if e.from == nil || time.Since(e.from.born) >= g.opt.Steady {
		g.shortLife = 0
		return 0
	}
	g.shortLife++
	return g.opt.Pause << min(g.shortLife-1, 4)
}

// unsettle makes requests wait. The caller holds mu.
func (g *Guard) unsettle() {
	g.failure = nil
	select {
	case <-g.settled:
		g.settled = make(chan struct{})
	default: // some wait already
	}
}

// retire ends a link in the background, when its calls have; Serve waits for it. Those of a child that has fallen silent fail at once.
func (g *Guard) retire(l *link) {
	g.links.Go(func() { _ = caught.Do(func() { l.retire(g.opt.Drain) }) })
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (g *Guard) tools() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.pin.List.Tools)
}
