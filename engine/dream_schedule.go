package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"asterism/engine/background"
	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// dreamLook is how often the clock is looked at for dreams that are due. It may be changed before an engine opens.
var dreamLook = time.Minute

// tellCutShort logs which dreams were not ended, so that they can be taken back.
func (e *Engine) tellCutShort(ctx context.Context) error {
	return e.eachDream(ctx, func(_ []byte, r *dream.Record) (bool, error) {
		if !r.Finished && r.Undone.IsZero() {
			e.log.Warn("a dream was cut short; what it did stands, and can be taken back by its id", "dream", r.ID, "namespace", r.Namespace, "started", r.Started, "rationale", r.Rationale)
		}
		return true, nil
	})
}

// dreamWhenDue dreams in every namespace whose last dream is long enough ago and in which something happened since. One that fails holds up no other.
func (e *Engine) dreamWhenDue() func(context.Context, *background.Round) {
	looked := map[string]time.Time{} // when a namespace was last found to have nothing new
	return func(ctx context.Context, r *background.Round) {
		var info store.Info
		err := r.Try("", func() (err error) {
			info, err = e.store.Info(ctx)
			return fault.Storage("look for namespaces to dream in", err)
		})
		if err != nil {
			return
		}
		for _, ns := range slices.Sorted(maps.Keys(info.Namespaces)) {
			_ = r.Try(ofNamespace(ns), func() error { return e.dreamDue(ctx, ns, looked) })
			if ctx.Err() != nil { // what the dream has done stays done and can be taken back
				return
			}
		}
	}
}

func (e *Engine) dreamDue(ctx context.Context, namespace string, looked map[string]time.Time) error {
	due, err := e.isDreamDue(ctx, namespace, looked)
	if due {
		_, err = e.Dream(ctx, DreamQuestion{Namespace: namespace, Rationale: "scheduled", Phase: dream.FullCycle})
	}
	if isBusy(err) { // somebody has it dream
		return nil
	}
	return err
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
	if recalled, _ := e.recalls.Of(namespace); len(recalled) > 0 {
		return true, nil
	}
	var here dream.Versions // and not times: those of a clock that was ahead stay in the future when it is put right
	err = e.store.Scan(ctx, store.Range{Namespace: namespace}, store.Parts{}, func(m *store.Memory) (bool, error) {
		here += dream.VersionsOf(m.ID, m.Version)
		return true, ctx.Err()
	})
	if err != nil {
		return false, fault.Storage("look for changes since the last dream", err)
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
