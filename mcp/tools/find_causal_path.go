package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// findCausalPath finds how one memory leads to another.
func findCausalPath() *Tool {
	return &Tool{
		Name:        "find_causal_path",
		Title:       "Find a path between memories",
		Description: "The best chain between two memories, by cause, meaning and links. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"from":{"type":"string","description":"Cause"},
			"to":{"type":"string","description":"Effect"},
			"max_hops":{"type":"integer","minimum":1,"maximum":6,"default":4},
			"path_type":{"enum":["causal","semantic","any"],"default":"causal"},
			"include_content":{"type":"boolean"}},
			"required":["from","to"],"additionalProperties":false}`,
		Output: `"found":{"type":"boolean"},"summary":{"type":"string"},` + routeProperties + `,
			"reverse":{"type":"object"},
			"untrusted":{"const":true},"pathType":{"type":"string"},"maxHops":{"type":"integer"},
			"searched":{"type":"integer"},"unread":{"type":"string"},
			"complete":{"type":"boolean","description":"false: a better path may exist"},
			"namespaces":{"type":"array","items":{"type":"string"}},
			"thresholds":{"type":"object","description":"Of a hop, by space"},
			"timings":{"type":"object","properties":{"search":{"type":"number"}}}`,
		Always:  []string{"found", "summary", "path", "hops", "untrusted", "pathType", "maxHops", "searched", "complete", "namespaces", "thresholds", "timings"},
		IDs:     []string{"from", "to"},
		Prepare: preparePath,
	}
}

// routeProperties describe a path, and also the path in the other direction.
const routeProperties = `"score":{"type":"number","description":"Product of the hops"},
	"direction":{"type":"string"},"chance":{"type":"number"},
	"path":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"},"namespace":{"type":"string"},"snippet":{"type":"string"},"content":{"type":"string"}},"required":["id"]}},
	"hops":{"type":"array","items":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},
		"by":{"enum":["causal","semantic","link"]},"score":{"type":"number"},"similarity":{"anyOf":[{"type":"number"},{"type":"null"}]}},"required":["from","to","by","score"]}}`

func preparePath(a *arguments.Given) Job {
	q := engine.PathQuestion{
		From:    a.ID("from"),
		To:      a.ID("to"),
		MaxHops: a.Integer("max_hops", 1, engine.MaxPathHops, engine.DefaultPathHops),
		Type:    a.Choice("path_type", engine.PathCausal, engine.PathTypes),
	}
	if q.From == q.To && q.From != (store.ID{}) { // zero means that it could not be read, which is in Problems already
		a.Problem("from and to are both %s; a path leads from one memory to another", q.From)
	}
	whole := a.Flag("include_content", false)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		q.Progress = progressOf(ctx, "searching a path: neighbours of memories looked up")
		p, err := e.FindPath(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.PathFrom(p, whole), Namespace: p.Namespaces[0]}, nil
	}
}
