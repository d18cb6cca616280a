package engine

import (
	"context"
	"errors"
	"time"

	"asterism/engine/background"
	"asterism/engine/fault"
)

// makeLoops creates the background loops. None runs before [upkeep.startLoops].
func (u *upkeep) makeLoops() {
	loop := func(name string, every time.Duration, work func(context.Context, *background.Round)) *background.Loop {
		return background.New(background.Task{Name: name, Work: work, Every: every, Pause: u.cfg.pauses, Log: u.log})
	}
	u.tidying = loop("tidying", tidyLook, u.tidyDaily())
	u.dreaming = loop("dreaming", dreamLook, func(ctx context.Context, r *background.Round) { u.dreams.RunDue(ctx, r) })
}

// startLoops starts the background loops. Dreaming is one of them only if the operator asked for it.
func (u *upkeep) startLoops() {
	for _, l := range u.loops() {
		l.Start()
	}
}

// stopLoops stops them, in this order. Finished work stays, and the next start continues. Memories that wait for a workspace are judged until ctx ends.
func (u *upkeep) stopLoops(ctx context.Context) {
	u.tidying.Stop()
	u.dreaming.Stop()
	u.aims.Loop().Stop()
	u.minds.Finish(ctx)
	u.outcomes.Loop().Stop()
}

// loops returns the loops that run here. If the store is only read, that is only the workspace's loop, which also answers questions about what is in mind: the others write on their own.
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

// background returns the state of each loop.
func (u *upkeep) background() (out []background.State) {
	for _, l := range u.loops() {
		out = append(out, l.State())
	}
	return out
}

// tidyEvery is the period, by the engine's clock, in which forgotten memories are checked.
const tidyEvery = 24 * time.Hour

// tidyLook is how often the clock is read. Tests may change it before an engine opens.
var tidyLook = time.Minute

// tidyDaily tidies in the first round, and then once a day. A pass that failed stays due until it succeeds.
func (u *upkeep) tidyDaily() func(context.Context, *background.Round) {
	var last time.Time
	return func(ctx context.Context, r *background.Round) {
		now := u.now()
		if now.Sub(last) < tidyEvery && !now.Before(last) { // a clock that was set back starts a new period
			return
		}
		if err := r.Try("", func() error { return u.tidy(ctx) }); err == nil {
			last = now
		}
	}
}

// tidy is one pass: it purges memories with their bytes, also bytes that an earlier run left, removes values of other models, and thins old histories. A part that fails does not
// prevent the others. If it is cut short, what it has purged stays purged, and the next pass continues.
func (u *upkeep) tidy(ctx context.Context) error {
	_, err := u.purge(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return errors.Join(err, fault.Storage("remove values of other models from the files", u.store.ClearRenewal(ctx)), u.aims.ThinHistory(ctx))
}

// purge removes for good what is due, and its bytes from the files, as [PurgeExpired] does in a store that nobody else changes. It returns the number of memories.
func (u *upkeep) purge(ctx context.Context) (int, error) {
	x := expiry{store: u.store, now: u.now, turns: &u.turns, forget: u.forgetBeside, hold: u.aims.HoldVectors, pass: u.passing(), gone: u.held.dropFromBook}
	n, err := x.run(ctx)
	if n > 0 {
		u.log.Info("purged memories that were forgotten longer ago than they can be restored", "memories", n, "window", RestoreWindow)
	}
	if ctx.Err() != nil {
		return n, ctx.Err()
	}
	return n, errors.Join(err, u.scrub(ctx))
}

// Purge does immediately what is otherwise done once a day: it removes for good what was forgotten longer ago than RestoreWindow, and returns the number of memories.
func Purge(ctx context.Context, e *Engine) (int, error) { return e.upkeep.purge(ctx) }
