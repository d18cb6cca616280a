package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// forgetMemory forgets a memory, softly or for good.
func forgetMemory() *Tool {
	return &Tool{
		Name:        "forget_memory",
		Title:       "Forget a memory",
		Description: "Forget one memory; restorable for 30 days unless hard.",
		Hints:       Hints{Destructive: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"id":{"type":"string"},
			"hard":{"type":"boolean","description":"Irreversible"}},
			"required":["id"],"additionalProperties":false}`,
		Output: `"id":{"type":"string"},"hard":{"type":"boolean"},"restorable":{"type":"boolean"},
			"restorableUntil":{"anyOf":[{"type":"string"},{"type":"null"}]},"scrubbed":{"type":"boolean"},
			"times_seen":{"type":"integer"},"last_seen":{"type":"string"},"copies":{"type":"array","items":{"type":"string"}},"current_again":{"type":"array","items":{"type":"string"}},"note":{"type":"string"}`,
		Always:  []string{"id", "hard", "restorable", "restorableUntil", "note"},
		IDs:     []string{"id"},
		Prepare: prepareForget,
	}
}

func prepareForget(a *arguments.Given) Job {
	id, hard := a.ID("id"), a.Flag("hard", false)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		// Read it first, for the namespace whose pulse is shown: after a hard forget the memory no longer exists.
		namespace := engine.DefaultNamespace
		if m, err := e.Get(ctx, id); err == nil {
			namespace = m.Namespace
		}
		f, err := e.Forget(ctx, id, hard)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.ForgottenFrom(f), Namespace: namespace}, nil
	}
}
