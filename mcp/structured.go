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

// When an answer has structured content. Several assistants put that before the model and drop the text, or send both, and it is three times as long or more
// (docs/decisions/082-text-alone.md).
const (
	StructuredAuto   = "auto"   // to clients that are no assistants, by their names
	StructuredAlways = "always" // to everybody
	StructuredNever  = "never"  // to nobody
)

func checkStructured(when string) error {
	switch when {
	case StructuredAuto, StructuredAlways, StructuredNever:
		return nil
	}
	return fmt.Errorf("structured content %s: valid are %s, %s, %s", failure.Quote(when), StructuredAuto, StructuredAlways, StructuredNever)
}

// textAlone reports whether the client of a request gets text alone: then no answer has structured content, and no tool an output schema, which would promise it. A call that
// asks for the whole answer has it in any case, and so has one that asks for numbers.
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

// clientName is what a client calls itself: in the request, as the protocol has it without handshakes, or in its handshake.
func clientName(ctx context.Context, meta *protocol.Meta) string {
	if info := meta.ClientInfo(); info != nil {
		return info.Name
	}
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return session.GetClientInfo().Name
	}
	return ""
}

// shown is a result as the client of a call gets it.
func (s *Server) shown(ctx context.Context, t *tools.Tool, r *protocol.CallToolRequest, out *protocol.CallToolResult) *protocol.CallToolResult {
	if t.Numbers || out == nil || out.StructuredContent == nil || !s.textAlone(ctx, r.Params.Meta) {
		return out
	}
	text := *out
	text.StructuredContent = nil
	return &text
}

// promiseNothing takes the output schemas out of a list of tools for a client that gets text alone.
func (s *Server) promiseNothing(ctx context.Context, _ any, r *protocol.ListToolsRequest, out *protocol.ListToolsResult) {
	if r == nil || out == nil || !s.textAlone(ctx, r.Params.Meta) {
		return
	}
	out.Tools = slices.Clone(out.Tools)
	for i := range out.Tools {
		out.Tools[i].OutputSchema, out.Tools[i].RawOutputSchema = protocol.ToolOutputSchema{}, nil
	}
}
