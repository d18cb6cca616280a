package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// shownBelonging is how many memories get_links names that are close to one by links and text.
const shownBelonging = 5

// getLinks shows the links of a memory, or the proposals of dreams.
func getLinks() *Tool {
	return &Tool{
		Name:        "get_links",
		Title:       "Show links",
		Description: "The links of one memory (given, learned, accepted …) and what belongs with it by them, or without id the links that dreams propose, best first. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Unknown:     alwaysSaid,
		Input: `{"type":"object","properties":{
			"id":{"type":"string","description":"A memory; none: proposals"},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":10,"description":"Of proposals; of links in the text"},
			` + namespaceProperty + `},"additionalProperties":false}`,
		Output: `"id":{"type":"string"},"links":{"type":"array","items":{"type":"object","properties":{"kind":{"enum":["given","learned","proposed","accepted","refused","supersedes"]},"leads_here":{"type":"boolean"},"weight":{"type":"number"},"other":{"type":"string"},"snippet":{"type":"string"},"forgotten":{"type":"boolean"}}}},
			"more":{"type":"integer"},"belongs_with":{"type":"array","items":{"type":"object","properties":{"similarity":{"type":"number"},"other":{"type":"string"},"snippet":{"type":"string"}}}},"proposals":{"type":"array","items":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"snippet_a":{"type":"string"},"snippet_b":{"type":"string"},"score":{"type":"number"},"shared":{"type":"array","items":{"type":"string"}},"date":{"type":"string"}}}},"total":{"type":"integer"},"untrusted":{"const":true}`,
		Always:  []string{"total", "untrusted"},
		IDs:     []string{"id"},
		Prepare: prepareGetLinks,
	}
}

func prepareGetLinks(a *arguments.Given) Job {
	var id store.ID
	if _, given := a.Field("id"); given {
		id = a.ID("id")
	}
	namespace, limit, shown := a.Namespace(), a.Integer("limit", 1, engine.MaxProposals, 10), 0
	if _, given := a.Field("limit"); given {
		shown = limit
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		if id == (store.ID{}) {
			p, err := e.Proposals(ctx, namespace, limit)
			if err != nil {
				return nil, err
			}
			return &Outcome{Payload: answer.ProposalsFrom(p), Namespace: namespace}, nil
		}
		around, err := e.Links(ctx, id)
		if err != nil {
			return nil, err
		}
		near, err := e.Belonging(ctx, id, shownBelonging)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.LinksFrom(id, around, near, shown), Namespace: namespace}, nil
	}
}
