package main

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/store"
)

// Forget asks forget_memory.
func (r *remote) Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error) {
	var a struct {
		ID              store.ID  `json:"id"`
		Hard            bool      `json:"hard"`
		RestorableUntil time.Time `json:"restorableUntil"` // null after a hard forget
		Scrubbed        bool      `json:"scrubbed"`
	}
	if err := r.call(ctx, "forget_memory", map[string]any{"id": id, "hard": hard}, &a); err != nil {
		return nil, err
	}
	return &engine.Forgotten{ID: a.ID, Hard: a.Hard, RestorableUntil: a.RestorableUntil, Scrubbed: a.Scrubbed}, nil
}

// Restore asks restore_memory, which only servers with --tools all offer.
func (r *remote) Restore(ctx context.Context, id store.ID) error {
	var a struct{}
	return r.call(ctx, "restore_memory", map[string]any{"id": id}, &a)
}
