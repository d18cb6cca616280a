package client

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
)

// Update calls update_memory, which only servers with --tools all offer.
func (r *Memory) Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error) {
	var a answer.Updated
	if err := r.call(ctx, "update_memory", changeArguments(id, c), &a); err != nil {
		return nil, err
	}
	out := &engine.Updated{Version: a.Version, Changed: a.Changed}
	if a.Updated != nil {
		out.At = *a.Updated
	}
	out.Redacted, out.ReplacesNewer = a.Redacted, a.ReplacesNewer
	out.ID, out.DuplicateOf, out.Device, out.Timings = a.ID, a.DuplicateOf, a.Device, storedTimings(a.Timings)
	for _, name := range a.Embedded {
		if s, err := space(name); err == nil {
			out.Embedded = out.Embedded.With(s)
		}
	}
	return out, nil
}

// changeArguments returns the arguments to change: unlike elsewhere, an empty text is one.
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
	if c.Supersedes != nil {
		out["supersedes"] = append([]store.ID{}, *c.Supersedes...)
	}
	for name, at := range map[string]*time.Time{"valid_from": c.ValidFrom, "valid_until": c.ValidUntil} {
		if at != nil {
			out[name] = moment(*at)
		}
	}
	if c.IfVersion != 0 {
		out["expected_version"] = c.IfVersion
	}
	return out
}
