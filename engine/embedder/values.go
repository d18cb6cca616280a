package embedder

import (
	"context"
	"time"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/models"
)

// Values returns the values of texts with a time in some spaces; now is the reference time of
// E2.
func (m *Embedder) Values(ctx context.Context, role batch.Role, spaces models.Set, when, now time.Time, texts ...string) ([]fingerprint.Fingerprint, error) {
	jobs := make([]*sched.Job, len(texts))
	for i, text := range texts {
		jobs[i] = m.Job(text, "", when, now, role, spaces)
	}
	results, err := m.sched.Embed(ctx, jobs...)
	if err != nil {
		return nil, fault.Embedding(err)
	}
	out := make([]fingerprint.Fingerprint, len(results))
	for i := range results {
		out[i] = results[i].Values
	}
	return out, nil
}
