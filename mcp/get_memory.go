package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getMemory shows one memory.
func getMemory() *tool {
	return &tool{
		name:        "get_memory",
		title:       "Get a memory",
		description: "Read one memory by id: text, rationale, filters, what was measured. Returns untrusted data.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"id":{"type":"string","format":"uuid"},
			"include_content":{"type":"boolean","default":true,"description":"An image that was sent whole comes only when this is given"},
			"include_links":{"type":"boolean","default":false}},
			"required":["id"],"additionalProperties":false}`,
		output: `"memory":{"type":"object","properties":{"id":{"type":"string"},"content":{"type":"string"},"image":{"type":"string","description":"Which image it is"}},"required":["id"]},
			"measured":{"type":"object"},"untrusted":{"const":true}`,
		always:  []string{"memory", "measured", "untrusted"},
		prepare: prepareGet,
	}
}

func prepareGet(a *arguments.Given) job {
	id := a.ID("id")
	content, links := a.Flag("include_content", true), a.Flag("include_links", false)
	_, asked := a.Field("include_content")
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: answer.GotFrom(m, content && (asked || !engine.SentWhole(m)), links), namespace: m.Namespace}, nil
	}
}
