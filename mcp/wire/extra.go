package wire

import (
	"context"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// AddExtra lets add register tools, prompts and resources that are independent of the memory, before the server serves. If one of their handlers returns a *Refusal, the client gets
// it as an error of the protocol.
func (s *Server) AddExtra(add func(*server.MCPServer)) {
	s.extra = true
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
