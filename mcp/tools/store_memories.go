package tools

import (
	"context"
	"fmt"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// storeMemories stores many memories in one call.
func storeMemories() *Tool {
	return &Tool{
		Name:        "store_memories",
		Title:       "Store several memories",
		Description: "store_memory for many at once: all or none, nothing twice.",
		Hints:       Hints{Idempotent: true},
		Input: fmt.Sprintf(`{"type":"object","properties":{
			"memories":{"type":"array","maxItems":%d,"items":{"type":"object"},"description":"store_memory's arguments"}},
			"required":["memories"],"additionalProperties":false}`, engine.MaxOnce),
		Output: `"memories":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"known":{"type":"boolean","description":"A memory with this text was there; nothing was stored"}},"required":["id","known"]}},
			"stored":{"type":"integer"},"known":{"type":"integer"}`,
		Always:  []string{"memories", "stored", "known"},
		IDs:     storeMemory().IDs,
		Each:    "memories",
		Prepare: prepareStoreMany,
	}
}

// maxTogether bounds the total size of a call's contents, in bytes: the space of a message over any transport, without the names around them.
const maxTogether = engine.MaxImageContentBytes

func prepareStoreMany(a *arguments.Given) Job {
	names, err := storeMemory().Names()
	if err != nil {
		a.Problem("memories cannot be read: %v", err)
	}
	var notes []engine.Note
	together := 0
	for i, one := range a.Objects("memories", engine.MaxOnce, "the memories to store, each with the arguments of store_memory", names) {
		notes = append(notes, readStored(one))
		together += len(notes[i].Content)
		for _, p := range one.Problems {
			a.Problem("memories[%d]: %s", i, p)
		}
	}
	if together > maxTogether {
		a.Problem("memories hold %d bytes of content; the limit of one call is %d: store them in several", together, maxTogether)
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		once, err := e.RememberOnce(ctx, notes, progressOf(ctx, "storing: values of the memories made"))
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.StoredManyFrom(once), Namespace: notes[0].Namespace}, nil
	}
}
