package engine

import (
	"context"
	"time"

	"asterism/engine/background"
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

func (u *upkeep) loops() []*background.Loop {
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
