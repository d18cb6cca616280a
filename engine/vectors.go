package engine

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// vectors reads from the store what search does not hold in memory.
type vectors struct{ store store.Memories }

// TokenVectors reads the token vectors of memories for the rerank; a memory that is gone has none.
func (v vectors) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	records, err := v.Vectors(ctx, ids, models.SetOf(models.LateInteraction))
	if err != nil {
		return nil, err
	}
	out := make([]fingerprint.Packed, len(ids))
	for i := range records {
		out[i] = records[i][models.LateInteraction]
	}
	return out, nil
}

// tokensOf is what reads the token vectors of a store for a search: where they lie, where the store can show them.
func tokensOf(s store.Memories) search.TokenSource {
	if shown, ok := s.(search.TokenVisitor); ok {
		return shownVectors{vectors{s}, shown}
	}
	return vectors{s}
}

// shownVectors are those of a store that shows token vectors.
type shownVectors struct {
	vectors
	search.TokenVisitor
}

// Vectors reads packed values of memories; one that is gone has none.
func (v vectors) Vectors(ctx context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Record, error) {
	return v.store.Values(ctx, spaces, ids)
}

// TokenVectors reads the token vectors of memories, as the rerank of a search does; one that is gone has none.
func (e *Engine) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	return vectors{e.store}.TokenVectors(ctx, ids)
}
