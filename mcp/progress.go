package mcp

import (
	"context"
	"fmt"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// teller tells the client of one call how far its work is.
type teller func(message string, done, total int)

type tellerKey struct{}

// withProgress gives a job the means to tell its progress, if the client asked to be told.
func (s *Server) withProgress(ctx context.Context, meta *protocol.Meta) context.Context {
	if meta == nil || meta.ProgressToken == nil {
		return ctx
	}
	// The protocol wants a number that only grows; waiting for the engine may have counted up to here.
	base := int(s.opt.WarmUp/s.opt.progressEvery) + 1
	last := time.Now()
	return context.WithValue(ctx, tellerKey{}, teller(func(message string, done, total int) {
		if time.Since(last) < s.opt.progressEvery {
			return
		}
		last = time.Now()
		s.notifyProgress(ctx, meta.ProgressToken, base+done, fmt.Sprintf("%s: %d, at most %d", message, done, total))
	}))
}

// progressOf returns what tells the progress of the call behind ctx, at most once an Options.progressEvery; it does nothing
// when the client did not ask. It is called from one goroutine.
func progressOf(ctx context.Context, message string) func(done, total int) {
	tell, ok := ctx.Value(tellerKey{}).(teller)
	if !ok {
		return func(int, int) {}
	}
	return func(done, total int) { tell(message, done, total) }
}
