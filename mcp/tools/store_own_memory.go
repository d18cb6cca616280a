package tools

import (
	"context"
	"math"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// storeOwnMemory is store_memory for a note with its own id or count, such as a line of an export; for the user's own commands.
func storeOwnMemory() *Tool {
	t := storeMemory()
	t.Name, t.Title = "store_own_memory", "Store with an id"
	t.Description = "Keep a memory as it was: its id, and how often it was stored."
	t.Input = strings.Replace(t.Input, `"content":`, `"id":{"type":"string"},"times_seen":{"type":"integer","minimum":2},"last_seen":{"type":"string"},"content":`, 1)
	t.Hints = Hints{Idempotent: true}
	t.Prepare = func(a *arguments.Given) Job {
		note := readStored(a)
		readOwn(a, &note)
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

// readOwn reads the fields that only the user's own commands may set.
func readOwn(a *arguments.Given, note *engine.Note) {
	if _, given := a.Field("id"); given {
		note.ID = a.ID("id")
	}
	if seen := a.Integer("times_seen", 2, math.MaxInt32, 1); seen > 1 {
		note.Repeats = uint32(seen - 1)
	}
	note.LastRepeat = a.Moment("last_seen")
	if (note.Repeats > 0) == note.LastRepeat.IsZero() {
		a.Problem("times_seen and last_seen: give both, or neither")
	}
}
