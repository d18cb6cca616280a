package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// engine waits until the engine is ready. Meanwhile it sends progress to a client that asked for it. After Options.WarmUp it returns BUSY: clients cancel calls after about a minute
// themselves, with a less helpful message.
func (s *Server) engine(ctx context.Context, meta *protocol.Meta) (*tools.Engine, error) {
	wait, cancel := context.WithTimeout(ctx, s.opt.WarmUp)
	defer cancel()
	stop := s.reportWaiting(wait, meta)
	defer stop()
	e, err := s.opt.Engine(wait)
	if err != nil {
		return nil, s.notReady(ctx, wait, err)
	}
	s.watchEngine(e)
	return e, nil
}

// notReady distinguishes three reasons: the caller left, the wait was too long, or the engine cannot be opened.
func (s *Server) notReady(ctx, wait context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case wait.Err() != nil:
		f := failure.New(engine.KindBusy, "", "warming up: %s", s.opt.Doing())
		f.RetryAfterMs = 2000
		return f
	}
	return err
}

// reportWaiting sends progress notifications until the returned function is called. The first one comes after a moment, so that a ready server sends none.
func (s *Server) reportWaiting(ctx context.Context, meta *protocol.Meta) (stop func()) {
	if meta == nil || meta.ProgressToken == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = caught.Do(func() { s.sendWaiting(ctx, meta.ProgressToken) }) // the call continues even if this fails
	}()
	return func() { cancel(); <-done }
}

func (s *Server) sendWaiting(ctx context.Context, token protocol.ProgressToken) {
	tick := time.NewTicker(s.opt.progressEvery)
	defer tick.Stop()
	for n := 1; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.notifyProgress(ctx, token, n, "warming up: "+s.opt.Doing())
		}
	}
}

func (s *Server) notifyProgress(ctx context.Context, token protocol.ProgressToken, step int, message string) {
	srv := server.ServerFromContext(ctx)
	if srv == nil {
		return
	}
	// A client that does not read its notifications loses them; the call continues.
	if err := srv.SendNotificationToClient(ctx, "notifications/progress", map[string]any{
		"progressToken": wire.ProgressToken(ctx, token), "progress": step, "message": message,
	}); err != nil {
		s.opt.Log.Debug("progress not sent", "error", err)
	}
}
