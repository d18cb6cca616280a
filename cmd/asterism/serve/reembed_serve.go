package serve

import (
	"context"
	"errors"
	"fmt"
	"os"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/store"
	"asterism/mcp"
)

// reembedServing embeds memories again while an engine with the old models serves, and returns the number of embeddings. If the old models cannot be opened it prints that and
// returns without serving; the caller then embeds everything.
func (g commands) reembedServing(ctx context.Context, r *engine.Reembedding, at *owner.Lock, plan *engine.ReembedPlan, old engine.Config, f serveFlags, b *reembedBar) (embedded int, err error) {
	if err := f.divideDescriptors(old.Log, 0); err != nil {
		return 0, err
	}
	warm := warmUp(ctx, at.WaitForStore(old))
	if _, err := warm.engine(ctx); err != nil {
		if !lacksModels(err) {
			_ = warm.close() // an engine that was still being opened when ctx ended; its error is err
			return 0, err
		}
		fmt.Fprintf(os.Stderr, "asterism: nothing can be searched until the end, because the models of the stored vectors are missing (name their folder with --old-models): %v\n", whyLacking(err, plan))
		return 0, nil
	}
	serving, stop := context.WithCancel(ctx)
	defer stop()
	page := &lentPage{ctx: ctx, flags: g.Flags, served: f, from: warm}
	defer page.close()
	s, err := g.served(mcp.Options{Engine: warm.engine, Doing: warm.doing, Version: g.Version, SocketClients: f.socketClients, Pins: g.Pins(), Log: old.Log}, page)
	if err != nil {
		return 0, errors.Join(err, warm.close())
	}
	served := make(chan error, 1)
	go func() {
		told := begins(old.Log, g.Version, g.Data, f.http)
		err := caught.Run(func() error { return g.serveHTTP(serving, f, at, s, warm, told) })
		told.ends(err)
		stop() // a listener that fails ends the work too
		served <- err
	}()
	embedded, err = r.Beside(serving, warm.eng, b.show)
	stop()
	if serr := <-served; serr != nil {
		err = serr
	}
	return embedded, errors.Join(err, warm.close())
}

// lacksModels reports whether the store's present models are missing or have been replaced. Nothing is wrong with the store then.
func lacksModels(err error) bool {
	var e *engine.Error
	return errors.Is(err, store.ErrProfile) || errors.As(err, &e) && (e.Kind == engine.KindDevice || e.Kind == engine.KindInvalid)
}
