package tools

import (
	"context"
	"strings"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// storeOwnMemory is store_memory for a note that brings its own id, such as a line of an export; for the user's own commands.
func storeOwnMemory() *Tool {
	t := storeMemory()
	t.Name, t.Title = "store_own_memory", "Store with an id"
	t.Description = "Keep a memory under the id that it had."
	t.Input = strings.Replace(strings.Replace(t.Input, `"content":`, `"id":{"type":"string"},"content":`, 1), `"required":["content"]`, `"required":["id","content"]`, 1)
	t.Hints = Hints{Idempotent: true}
	t.Prepare = func(a *arguments.Given) Job {
		note := readStored(a)
		note.ID = a.ID("id")
		return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
			r, err := e.Remember(ctx, note)
			if err != nil {
				return nil, err
			}
			return &Outcome{Payload: answer.StoredFrom(r), Namespace: note.Namespace}, nil
		}
	}
	return t
}
