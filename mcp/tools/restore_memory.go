package tools

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// restoreMemory undoes a soft forget.
func restoreMemory() *Tool {
	return &Tool{
		Name:        "restore_memory",
		Title:       "Restore a memory",
		Description: "Undo a soft forget_memory, within its 30 days.",
		Hints:       Hints{Idempotent: true},
		Input: `{"type":"object","properties":{"id":{"type":"string"}},
			"required":["id"],"additionalProperties":false}`,
		Output:  `"id":{"type":"string"},"restored":{"type":"boolean"}`,
		Always:  []string{"id", "restored"},
		IDs:     []string{"id"},
		Gone:    true,
		Prepare: prepareRestore,
	}
}

func prepareRestore(a *arguments.Given) Job {
	id := a.ID("id")
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		before, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		forgotten := !before.Deleted.IsZero()
		if err := e.Restore(ctx, id); err != nil {
			return nil, err
		}
		m, err := e.Get(ctx, id) // checks that it is back, and returns its namespace
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.Restored{ID: m.ID.String(), Restored: forgotten}, Namespace: m.Namespace}, nil
	}
}
