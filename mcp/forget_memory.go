package mcp

import (
	"context"
	"fmt"
	"time"

	"asterism/engine"
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

type forgotten struct {
	ID              string  `json:"id"`
	Hard            bool    `json:"hard"`
	Restorable      bool    `json:"restorable"`
	RestorableUntil *string `json:"restorableUntil"` // null after a hard forget
	Scrubbed        bool    `json:"scrubbed,omitempty"`
	Note            string  `json:"note"`
}

func prepareForget(a *arguments) job {
	id, hard := a.id("id"), a.flag("hard", false)
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
		return &outcome{payload: forgottenFrom(f), namespace: namespace}, nil
	}
}

func forgottenFrom(f *engine.Forgotten) forgotten {
	v := forgotten{ID: f.ID.String(), Hard: f.Hard}
	if f.Hard {
		v.Scrubbed, v.Note = f.Scrubbed, "Every trace was removed. This cannot be undone."
		if !f.Scrubbed {
			v.Note = "It is gone for every reader, which cannot be undone. Its bytes are still in the store's files: the next daily pass removes them."
		}
		return v
	}
	v.Restorable, v.RestorableUntil = true, stamp(f.RestorableUntil)
	v.Note = fmt.Sprintf("Restorable until %s with restore_memory (offered by the tool tier \"all\").", *v.RestorableUntil)
	return v
}
