package mcp

import (
	"context"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// addGuests lets Options.Guests add to the server what is no memory's. A *Refusal that a guest's handler answers is told as such.
func (s *Server) addGuests() {
	if s.opt.Guests == nil {
		return
	}
	server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
			out, err := next(ctx, r)
			return pronounced(ctx, out, err)
		}
	})(s.inner)
	server.WithPromptHandlerMiddleware(func(next server.PromptHandlerFunc) server.PromptHandlerFunc {
		return func(ctx context.Context, r protocol.GetPromptRequest) (*protocol.GetPromptResult, error) {
			out, err := next(ctx, r)
			return pronounced(ctx, out, err)
		}
	})(s.inner)
	s.opt.Guests(s.inner)
}
