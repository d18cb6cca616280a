package tools

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// listNamespaces lists the namespaces.
func listNamespaces() *Tool {
	return &Tool{
		Name:        "list_namespaces",
		Title:       "List namespaces",
		Description: "Namespaces, with counts.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{` + offsetProperty + `},"additionalProperties":false}`,
		Output:      labelProperties,
		Always:      []string{"names", "total", "next_offset", "untrusted"},
		Prepare: func(a *arguments.Given) Job {
			offset := a.Integer("offset", 0, maxOffset, 0)
			return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
				all, err := e.Namespaces(ctx)
				if err != nil {
					return nil, err
				}
				return &Outcome{Payload: answer.LabelsFrom("namespaces", "", all, offset)}, nil
			}
		},
	}
}

// offsetProperty is the argument of tools that return a long answer in parts.
const offsetProperty = `"offset":{"type":"integer"}`

// maxOffset is the largest whole number that JSON represents exactly.
const maxOffset = maxVersion

const labelProperties = `"names":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"memories":{"type":"integer"}},"required":["name","memories"]}},
	"total":{"type":"integer"},"next_offset":{"anyOf":[{"type":"integer"},{"type":"null"}]},"namespace":{"type":"string"},"unknown":{"type":"array","items":{"type":"object"}},"untrusted":{"const":true}`
