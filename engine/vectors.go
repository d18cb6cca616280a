package engine

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// TokenVectors reads the token vectors of memories for the rerank; a memory that is gone has none.
func (e *Engine) TokenVectors(ctx context.Context, ids []store.ID) ([]fingerprint.Packed, error) {
	records, err := e.Vectors(ctx, ids, models.SetOf(models.LateInteraction))
	if err != nil {
		return nil, err
	}
	out := make([]fingerprint.Packed, len(ids))
	for i := range records {
		out[i] = records[i][models.LateInteraction]
	}
	return out, nil
}

// Vectors reads packed values of memories: what search does not hold in memory. A memory that is gone has none.
func (e *Engine) Vectors(ctx context.Context, ids []store.ID, spaces models.Set) ([]fingerprint.Record, error) {
	return e.store.Values(ctx, spaces, ids)
}
