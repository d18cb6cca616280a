package wire

import (
	"context"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// AddGuests lets add give the server what is no memory's, before it serves anybody. A *Refusal that a guest's handler answers is told as such.
func (s *Server) AddGuests(add func(*server.MCPServer)) {
	s.guests = true
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
	add(s.inner)
}
