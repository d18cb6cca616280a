package workspace

import (
	"context"

	"asterism/engine/background"
)

// maxTries is how often judging a memory is tried, within some seconds. A failing memory must not block the rest of its
// session for ever.
const maxTries = 5

// round runs the queued tasks. The last round saves what has changed.
func (ms *Minds) round(ctx context.Context, r *background.Round) {
	for {
		t, ok := ms.queue.pop(r.Waits)
		switch {
		case !ok && r.Last():
			ms.saveAll(ctx)
			return
		case !ok:
			return
		case t.do != nil: // a caller waits for it, so it runs even after ctx has ended
			r.Serve("a question", func() { t.do(ctx) })
		case ctx.Err() == nil:
			ms.try(ctx, r, t)
		}
	}
}

// try judges a memory. After an error it is retried before later ones of its session, unless it has failed too
// often.
func (ms *Minds) try(ctx context.Context, r *background.Round, t task) {
	t.tries++
	err := r.Try(t.key.String(), func() error { return ms.consider(ctx, &t) })
	switch {
	case err == nil:
	case t.thought != nil && (t.tries >= maxTries || r.Last()):
		ms.log.Warn("memory not looked at by the workspace", "id", t.thought.ID, "namespace", t.key.Namespace, "session", t.key.Session, "tries", t.tries, "error", err)
	case !r.Last(): // otherwise the end of the round saves it
		ms.queue.putBack(t)
	}
}

// Finish completes the queued tasks until ctx ends.
func (ms *Minds) Finish(ctx context.Context) {
	ms.queue.close()
	ms.loop.Finish(ctx)
}
