package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/device"
	"asterism/engine/store"
	"asterism/engine/unread"
)

// reembedPoll is how often a server that has finished embedding again looks for new memories.
const reembedPoll = time.Minute

// oldConfig returns the configuration for the store's present models. A GPU requested by number is left to the new models, which have the work to do. The old ones run on the
// processor: they may not support the GPU, or it may not have enough memory for both.
func (f *serveFlags) oldConfig(c engine.Config, plan *engine.ReembedPlan) engine.Config {
	c.Profile, c.Models = plan.From, f.oldModels
	if c.Device != device.WantAuto && c.Device != "" {
		c.Device = device.WantCPU
	}
	return c
}

// warmUp starts opening the engine, and with --reembed the reembedding.
func (f *serveFlags) warmUp(ctx context.Context, c engine.Config) *warming {
	if !f.reembed {
		return warmUp(ctx, c)
	}
	return warmUpBy(c, func(w *warming, c engine.Config) (*engine.Engine, error) {
		r, err := engine.OpenReembedding(ctx, c)
		if err != nil {
			return nil, err
		}
		release := func() { _ = r.Close(context.WithoutCancel(ctx)) } // it only has models, so nothing can be lost
		e, plan, err := f.openReembedding(ctx, r, c)
		if err != nil {
			release()
			return nil, err
		}
		if e == nil {
			release() // before the same models are loaded again
			return engine.Open(ctx, c)
		}
		fmt.Fprintf(os.Stderr, "asterism: while serving, %s\n", planWords(plan))
		w.background.Go(func() {
			defer release()
			_ = caught.Do(func() { reembedInBackground(ctx, r, e, plan) }) // the rest is embedded after the next start
		})
		return e, nil
	})
}

// openReembedding switches to the new models if few memories are left to embed, and then returns no engine. Otherwise it opens an engine with the old models, and returns the work
// to do in the background.
func (f *serveFlags) openReembedding(ctx context.Context, r *engine.Reembedding, c engine.Config) (*engine.Engine, *engine.ReembedPlan, error) {
	plan, err := r.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	if plan.Nothing() {
		return nil, nil, nil
	}
	if plan.Few() {
		report, err := r.Finish(ctx, nil)
		var e *engine.Error
		switch {
		case err == nil:
			fmt.Fprintf(os.Stderr, "asterism: the store has the models of profile %s now\n", plan.To)
			shell.LossesOf(unread.LeftOf(report.Damaged)...).Tell("without a vector of the new models")
			if report.Emptied > 0 {
				fmt.Fprintf(os.Stderr, "asterism: %s\n", emptiedWords(report.Emptied))
			}
			if report.Unseen > 0 {
				fmt.Fprintf(os.Stderr, "asterism: %s\n", unseenWords(report.Unseen))
			}
			return nil, nil, nil
		case !errors.As(err, &e) || e.Kind != engine.KindInvalid:
			return nil, nil, err
		} // an image cannot be read; the background work will report that, and it is no reason not to serve
	}
	e, err := engine.Open(ctx, f.oldConfig(c, plan))
	if err != nil && lacksModels(err) {
		kind := engine.KindDevice
		if told := (*engine.Error)(nil); errors.As(err, &told) {
			kind = told.Kind
		}
		err = &engine.Error{Kind: kind, Message: "serve with the models that the store has now, while memories are embedded again", Err: whyLacking(err, plan),
			Hint: "name their folder with --old-models, or end this server and run `asterism reembed --offline`, which needs the new models only"}
	}
	return e, plan, err
}

// whyLacking returns why the store's present models were not opened. It removes the advice to embed the store again, which is being done already.
func whyLacking(err error, plan *engine.ReembedPlan) error {
	if errors.Is(err, store.ErrProfile) {
		return fmt.Errorf("%w than those found for profile %s", store.ErrProfile, plan.From)
	}
	return err
}

// reembedInBackground embeds memories again, and then new ones, until ctx ends.
func reembedInBackground(ctx context.Context, r *engine.Reembedding, e *engine.Engine, plan *engine.ReembedPlan) {
	for told := false; ; {
		_, err := r.Beside(ctx, e, nil)
		switch {
		case errors.Is(err, context.Canceled):
			return
		case err != nil:
			fmt.Fprintln(os.Stderr, "asterism: embedding memories again failed, the next try is in a minute:")
			shell.Complain(err)
		case !told:
			told = true
			fmt.Fprintf(os.Stderr, "asterism: memories are embedded again; the next start with --reembed switches to profile %s\n", plan.To)
		}
		select {
		case <-time.After(reembedPoll):
		case <-ctx.Done():
			return
		}
	}
}
