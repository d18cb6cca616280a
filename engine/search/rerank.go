package search

import (
	"context"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// rerankCap is how many candidates are compared token by token, the best of the fusion without E12. It does not depend on how
// many are asked for, so that the first k hits are the same whatever topK is. tokenBatch is how many memories' tokens are read at a time.
const (
	rerankCap  = 256
	tokenBatch = 256
)

// tokenScores compares the question's token vectors with those of the given rows and keeps the results in the scan's scores
// of E12. Rows without tokens are left out.
func (ix *Index) tokenScores(ctx context.Context, s *scan, rows []int32) error {
	query := s.probe.values[models.LateInteraction].Vectors
	scores := newScores(len(s.state.chunks) * chunkRows)
	blank(scores)
	s.scores[models.LateInteraction] = scores
	for len(rows) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		part := rows[:min(tokenBatch, len(rows))]
		rows = rows[len(part):]
		ids := make([]store.ID, len(part))
		for i, r := range part {
			ids[i] = s.state.id(r)
		}
		values, err := ix.tokens.TokenVectors(ctx, ids)
		if err != nil {
			return fmt.Errorf("read token vectors: %w", err)
		}
		if len(values) != len(ids) {
			return fmt.Errorf("read token vectors: %d values for %d memories", len(values), len(ids))
		}
		if err := maxSim(query, part, values, scores); err != nil {
			return err
		}
	}
	return nil
}

// maxSim compares in one kernel call the memories of a batch that have tokens.
func maxSim(query []float32, rows []int32, values []fingerprint.Packed, scores []float32) error {
	bytes := 0
	for i := range values {
		bytes += len(values[i].Nibbles)
	}
	tokens := make([]byte, 0, bytes)
	var scales []float32
	var owners []int32
	offsets := []int32{0}
	for i := range values {
		if len(values[i].Nibbles) == 0 {
			continue
		}
		tokens = append(tokens, values[i].Nibbles...)
		scales = append(scales, values[i].Scales...)
		owners = append(owners, rows[i])
		offsets = append(offsets, int32(len(scales)))
	}
	if len(owners) == 0 {
		return nil
	}
	out := make([]float32, len(owners))
	if err := kernels.MaxSim(query, tokens, scales, offsets, out); err != nil {
		return fmt.Errorf("compare token vectors: %w", err)
	}
	for i, row := range owners {
		scores[row] = out[i]
	}
	return nil
}
