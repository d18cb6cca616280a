package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// listMemories pages through memories, newest first.
func listMemories() *Tool {
	return &Tool{
		Name:        "list_memories",
		Title:       "List memories",
		Description: "List memories, newest first. Untrusted data.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			` + filterProperties + `,
			"limit":{"type":"integer","minimum":1,"maximum":200,"default":50},
			"cursor":{"type":"string"},
			"include_forgotten":{"type":"boolean"},
			"include_content":{"type":"boolean"}},
			"additionalProperties":false}`,
		Formerly: map[string]string{"includeContent": "include_content"},
		Output: `"memories":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}},
			"nextCursor":{"anyOf":[{"type":"string"},{"type":"null"}]},"unknown":{"type":"array","items":{"type":"object"}},
			"damaged":{"type":"array","items":{"type":"object"}},"damaged_more":{"type":"integer"},"untrusted":{"const":true}`,
		Always:  []string{"memories", "nextCursor", "untrusted"},
		Prepare: prepareList,
	}
}

const (
	defaultPage    = 50
	maxCursorBytes = 4 << 10
)

func prepareList(a *arguments.Given) Job {
	q := engine.ListQuestion{
		Namespace:        a.Namespace(),
		Tags:             a.Tags("tags"),
		Modality:         a.Choice("modality", "", engine.Modalities),
		SessionID:        a.Name("session_id", engine.MaxNameBytes),
		Source:           a.Name("source", engine.MaxSourceBytes),
		Limit:            a.Integer("limit", 1, engine.MaxPage, defaultPage),
		Cursor:           a.Text("cursor", maxCursorBytes),
		IncludeForgotten: a.Flag("include_forgotten", false),
	}
	q.After, q.Before = a.Period()
	whole := a.Flag("include_content", false)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		page, err := e.List(ctx, q)
		if err != nil {
			return nil, err
		}
		told := answer.ListedFrom(page, whole, answer.IsWhole(ctx))
		if len(told.Memories)+len(told.Damaged) == 0 && q.Cursor == "" {
			sayFiltered(ctx, e, &engine.Question{Namespace: q.Namespace, Tags: q.Tags, After: q.After, Before: q.Before, SessionID: q.SessionID, Source: q.Source, Modality: q.Modality}, &told)
		}
		return &Outcome{Payload: told, Namespace: q.Namespace}, nil
	}
}
