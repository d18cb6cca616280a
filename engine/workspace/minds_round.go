package workspace

import (
	"context"

	"asterism/engine/background"
)

// mindTries is how often a look at a memory is tried, within some seconds. A look that fails for ever may not keep the rest of its session out of mind.
const mindTries = 5

// round does what waits for the workspaces. The last round writes down what was changed since.
func (ms *Minds) round(ctx context.Context, r *background.Round) {
	for {
		t, ok := ms.queue.pop(r.Waits)
		switch {
		case !ok && r.Last():
			ms.saveAll(ctx)
			return
		case !ok:
			return
		case t.do != nil: // somebody waits for it, also when time is up
			r.Serve("a question", func() { t.do(ctx) })
		case ctx.Err() == nil:
			ms.try(ctx, r, t)
		}
	}
}

// try looks at a memory. One that fails is looked at again, before those of its session that came after it, unless it has failed too often.
func (ms *Minds) try(ctx context.Context, r *background.Round, t task) {
	t.tries++
	err := r.Try(t.key.String(), func() error { return ms.consider(ctx, &t) })
	switch {
	case err == nil:
	case t.look != nil && (t.tries >= mindTries || r.Last()):
		ms.log.Warn("memory not looked at by the workspace", "id", t.look.ID, "namespace", t.key.Namespace, "session", t.key.Session, "tries", t.tries, "error", err)
	case !r.Last(): // else the end of the round writes it down
		ms.queue.putBack(t)
	}
}

// Finish lets what waits be looked at, as long as ctx lasts.
func (ms *Minds) Finish(ctx context.Context) {
	ms.queue.shut()
	ms.loop.Finish(ctx)
}
