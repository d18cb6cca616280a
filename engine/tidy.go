package engine

import (
	"context"
	"errors"
	"sync"
	"time"
)

// tidyEvery is how often, by the engine's clock, forgotten memories are looked through.
const tidyEvery = 24 * time.Hour

// tidyLook is how often the clock is looked at. It may be changed before an engine opens.
var tidyLook = time.Minute

// tidying is the goroutine that purges what was forgotten long enough ago.
type tidying struct {
	once sync.Once
	stop context.CancelFunc
	done chan struct{}
}

// startTidying runs the first pass at once, in the background, and then one a day.
func (e *Engine) startTidying() {
	e.tidying.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		e.tidying.stop, e.tidying.done = cancel, make(chan struct{})
		look := tidyLook
		go func() {
			defer close(e.tidying.done)
			e.tidyDaily(ctx, look)
		}()
	})
}

// stopTidying cuts a pass short; what it has purged stays purged, and the next start goes on.
func (e *Engine) stopTidying() {
	e.tidying.once.Do(func() {})
	if e.tidying.stop != nil {
		e.tidying.stop()
		<-e.tidying.done
	}
}

func (e *Engine) tidyDaily(ctx context.Context, look time.Duration) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	for last := (time.Time{}); ; {
		if now := e.now(); now.Sub(last) >= tidyEvery || now.Before(last) { // a clock that was set back starts anew
			last = now
			e.tidy(ctx)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// tidy is one pass: purge, then take the bytes out of the files, also those that an earlier run left.
func (e *Engine) tidy(ctx context.Context) {
	x := expiry{store: e.store, now: e.now, turns: &e.turns}
	n, err := x.run(ctx)
	if n > 0 {
		e.log.Info("purged memories whose time to be restored was over", "memories", n, "window", RestoreWindow)
	}
	if errors.Is(err, context.Canceled) {
		return
	}
	if err != nil {
		e.log.Warn("purge forgotten memories, the next pass goes on", "error", err)
	}
	if ctx.Err() == nil {
		e.scrub(ctx)
	}
	if err := e.store.ClearRenewal(ctx); err != nil && ctx.Err() == nil {
		e.log.Warn("values of other models are still in the store's files, the next pass removes them", "error", err)
	}
	e.thinHistory(ctx)
}

func isNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == KindNotFound
}
