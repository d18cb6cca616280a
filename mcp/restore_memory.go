package mcp

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// restoreMemory undoes a soft forget.
func restoreMemory() *tool {
	return &tool{
		name:        "restore_memory",
		title:       "Restore a memory",
		description: "Undo a soft forget_memory, within its 30 days.",
		hints:       hints{idempotent: true},
		input: `{"type":"object","properties":{"id":{"type":"string","format":"uuid"}},
			"required":["id"],"additionalProperties":false}`,
		output:  `"id":{"type":"string"},"restored":{"type":"boolean"}`,
		always:  []string{"id", "restored"},
		prepare: prepareRestore,
	}
}

func prepareRestore(a *arguments.Given) job {
	id := a.ID("id")
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		if err := e.Restore(ctx, id); err != nil {
			return nil, err
		}
		m, err := e.Get(ctx, id) // proof that it is back, and its namespace
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.Restored{ID: m.ID.String(), Restored: true}, namespace: m.Namespace}, nil
	}
}
