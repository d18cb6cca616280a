package main

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// tokens gives every mixture the tokens of its first parent, so that those of a million need no more memory than those of the real texts.
// Reading them from RocksDB is measured by the part "engine".
type tokens struct{ base *base }

// TokenVectors implements [asterism/engine/search.TokenSource].
func (t tokens) TokenVectors(_ context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	out := make([]fingerprint.Packed, len(ids))
	for i, id := range ids {
		p := firstParentOf(id)
		if p >= len(t.base.records) {
			return nil, fmt.Errorf("memory %s: its first parent %d is not one of %d", id, p, len(t.base.records))
		}
		out[i] = t.base.records[p][models.LateInteraction]
	}
	return out, nil
}
