package tools

import (
	"context"
	"time"

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
