package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getMemory shows one memory.
func getMemory() *Tool {
	return &Tool{
		Name:        "get_memory",
		Title:       "Get a memory",
		Description: "Read one memory: text, rationale, measures. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"id":{"type":"string"},
			"include_content":{"type":"boolean","default":true,"description":"Give it for the data of an image"},
			"include_links":{"type":"boolean"}},
			"required":["id"],"additionalProperties":false}`,
		Output: `"memory":{"type":"object","properties":{"id":{"type":"string"},"content":{"type":"string"},"image":{"type":"string","description":"Which image it is"}},"required":["id"]},
			"measured":{"type":"object"},"untrusted":{"const":true}`,
		Always:  []string{"memory", "measured", "untrusted"},
		IDs:     []string{"id"},
		Prepare: prepareGet,
	}
}

func prepareGet(a *arguments.Given) Job {
	id := a.ID("id")
	content, links := a.Flag("include_content", true), a.Flag("include_links", false)
	_, asked := a.Field("include_content")
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.GotFrom(m, content && (asked || !engine.SentWhole(m)), links), Namespace: m.Namespace}, nil
	}
}
