package engine

import (
	"context"
	"errors"
	"time"

	"asterism/engine/background"
	"asterism/engine/fault"
)

// makeLoops makes what works unasked. Nothing begins before [upkeep.startLoops].
func (u *upkeep) makeLoops() {
	loop := func(name string, every time.Duration, work func(context.Context, *background.Round)) *background.Loop {
		return background.New(background.Task{Name: name, Work: work, Every: every, Pause: u.cfg.pauses, Log: u.log})
	}
	u.tidying = loop("tidying", tidyLook, u.tidyDaily())
	u.dreaming = loop("dreaming", dreamLook, func(ctx context.Context, r *background.Round) { u.dreams.RunDue(ctx, r) })
}

// startLoops begins what works unasked. Dreaming is among it only if the operator asked for it.
func (u *upkeep) startLoops() {
	for _, l := range u.loops() {
		l.Start()
	}
}

// stopLoops ends them, in this order. What they have done stays done, and the next start goes on; what waits for a workspace is looked at as long as ctx lasts.
func (u *upkeep) stopLoops(ctx context.Context) {
	u.tidying.Stop()
	u.dreaming.Stop()
	u.aims.Loop().Stop()
	u.minds.Finish(ctx)
	u.outcomes.Loop().Stop()
}

// loops are those that work here. Where the store is only read it is the workspace's alone, which also answers questions about what is in mind: the others write unasked.
func (u *upkeep) loops() []*background.Loop {
	if u.cfg.unwritable != nil {
		return []*background.Loop{u.minds.Loop()}
	}
	all := []*background.Loop{u.tidying, u.aims.Loop(), u.minds.Loop(), u.outcomes.Loop()}
	if u.cfg.DreamEvery > 0 {
		all = append(all, u.dreaming)
	}
	return all
}

// background says how each of them is doing.
func (u *upkeep) background() (out []background.State) {
	for _, l := range u.loops() {
		out = append(out, l.State())
	}
	return out
}

// tidyEvery is how often, by the engine's clock, forgotten memories are looked through.
const tidyEvery = 24 * time.Hour

// tidyLook is how often the clock is looked at. It may be changed before an engine opens.
var tidyLook = time.Minute

// tidyDaily tidies at the first round, and then once a day. A pass that failed is due until it has gone well.
func (u *upkeep) tidyDaily() func(context.Context, *background.Round) {
	var last time.Time
	return func(ctx context.Context, r *background.Round) {
		now := u.now()
		if now.Sub(last) < tidyEvery && !now.Before(last) { // a clock that was set back starts anew
			return
		}
		if err := r.Try("", func() error { return u.tidy(ctx) }); err == nil {
			last = now
		}
	}
}

// tidy is one pass: purge, then take the bytes out of the files, also those that an earlier run left. A part that fails does not keep the others from theirs. One that is
// cut short leaves purged what it has purged, and the next goes on.
func (u *upkeep) tidy(ctx context.Context) error {
	_, err := u.purge(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(err, fault.Storage("remove values of other models from the files", u.store.ClearRenewal(ctx)), u.aims.ThinHistory(ctx))
}

// purge removes what is due for good, and its bytes from the files, as [PurgeExpired] does in a store that nobody else changes. It returns how many there were.
func (u *upkeep) purge(ctx context.Context) (int, error) {
	x := expiry{store: u.store, now: u.now, turns: &u.turns, forget: u.forgetBeside, hold: u.aims.HoldVectors, pass: u.passing(), gone: u.held.bury}
	n, err := x.run(ctx)
	if n > 0 {
		u.log.Info("purged memories whose time to be restored was over", "memories", n, "window", RestoreWindow)
	}
	if ctx.Err() != nil {
		return n, ctx.Err()
	}
	return n, errors.Join(err, u.scrub(ctx))
}

// Purge does at once what is done once a day: it removes for good what was forgotten longer ago than RestoreWindow, and returns how many memories that were.
func Purge(ctx context.Context, e *Engine) (int, error) { return e.upkeep.purge(ctx) }

func isNotFound(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == KindNotFound
}
