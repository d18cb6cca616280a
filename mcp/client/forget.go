package client

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp/answer"
)

// Forget calls forget_memory.
func (r *Memory) Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error) {
	var a answer.Forgotten
	if err := r.call(ctx, "forget_memory", map[string]any{"id": id, "hard": hard}, &a); err != nil {
		return nil, err
	}
	out := &engine.Forgotten{ID: a.ID, Hard: a.Hard, Scrubbed: a.Scrubbed, TimesSeen: a.TimesSeen, LastSeen: a.LastSeen, Copies: a.Copies, Again: a.Again}
	if a.RestorableUntil != nil {
		out.RestorableUntil = *a.RestorableUntil
	}
	return out, nil
}

// Restore calls restore_memory, which servers with --tools standard or all offer.
func (r *Memory) Restore(ctx context.Context, id store.ID) error {
	var a struct{}
	return r.call(ctx, "restore_memory", map[string]any{"id": id}, &a)
}
