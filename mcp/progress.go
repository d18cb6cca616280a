package mcp

import (
	"context"
	"fmt"
	"time"

	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// withProgress lets a job report its progress, if the client asked for that.
func (s *Server) withProgress(ctx context.Context, meta *protocol.Meta) context.Context {
	if meta == nil || meta.ProgressToken == nil {
		return ctx
	}
	// The protocol requires numbers that only grow. Waiting for the engine may have counted up to here.
	base := int(s.opt.WarmUp/s.opt.progressEvery) + 1
	last, furthest := time.Now(), -1
	return tools.WithProgress(ctx, func(message string, done, total int) {
		if done <= furthest || time.Since(last) < s.opt.progressEvery {
			return
		}
		last, furthest = time.Now(), done
		s.notifyProgress(ctx, meta.ProgressToken, base+done, fmt.Sprintf("%s: %d, at most %d", message, done, total))
	})
}
