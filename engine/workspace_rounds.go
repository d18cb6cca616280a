package engine

import (
	"context"

	"asterism/engine/background"
)

// mindTries is how often a look at a memory is tried, within some seconds. A look that fails for ever may not keep the rest of its session out of mind.
const mindTries = 5

// mindAll does what waits for the workspaces. The last round writes down what was changed since.
func (e *Engine) mindAll(ctx context.Context, r *background.Round) {
	for {
		t, ok := e.minds.queue.pop(r.Waits)
		switch {
		case !ok && r.Last():
			e.saveMinds(ctx)
			return
		case !ok:
			return
		case t.do != nil: // somebody waits for it, also when time is up
			r.Serve("a question", func() { t.do(ctx) })
		case ctx.Err() == nil:
			e.tryMind(ctx, r, t)
		}
	}
}

// tryMind looks at a memory. One that fails is looked at again, before those of its session that came after it, unless it has failed too often.
func (e *Engine) tryMind(ctx context.Context, r *background.Round, t mindTask) {
	t.tries++
	err := r.Try(t.key.String(), func() error { return e.consider(ctx, &t) })
	switch {
	case err == nil:
	case t.look != nil && (t.tries >= mindTries || r.Last()):
		e.log.Warn("memory not looked at by the workspace", "id", t.look.ID, "namespace", t.key.namespace, "session", t.key.session, "tries", t.tries, "error", err)
	case !r.Last(): // else the end of the round writes it down
		e.minds.queue.putBack(t)
	}
}

// stopMinds lets what waits be looked at, as long as ctx lasts.
func (e *Engine) stopMinds(ctx context.Context) {
	e.minds.queue.shut()
	e.minds.loop.Finish(ctx)
}
