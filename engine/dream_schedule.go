package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
)

// dreamLook is how often the clock is looked at for dreams that are due. It may be changed before an engine opens.
var dreamLook = time.Minute

// dreamClock is the goroutine that dreams as often as Config.DreamEvery asks for.
type dreamClock struct {
	once sync.Once
	stop context.CancelFunc
	done chan struct{}
}

// startDreaming tells of dreams that a crash cut short, and, if the operator asked for it, dreams in the background.
func (e *Engine) startDreaming(ctx context.Context) {
	if err := e.tellCutShort(ctx); err != nil {
		e.log.Warn("look for dreams that were cut short", "error", err)
	}
	if e.cfg.DreamEvery == 0 {
		return
	}
	e.nightly.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		e.nightly.stop, e.nightly.done = cancel, make(chan struct{})
		look := dreamLook
		go func() {
			defer close(e.nightly.done)
			e.dreamWhenDue(ctx, look)
		}()
	})
}

// stopDreaming cuts a scheduled dream short; what it has done stays done and can be taken back.
func (e *Engine) stopDreaming() {
	e.nightly.once.Do(func() {})
	if e.nightly.stop != nil {
		e.nightly.stop()
		<-e.nightly.done
	}
}

// tellCutShort logs which dreams were not ended, so that they can be taken back.
func (e *Engine) tellCutShort(ctx context.Context) error {
	return e.eachDream(ctx, func(_ []byte, r *dream.Record) (bool, error) {
		if !r.Finished && r.Undone.IsZero() {
			e.log.Warn("a dream was cut short; what it did stands, and can be taken back by its id", "dream", r.ID, "namespace", r.Namespace, "started", r.Started, "rationale", r.Rationale)
		}
		return true, nil
	})
}

func (e *Engine) dreamWhenDue(ctx context.Context, look time.Duration) {
	tick := time.NewTicker(look)
	defer tick.Stop()
	looked := map[string]time.Time{} // when a namespace was last found to have nothing new
	for {
		e.dreamDue(ctx, looked)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// dreamDue dreams in every namespace whose last dream is long enough ago and in which something happened since.
func (e *Engine) dreamDue(ctx context.Context, looked map[string]time.Time) {
	info, err := e.store.Info(ctx)
	if err != nil {
		e.log.Warn("look for namespaces to dream in, the next look tries again", "error", err)
		return
	}
	for _, ns := range slices.Sorted(maps.Keys(info.Namespaces)) {
		due, err := e.isDreamDue(ctx, ns, looked)
		if due {
			_, err = e.Dream(ctx, DreamQuestion{Namespace: ns, Rationale: "scheduled", Phase: dream.FullCycle})
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil && !isBusy(err) {
			e.log.Warn("scheduled dream, the next look tries again", "namespace", ns, "error", err)
		}
	}
}

func (e *Engine) isDreamDue(ctx context.Context, namespace string, looked map[string]time.Time) (bool, error) {
	last, err := e.lastDream(ctx, namespace)
	if err != nil {
		return false, err
	}
	now := e.now()
	if last == nil {
		return true, nil
	}
	if !e.longEnough(now, last.Ended) || !e.longEnough(now, looked[namespace]) {
		return false, nil
	}
	if recalled, _ := e.recalls.of(namespace); len(recalled) > 0 {
		return true, nil
	}
	var here versions // and not times: those of a clock that was ahead stay in the future when it is put right
	err = e.store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		here += versionsOf(m.ID, m.Version)
		return true, ctx.Err()
	})
	if err != nil {
		return false, storage("look for changes since the last dream", err)
	}
	if here == last.Seen {
		looked[namespace] = now
	}
	return here != last.Seen, nil
}

// longEnough reports whether a dream may follow what was at that time. A time that is still to come was told by a clock that was put right since: it is taken as long ago.
func (e *Engine) longEnough(now, since time.Time) bool {
	return now.Before(since) || now.Sub(since) >= e.cfg.DreamEvery
}

func isBusy(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == KindBusy
}
