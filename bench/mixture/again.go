package mixture

import (
	"context"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Vectors computes the records of mixtures again, whole, whichever spaces are requested: a bounded index reads its cold memories from it instead of from a
// store. It implements [asterism/engine/search.VectorSource].
func (m *Mixer) Vectors(ctx context.Context, ids []store.ID, _ models.Set) ([]fingerprint.Record, error) {
	out := make([]fingerprint.Record, len(ids))
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		memory, err := m.Memory(NumberOf(id))
		if err != nil {
			return nil, err
		}
		out[i] = memory.Record
	}
	return out, nil
}

// Semantic is E1 of the n-th mixture in float32, before it is quantised.
func (m *Mixer) Semantic(n int) []float32 { return m.dense(models.Semantic, m.parents(drawOf(n))) }
