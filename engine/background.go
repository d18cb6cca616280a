package engine

import (
	"context"
	"time"

	"asterism/engine/background"
)

// makeLoops makes what works unasked. Nothing begins before [Engine.startLoops].
func (e *Engine) makeLoops() {
	loop := func(name string, every time.Duration, work func(context.Context, *background.Round)) *background.Loop {
		return background.New(background.Task{Name: name, Work: work, Every: every, Pause: e.cfg.pauses, Log: e.log})
	}
	e.tidying = loop("tidying", tidyLook, e.tidyDaily())
	e.dreaming = loop("dreaming", dreamLook, func(ctx context.Context, r *background.Round) { e.dreams.RunDue(ctx, r) })
}

// startLoops begins what works unasked. Dreaming is among it only if the operator asked for it.
func (e *Engine) startLoops() {
	for _, l := range e.loops() {
		l.Start()
	}
}

// stopLoops ends them, in this order. What they have done stays done, and the next start goes on; what waits for a workspace is looked at as long as ctx lasts.
func (e *Engine) stopLoops(ctx context.Context) {
	e.tidying.Stop()
	e.dreaming.Stop()
	e.aims.Loop().Stop()
	e.minds.Finish(ctx)
	e.outcomes.Loop().Stop()
}

func (e *Engine) loops() []*background.Loop {
	all := []*background.Loop{e.tidying, e.aims.Loop(), e.minds.Loop(), e.outcomes.Loop()}
	if e.cfg.DreamEvery > 0 {
		all = append(all, e.dreaming)
	}
	return all
}

// background says how each of them is doing.
func (e *Engine) background() (out []background.State) {
	for _, l := range e.loops() {
		out = append(out, l.State())
	}
	return out
}
