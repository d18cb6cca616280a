package mcp

import (
	"context"
	"fmt"
	"slices"

	"asterism/mcp/answer"
	"asterism/mcp/clients"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// When an answer has structured content. Several assistants pass only that to the model and drop the text, or pass both, and it is at least three times as long as the text
// (docs/decisions/082-text-alone.md).
const (
	StructuredAuto   = "auto"   // to clients whose names are not those of assistants
	StructuredAlways = "always" // to all clients
	StructuredNever  = "never"  // to no client
)

func checkStructured(when string) error {
	switch when {
	case StructuredAuto, StructuredAlways, StructuredNever:
		return nil
	}
	return fmt.Errorf("structured content %s: valid are %s, %s, %s", failure.Quote(when), StructuredAuto, StructuredAlways, StructuredNever)
}

// textAlone reports whether the client of a request gets text only. Then no answer has structured content, and no tool has an output schema, which would promise it. A call that
// asks for the whole answer or for numbers gets structured content anyway.
func (s *Server) textAlone(ctx context.Context, meta *protocol.Meta) bool {
	if meta != nil && meta.AdditionalFields[answer.WholeKey] == true {
		return false
	}
	switch s.opt.Structured {
	case StructuredAlways:
		return false
	case StructuredNever:
		return true
	}
	return clients.IsAssistant(clientName(ctx, meta))
}

// clientName returns the name of a client: from the request, in revisions without a handshake, or from its handshake.
func clientName(ctx context.Context, meta *protocol.Meta) string {
	if info := meta.ClientInfo(); info != nil {
		return info.Name
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return session.GetClientInfo().Name
	}
	return ""
}

// shown returns a result in the form for the client of the call.
func (s *Server) shown(ctx context.Context, t *tools.Tool, r *protocol.CallToolRequest, out *protocol.CallToolResult) *protocol.CallToolResult {
	if t.Numbers || out == nil || out.StructuredContent == nil || !s.textAlone(ctx, r.Params.Meta) {
		return out
	}
	text := *out
	text.StructuredContent = nil
	return &text
}

// promiseNothing removes the output schemas from a list of tools for a client that gets text only.
func (s *Server) promiseNothing(ctx context.Context, _ any, r *protocol.ListToolsRequest, out *protocol.ListToolsResult) {
	if r == nil || out == nil || !s.textAlone(ctx, r.Params.Meta) {
		return
	}
	out.Tools = slices.Clone(out.Tools)
	for i := range out.Tools {
		out.Tools[i].OutputSchema, out.Tools[i].RawOutputSchema = protocol.ToolOutputSchema{}, nil
	}
}
