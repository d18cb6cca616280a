package tools

import (
	"context"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// storeMemory stores a memory without measuring it, with links to related ones.
func storeMemory() *Tool {
	return &Tool{
		Name:        "store_memory",
		Title:       "Store without measuring",
		Description: "Keep one memory as inject_context does, without measuring it.",
		Hints:       Hints{},
		Input: `{"type":"object","properties":{
			"content":{"type":"string"},
			"rationale":{"type":"string"},
			` + strings.Replace(noteProperties, modalityEnum, `"type":"string"`, 1) + `,
			"link_to":{"type":"array","items":{"type":"string"}}},
			"required":["content"],"additionalProperties":false}`,
		Output: `"fingerprintId":{"type":"string"},"rationale":{"type":"string"},
			"embedderCount":{"type":"integer"},"embeddingLatencyMs":{"type":"integer"},
			` + againProperties + `,
			` + storedProperties,
		Always:  []string{"fingerprintId", "rationale", "embedderCount", "embeddingLatencyMs", "duplicateOf", "device", "timings"},
		IDs:     []string{"link_to", "supersedes"},
		Prepare: prepareStore,
	}
}

func prepareStore(a *arguments.Given) Job {
	note := readStored(a)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		r, err := e.Remember(ctx, note)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.StoredFrom(r), Namespace: note.Namespace}, nil
	}
}

// readStored reads the arguments of a memory that is stored without measuring.
func readStored(a *arguments.Given) engine.Note {
	note := readNote(a)
	note.Rationale = a.Text("rationale", engine.MaxRationaleBytes)
	note.Links = a.IDs("link_to", engine.MaxLinks)
	return note
}
