package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// listTags lists the tags of a namespace.
func listTags() *Tool {
	return &Tool{
		Name:        "list_tags",
		Title:       "List tags",
		Description: "Tags of a namespace, with counts.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{` + namespaceProperty + `,` + offsetProperty + `},"additionalProperties":false}`,
		Output:      labelProperties,
		Always:      []string{"names", "total", "next_offset", "namespace", "untrusted"},
		Prepare: func(a *arguments.Given) Job {
			namespace, offset := a.Namespace(), a.Integer("offset", 0, maxOffset, 0)
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				all, err := e.Tags(ctx, namespace)
				if err != nil {
					return nil, err
				}
				shown := namespace
				if shown == "" {
					shown = engine.DefaultNamespace
				}
				labels := answer.LabelsFrom("tags", shown, all, offset)
				if len(all) == 0 {
					known, err := e.Namespaces(ctx)
					if err != nil {
						return nil, err
					}
					labels.Unknown = answer.UnknownFrom(engine.UnknownNamespace(shown, known))
				}
				return &Outcome{Payload: labels, Namespace: namespace}, nil
			}
		},
	}
}
