package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// forgetMemory takes a memory out, softly or for good.
func forgetMemory() *tool {
	return &tool{
		name:        "forget_memory",
		title:       "Forget a memory",
		description: "Forget one memory. Soft by default: restorable for 30 days. hard=true removes every trace at once and cannot be undone.",
		hints:       hints{destructive: true, idempotent: true},
		input: `{"type":"object","properties":{
			"id":{"type":"string","format":"uuid"},
			"hard":{"type":"boolean","default":false,"description":"Irreversible: text, vectors, postings and links go too"}},
			"required":["id"],"additionalProperties":false}`,
		output: `"id":{"type":"string"},"hard":{"type":"boolean"},"restorable":{"type":"boolean"},
			"restorableUntil":{"anyOf":[{"type":"string"},{"type":"null"}]},"scrubbed":{"type":"boolean"},"note":{"type":"string"}`,
		always:  []string{"id", "hard", "restorable", "restorableUntil", "note"},
		prepare: prepareForget,
	}
}

func prepareForget(a *arguments.Given) job {
	id, hard := a.ID("id"), a.Flag("hard", false)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		// Read first, for the namespace whose pulse is shown: after a hard forget nothing is left to ask.
		namespace := engine.DefaultNamespace
		if m, err := e.Get(ctx, id); err == nil {
			namespace = m.Namespace
		}
		f, err := e.Forget(ctx, id, hard)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.ForgottenFrom(f), namespace: namespace}, nil
	}
}
