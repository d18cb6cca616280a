package serve

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/mcp/backupapi"
	"asterism/mcp/embedapi"
	"asterism/mcp/tools"
)

// warmUp starts opening an engine and returns at once.
func warmUp(ctx context.Context, c engine.Config) *warming {
	return warmUpBy(c, func(_ *warming, c engine.Config) (*engine.Engine, error) { return engine.Open(ctx, c) })
}

// warmUpBy is warmUp with another opening function, which gets c with a Progress.
func warmUpBy(c engine.Config, open func(w *warming, c engine.Config) (*engine.Engine, error)) *warming {
	var stage atomic.Value
	stage.Store("loading models")
	c.Progress = func(what string, done, total int) {
		if total > 0 {
			what = fmt.Sprintf("%s (%d of %d)", what, done, total)
		}
		stage.Store(what)
	}
	w := &warming{opened: make(chan struct{}), stage: func() string { return stage.Load().(string) }}
	go func() {
		defer close(w.opened)
		w.err = caught.Run(func() (err error) { w.eng, err = open(w, c); return err })
	}()
	return w
}

// engine waits until the engine is ready.
func (w *warming) engine(ctx context.Context) (*tools.Engine, error) {
	select {
	case <-w.opened:
		if w.err != nil {
			return nil, w.err
		}
		return tools.EngineOf(w.eng), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// embedder is engine for callers that only embed texts.
func (w *warming) embedder(ctx context.Context) (embedapi.Embedder, error) { return w.engine(ctx) }

// backer is engine for callers that only make backups.
func (w *warming) backer(ctx context.Context) (backupapi.Backer, error) {
	if _, err := w.engine(ctx); err != nil {
		return nil, err
	}
	return w.eng, nil
}

// status returns the engine's status; nil while it is being opened.
func (w *warming) status(ctx context.Context) (*engine.Status, error) {
	select {
	case <-w.opened:
	default:
		return nil, nil
	}
	if w.err != nil {
		return nil, w.err
	}
	return w.eng.Status(ctx)
}

func (w *warming) doing() string { return w.stage() }

// ready reports whether calls can be served, and why not.
func (w *warming) ready() (bool, string) {
	select {
	case <-w.opened:
		if w.err != nil {
			return false, w.err.Error()
		}
		return true, ""
	default:
		return false, w.doing()
	}
}

// close waits until the engine is opened or has failed, and closes it. The error of a failed opening is the server's, unless it failed because the client had left.
func (w *warming) close() error {
	<-w.opened
	if errors.Is(w.err, context.Canceled) {
		return nil
	}
	if w.err != nil {
		return w.err
	}
	w.background.Wait()
	return w.eng.Close(context.Background())
}
