package tools

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// updateMemory replaces parts of a memory.
func updateMemory() *Tool {
	return &Tool{
		Name:        "update_memory",
		Title:       "Change a memory",
		Description: "Replace parts of one memory; what is left out stays.",
		Hints:       Hints{Destructive: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"id":{"type":"string"},
			"content":{"type":"string"},
			"rationale":{"type":"string"},
			"modality":{"type":"string"},
			"importance":{"type":"number"},
			"namespace":{"type":"string"},
			"tags":{"type":"array","items":{"type":"string"}},
			"timestamp":{"type":"string"},
			"session_id":{"type":"string"},
			"source":{"type":"string"},
			"supersedes":{"type":"array","items":{"type":"string"}},
			"valid_from":{"type":"string"},
			"valid_until":{"type":"string"},
			"expected_version":{"type":"integer"}},
			"required":["id"],"additionalProperties":false}`,
		Output: `"id":{"type":"string"},"version":{"type":"integer"},"changed":{"type":"array","items":{"type":"string"}},
			"embedded":{"type":"array","items":{"type":"string"}},"embedderCount":{"type":"integer"},"updated":{"type":"string"},
			` + storedProperties,
		Always:  []string{"id", "version", "changed", "embedded", "embedderCount", "updated", "duplicateOf", "timings"},
		IDs:     []string{"id", "supersedes"},
		Prepare: prepareUpdate,
	}
}

// maxVersion is the largest whole number that JSON represents exactly.
const maxVersion = 1 << 53

func prepareUpdate(a *arguments.Given) Job {
	id := a.ID("id")
	modality := a.Choice("modality", "", engine.Modalities)
	limit := contentLimit(modality)
	if modality == "" { // the memory may be an image; the engine knows its kind and limit
		limit = engine.MaxImageContentBytes
	}
	c := engine.Change{
		Content:    optional(a, "content", limit),
		Rationale:  optional(a, "rationale", engine.MaxRationaleBytes),
		Importance: a.Number("importance", 0, 1),
		Namespace:  optionalName(a, "namespace", engine.MaxNameBytes),
		SessionID:  optionalName(a, "session_id", engine.MaxNameBytes),
		Source:     optionalName(a, "source", engine.MaxSourceBytes),
		IfVersion:  uint64(a.Integer("expected_version", 1, maxVersion, 0)),
	}
	if modality != "" {
		c.Modality = &modality
	}
	if tags := a.Tags("tags"); tags != nil {
		c.Tags = &tags
	}
	if at := a.Moment("timestamp"); !at.IsZero() {
		c.Time = &at
	}
	if ids := a.IDs("supersedes", engine.MaxSupersedes); ids != nil || a.Empty("supersedes") {
		c.Supersedes = &ids
	}
	c.ValidFrom, c.ValidUntil = openMoment(a, "valid_from"), openMoment(a, "valid_until")
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		u, err := e.Update(ctx, id, c)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.UpdatedFrom(u), Namespace: u.Namespace}, nil
	}
}

// optional reads an optional string; nil if not given.
func optional(a *arguments.Given, name string, limit int) *string {
	if _, given := a.Field(name); !given {
		return nil
	}
	s := a.Text(name, limit)
	return &s
}

// optionalName is optional for a name. "" removes the name; a blank one is an error.
func optionalName(a *arguments.Given, name string, limit int) *string {
	if _, given := a.Field(name); !given {
		return nil
	}
	s := a.Name(name, limit)
	return &s
}

// openMoment reads an optional time: nil if not given, and the zero time for "".
func openMoment(a *arguments.Given, name string) *time.Time {
	raw, given := a.Field(name)
	if !given {
		return nil
	}
	var at time.Time
	if string(raw) != `""` {
		at = a.Moment(name)
	}
	return &at
}
