package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// decideLink accepts, refuses, makes or removes a link.
func decideLink() *Tool {
	return &Tool{
		Name:        "decide_link",
		Title:       "Decide on a link",
		Description: "Accept or refuse a proposed or learned link between two memories, make one (link) or take it away (unlink). A refused one is not proposed again.",
		Hints:       Hints{Idempotent: true},
		Input: `{"type":"object","properties":{
			"a":{"type":"string"},
			"b":{"type":"string"},
			"decision":{"enum":["accept","refuse","link","unlink"]}},
			"required":["a","b","decision"],"additionalProperties":false}`,
		Output:  `"a":{"type":"string"},"b":{"type":"string"},"before":{"type":"array","items":{"type":"string"}},"now":{"enum":["accepted","refused","none"]}`,
		Always:  []string{"a", "b", "before", "now"},
		IDs:     []string{"a", "b"},
		Prepare: prepareDecideLink,
	}
}

func prepareDecideLink(a *arguments.Given) Job {
	one, other := a.ID("a"), a.ID("b")
	decision := a.Choice("decision", "", engine.LinkDecisions)
	if _, given := a.Field("decision"); !given {
		a.Problem("decision is missing: accept, refuse, link or unlink")
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		d, err := e.DecideLink(ctx, one, other, decision)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.LinkDecidedFrom(d), Namespace: d.A.Namespace}, nil
	}
}
