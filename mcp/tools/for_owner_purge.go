package tools

import (
	"context"
	"time"

	"asterism/engine/store"
	"asterism/mcp/arguments"
)

// Purged is the answer of purge_forgotten.
type Purged struct {
	Purged int `json:"purged"`
}

func purgeForgotten() *Tool {
	return &Tool{
		Name:        "purge_forgotten",
		Title:       "Remove for good what cannot be restored any more",
		Description: "Remove for good what was forgotten more than 30 days ago.",
		Hints:       Hints{Destructive: true, Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"purged":{"type":"integer"}`,
		Always:      []string{"purged"},
		Prepare: func(*arguments.Given) Job {
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				n, err := e.Purge(ctx)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: Purged{n}}, nil
			}
		},
	}
}

// EarlierForgotten is the answer of forget_earlier.
type EarlierForgotten struct {
	ID       store.ID `json:"id"`
	Versions int      `json:"versions"`
}

// forgetEarlier removes the texts of a memory's earlier versions; for the user's own commands.
func forgetEarlier() *Tool {
	return &Tool{
		Name:        "forget_earlier",
		Title:       "Forget what a memory said before",
		Description: "Remove the texts of a memory's earlier versions for good.",
		Hints:       Hints{Destructive: true, Idempotent: true},
		Input:       `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}`,
		Output:      `"id":{"type":"string"},"versions":{"type":"integer"}`,
		Always:      []string{"id", "versions"},
		IDs:         []string{"id"},
		Prepare: func(a *arguments.Given) Job {
			id := a.ID("id")
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				n, err := e.ForgetEarlier(ctx, id)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: EarlierForgotten{id, n}}, nil
			}
		},
	}
}
