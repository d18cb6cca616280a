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
			g.failWaiting(g.life.Err())
			g.mu.Unlock()
			return
		case e := <-g.events:
			if !e.lost {
				e.from.reported.Store(false) // later changes are reported again
			}
			g.mu.Lock()
			stale := e.from != g.cur
			if e.lost { // reported once for each link; another one may be connected by now
				stale = g.cur != nil
			}
			g.mu.Unlock()
			if !stale {
				g.reconnect(e)
			}
		}
	}
}

// judge reads a link's list each time the server announces a change of its tools, until the link ends, and asks supervise to reconnect. It has its own goroutine, since a connection
// attempt in supervise may take long.
func (g *Guard) judge(l *link) {
	for {
		select {
		case <-l.news:
			if g.changed(l) && l.reported.CompareAndSwap(false, true) {
				g.notice(event{from: l, why: "the server says that its tools have changed"})
			}
		case <-l.closed:
			return
		case <-g.life.Done():
			return
		}
	}
}

// changed reads the list of a link after the server has announced a change. From then on it refuses calls of tools that differ from what the client was shown, since a new
// connection may take long, or never come. If the list cannot be read, calls of every tool are refused; if the connection broke, the link is lost. It reports whether to reconnect.
// It does not for a young link that still has its first list: some servers announce a change at every start, and would be restarted forever.
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
		return false // lose has sent an event for it
	}
	g.hold(l, list)
	young := time.Since(l.began) < g.opt.Steady
	return !young || list.Incomplete != "" || list.Digest() != l.digest
}

// failWaiting lets waiting requests continue; without a link they fail with an error. The caller holds mu.
func (g *Guard) failWaiting(why error) {
	g.use(g.cur)
	if g.cur == nil {
		g.failure = why
	}
}

// reconnect restarts the server, or connects to it again. An old link that still works serves until then, and its calls finish there. Without one, requests wait.
func (g *Guard) reconnect(e event) {
	g.logf("↻ reconnect %s: %s", g.opt.Name, e.why)
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
			g.logf("✓ connected %s: the client sees %d tools", g.opt.Name, g.tools())
			return
		}
		g.logf("✖ failed %s, attempt %d of %d: %v", g.opt.Name, n+1, g.opt.Attempts, err)
		wait = g.opt.Pause << min(n, 4)
	}
	g.giveUp(e, err)
}

// giveUp ends a series of failed attempts. An old link that works stays in use. One that did not list its tools would refuse every call forever, so it is retired, and the next
// request starts another series.
func (g *Guard) giveUp(e event, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case e.lost:
	case g.cur != e.from: // it broke meanwhile, and lose has sent an event for that
		return
	case e.from.unlisted:
		g.cur = nil
		g.retire(e.from)
	default:
		g.logf("the old one of %s goes on; calls of tools that it changed are refused", g.opt.Name)
		return
	}
	g.failWaiting(fmt.Errorf("the server cannot be reached: %w", err))
}

// lose takes a broken link out of use: from now on requests wait for another one.
func (g *Guard) lose(l *link, why string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cur == l {
		g.cur = nil
		g.holdRequests()
		g.retire(l)
		g.notice(event{from: l, why: why, lost: true})
	}
}

// leave makes requests wait if the link is lost. It returns the pause before the first attempt, which grows while the server keeps ending soon after its start.
func (g *Guard) leave(e event) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if e.lost {
		g.holdRequests()
	}
	if e.from == nil || time.Since(e.from.began) >= g.opt.Steady {
		g.shortLife = 0
		return 0
	}
	g.shortLife++
	return g.opt.Pause << min(g.shortLife-1, 4)
}

// holdRequests makes requests wait until there is a link, or until an attempt has failed. The caller holds mu.
func (g *Guard) holdRequests() {
	g.failure = nil
	select {
	case <-g.decided:
		g.decided = make(chan struct{})
	default: // some wait already
	}
}

// retire ends a link in the background after its calls have ended; Serve waits for that. Calls to a child process that has ended fail at once.
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
