package main

import (
	"context"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"
)

type updatedAnswer struct {
	ID          store.ID      `json:"id"`
	Version     uint64        `json:"version"`
	Changed     []string      `json:"changed"`
	Embedded    []string      `json:"embedded"`
	Updated     time.Time     `json:"updated"`
	DuplicateOf *store.ID     `json:"duplicateOf"`
	Device      string        `json:"device"`
	Timings     timingsAnswer `json:"timings"`
}

// Update asks update_memory, which only servers with --tools all offer.
func (r *remote) Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error) {
	var a updatedAnswer
	if err := r.call(ctx, "update_memory", changeArguments(id, c), &a); err != nil {
		return nil, err
	}
	out := &engine.Updated{Version: a.Version, At: a.Updated, Changed: a.Changed}
	out.ID, out.DuplicateOf, out.Device, out.Timings = a.ID, a.DuplicateOf, a.Device, a.Timings.timings()
	for _, name := range a.Embedded {
		code, _, _ := strings.Cut(name, " ")
		if s, err := models.ParseSpace(code); err == nil {
			out.Embedded = out.Embedded.With(s)
		}
	}
	return out, nil
}

// changeArguments holds what is to be changed: unlike elsewhere, an empty text is one.
func changeArguments(id store.ID, c engine.Change) map[string]any {
	out := map[string]any{"id": id}
	for name, v := range map[string]*string{"content": c.Content, "rationale": c.Rationale, "modality": c.Modality, "namespace": c.Namespace, "session_id": c.SessionID, "source": c.Source} {
		if v != nil {
			out[name] = *v
		}
	}
	if c.Importance != nil {
		out["importance"] = *c.Importance
	}
	if c.Tags != nil {
		out["tags"] = append([]string{}, *c.Tags...)
	}
	if c.Time != nil {
		out["timestamp"] = moment(*c.Time)
	}
	if c.IfVersion != 0 {
		out["expected_version"] = c.IfVersion
	}
	return out
}
