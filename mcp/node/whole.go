package node

import (
	"context"
	"encoding/json"

	"asterism/engine"
	"asterism/mcp"
	"asterism/mcp/answer"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// whole returns an engine over all shards, for callers that are not tool calls of a client: prompts, resources, the dashboard. Tools that these use are passed on like calls.
func (n *Node) whole() *tools.Engine {
	e := n.passer.Union()
	e.WorkspaceReader, e.Monitor, e.Elsewhere = minds{n.passer.Minds(), &n.watchers}, monitor{e.Monitor, n}, n.elsewhere
	return e
}

// elsewhere implements [tools.Elsewhere].
func (n *Node) elsewhere(ctx context.Context, tool string, raw json.RawMessage, home string, here func(context.Context, *tools.Engine) (*tools.Outcome, error)) (json.RawMessage, error) {
	meta, err := json.Marshal(map[string]any{answer.WholeKey: true}) // this caller needs the complete answer
	if err != nil {
		return nil, err
	}
	out, err := n.Pass(ctx, mcp.Call{Tool: tool, Arguments: raw, Home: home, Meta: meta}, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		o, err := here(ctx, e)
		if err != nil {
			return nil, err
		}
		return answer.Success(o.Payload, &engine.Pulse{SuggestedAction: engine.SuggestNothing})
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(out.StructuredContent)
}

// monitor combines the stores of all shards, as reported by their leaders, with the models and devices of this node.
type monitor struct {
	tools.Monitor
	n *Node
}

// Status implements [tools.Monitor].
func (m monitor) Status(ctx context.Context) (*engine.Status, error) {
	all, err := m.n.passer.Stores(ctx)
	if err != nil {
		return nil, err
	}
	return m.n.embedding.Status(all), nil
}
