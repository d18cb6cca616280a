package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
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

type got struct {
	Memory    memoryView  `json:"memory"`
	Measured  measureView `json:"measured"`
	Untrusted bool        `json:"untrusted"`
}

func prepareGet(a *arguments) job {
	id := a.id("id")
	content, links := a.flag("include_content", true), a.flag("include_links", false)
	_, asked := a.field("include_content")
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: gotFrom(m, content && (asked || !engine.SentWhole(m)), links), namespace: m.Namespace}, nil
	}
}

func gotFrom(m *store.Memory, content, links bool) got {
	v := got{Memory: memoryFrom(m), Measured: measureFrom(m), Untrusted: true}
	if content {
		v.Memory.Content = m.Content
	}
	if links {
		v.Memory.Links = m.Links
	}
	return v
}
