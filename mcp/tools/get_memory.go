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
		Description: "Read one memory whole. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"id":{"type":"string"},
			"include_content":{"type":"boolean","default":true,"description":"Given: image data too"},
			"include_links":{"type":"boolean"},
			"include_versions":{"type":"boolean"},
			"offset":{"type":"integer","description":"A next_offset"},
			` + historyProperty + `},
			"required":["id"],"additionalProperties":false}`,
		Output: `"chain":{"type":"object"},"memory":{"type":"object","properties":{"id":{"type":"string"},"content":{"type":"string"},"contentBytes":{"type":"integer","description":"Of the whole content"},"next_offset":{"type":"integer","description":"Where the next part of the content begins; absent behind the last"},"image":{"type":"string","description":"Which image it is"}},"required":["id"]},
			"versions":{"type":"array","items":{"type":"object"}},"versions_more":{"type":"integer"},"links":{"type":"array","items":{"type":"object"},"description":"Of every kind; memory.links are those given"},"links_more":{"type":"integer"},"measured":{"type":"object"},"purpose_evolution":{"type":"object"},"untrusted":{"const":true}`,
		Always:  []string{"memory", "measured", "untrusted"},
		IDs:     []string{"id"},
		Prepare: prepareGet,
	}
}

func prepareGet(a *arguments.Given) Job {
	id := a.ID("id")
	content, links := a.Flag("include_content", true), a.Flag("include_links", false)
	versions := a.Flag("include_versions", false)
	offset := a.Integer("offset", 0, maxOffset, 0)
	_, asked := a.Field("include_content")
	from, evolution := historyFrom(a)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		m, err := e.Get(ctx, id)
		if err != nil {
			return nil, err
		}
		chain, err := e.Chain(ctx, id)
		if err != nil {
			return nil, err
		}
		got, err := answer.GotFrom(m, chain, content && (asked || !engine.SentWhole(m)), links, answer.IsWhole(ctx), offset)
		if err != nil {
			return nil, err
		}
		if !m.Deleted.IsZero() {
			by, err := e.PutAway(ctx, m)
			if err != nil {
				return nil, err
			}
			got.WithPutAway(by)
		}
		if links {
			around, err := e.Links(ctx, id)
			if err != nil {
				return nil, err
			}
			got.WithLinks(around)
		}
		if versions {
			old, err := e.Earlier(ctx, id)
			if err != nil {
				return nil, err
			}
			got.WithVersions(old, answer.IsWhole(ctx))
		}
		if evolution {
			moved, err := e.Evolution(ctx, m, from)
			if err != nil {
				return nil, err
			}
			got.Evolution = answer.EvolutionFrom(moved, from)
		}
		return &Outcome{Payload: got, Namespace: m.Namespace}, nil
	}
}
