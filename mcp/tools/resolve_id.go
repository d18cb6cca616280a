package tools

import (
	"context"
	"time"

	"asterism/engine/store"
	"asterism/mcp/arguments"
)

// Resolved is the answer of resolve_id.
type Resolved struct {
	ID store.ID `json:"id"`
}

// resolveID finds a memory, live or forgotten, by some digits of its id. It does not count as an access to the memory. For the user's own commands.
func resolveID() *Tool {
	return &Tool{
		Name:        "resolve_id",
		Title:       "Find a memory by some digits",
		Description: "The whole id of the one memory whose id begins or ends with some digits.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{"digits":{"type":"string"}},"required":["digits"],"additionalProperties":false}`,
		Output:      `"id":{"type":"string"}`,
		Always:      []string{"id"},
		Prepare: func(a *arguments.Given) Job {
			digits := a.RequiredText("digits", 64, "some of the first or last of an id")
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				id, err := alsoForgotten(e, ctx, digits)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: Resolved{id}}, nil
			}
		},
	}
}
