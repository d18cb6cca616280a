package mcp

import (
	"context"
	"time"
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

type restored struct {
	ID       string `json:"id"`
	Restored bool   `json:"restored"`
}

func prepareRestore(a *arguments) job {
	id := a.id("id")
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		if err := e.Restore(ctx, id); err != nil {
			return nil, err
		}
		m, err := e.Get(ctx, id) // proof that it is back, and its namespace
		if err != nil {
			return nil, err
		}
		return &outcome{payload: restored{m.ID.String(), true}, namespace: m.Namespace}, nil
	}
}
