package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/arguments"
)

// NamespaceMoved is the answer of move_namespace.
type NamespaceMoved struct {
	From      string `json:"from"`
	Into      string `json:"into"`
	Memories  int    `json:"memories"`
	Forgotten int    `json:"forgotten"`
	Goals     int    `json:"goals"`
	Resumed   bool   `json:"resumed,omitempty"` // it continued an interrupted move
}

// moveNamespace renames a namespace, or merges it into another; for the user's own commands.
func moveNamespace() *Tool {
	return &Tool{
		Name:        "move_namespace",
		Title:       "Rename or merge a namespace",
		Description: "Give all memories of a namespace another's name.",
		Hints:       Hints{Destructive: true},
		Input:       `{"type":"object","properties":{"from":{"type":"string"},"into":{"type":"string"},"merge":{"type":"boolean"}},"required":["from","into"],"additionalProperties":false}`,
		Output:      `"from":{"type":"string"},"into":{"type":"string"},"memories":{"type":"integer"},"forgotten":{"type":"integer"},"goals":{"type":"integer"},"resumed":{"type":"boolean"}`,
		Always:      []string{"from", "into", "memories", "forgotten", "goals"},
		Prepare: func(a *arguments.Given) Job {
			q := engine.NamespaceMove{From: a.RequiredText("from", engine.MaxNameBytes, "the namespace as it is named now"), Into: a.RequiredText("into", engine.MaxNameBytes, "the name that it gets"), Merge: a.Flag("merge", false)}
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				q.Progress = progressOf(ctx, "moving memories")
				m, err := e.MoveNamespace(ctx, q)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: NamespaceMoved{m.From, m.Into, m.Memories, m.Forgotten, m.Goals, m.Resumed}, Namespace: m.Into}, nil
			}
		},
	}
}
