package mcp

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/models"
)

// updateMemory replaces parts of a memory.
func updateMemory() *tool {
	return &tool{
		name:        "update_memory",
		title:       "Change a memory",
		description: "Replace parts of one memory; what is left out stays. A new content or rationale is embedded again. All or nothing.",
		hints:       hints{destructive: true, idempotent: true},
		input: `{"type":"object","properties":{
			"id":{"type":"string","format":"uuid"},
			"content":{"type":"string","minLength":1},
			"rationale":{"type":"string","minLength":1},
			"modality":{"type":"string","enum":["text","code","image","audio","structured","mixed"]},
			"importance":{"type":"number","minimum":0,"maximum":1},
			"namespace":{"type":"string","minLength":1,"description":"Moves it there"},
			"tags":{"type":"array","items":{"type":"string"},"maxItems":32,"description":"Replaces all tags; [] takes them away"},
			"timestamp":{"type":"string","description":"When it happened, RFC 3339"},
			"session_id":{"type":"string"},
			"source":{"type":"string"},
			"expected_version":{"type":"integer","minimum":1,"description":"Change only this version, as get_memory showed it"}},
			"required":["id"],"additionalProperties":false}`,
		output: `"id":{"type":"string"},"version":{"type":"integer"},"changed":{"type":"array","items":{"type":"string"}},
			"embedded":{"type":"array","items":{"type":"string"}},"embedderCount":{"type":"integer"},"updated":{"type":"string"},
			` + storedProperties,
		always:  []string{"id", "version", "changed", "embedded", "embedderCount", "updated", "duplicateOf", "timings"},
		prepare: prepareUpdate,
	}
}

// maxVersion is what a JSON number tells exactly.
const maxVersion = 1 << 53

func prepareUpdate(a *arguments) job {
	id := a.id("id")
	modality := a.choice("modality", "", engine.Modalities)
	limit := contentLimit(modality)
	if modality == "" { // the memory may be an image; of what it is, the engine knows the limit
		limit = engine.MaxImageContentBytes
	}
	c := engine.Change{
		Content:    a.optional("content", limit),
		Rationale:  a.optional("rationale", engine.MaxRationaleBytes),
		Importance: a.number("importance", 0, 1),
		Namespace:  a.optional("namespace", engine.MaxNameBytes),
		SessionID:  a.optional("session_id", engine.MaxNameBytes),
		Source:     a.optional("source", engine.MaxSourceBytes),
		IfVersion:  uint64(a.integer("expected_version", 1, maxVersion, 0)),
	}
	if modality != "" {
		c.Modality = &modality
	}
	if tags := a.tags("tags"); tags != nil {
		c.Tags = &tags
	}
	if at := a.moment("timestamp"); !at.IsZero() {
		c.Time = &at
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		u, err := e.Update(ctx, id, c)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: updatedFrom(u), namespace: u.Namespace}, nil
	}
}

// optional reads a string that may be left out; nil then.
func (a *arguments) optional(name string, limit int) *string {
	if _, given := a.field(name); !given {
		return nil
	}
	s := a.text(name, limit)
	return &s
}

type updated struct {
	ID            string        `json:"id"`
	Version       uint64        `json:"version"`
	Changed       []string      `json:"changed"`  // names of the arguments that made a difference
	Embedded      []string      `json:"embedded"` // spaces whose value is new
	EmbedderCount int           `json:"embedderCount"`
	Updated       *string       `json:"updated"`
	DuplicateOf   *string       `json:"duplicateOf"`
	Device        string        `json:"device,omitempty"` // absent when nothing was embedded
	Windows       int           `json:"windows,omitempty"`
	Dropped       int           `json:"droppedTokenVectors,omitempty"`
	Timings       storedTimings `json:"timings"`
}

func updatedFrom(u *engine.Updated) updated {
	v := updated{
		ID: u.ID.String(), Version: u.Version, Changed: append([]string{}, u.Changed...), Embedded: spaceNames(u.Embedded),
		EmbedderCount: len(u.Spaces.Spaces()), Updated: stamp(u.At), Device: u.Device, Dropped: u.Dropped,
		Timings: storedTimings{ms(u.Timings.Tokenise), ms(u.Timings.Queue), ms(u.Timings.Infer), ms(u.Timings.Store)},
	}
	if u.DuplicateOf != nil {
		id := u.DuplicateOf.String()
		v.DuplicateOf = &id
	}
	if u.Windows > 1 {
		v.Windows = u.Windows
	}
	return v
}

// spaceNames lists the names of the spaces in a set, never nil.
func spaceNames(set models.Set) []string {
	out := []string{}
	for _, s := range set.Spaces() {
		out = append(out, s.String())
	}
	return out
}
