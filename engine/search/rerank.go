package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/kernels"
	"asterism/models"
)

// rerankCap is how many candidates are compared token by token: the best of the fusion without E12. It does not depend on topK, so the
// first k hits are the same for any topK. tokenBatch is how many memories' tokens are read at a time.
const (
	rerankCap  = 256
	tokenBatch = 256
)

// rerank compares the best rows of a fusion token by token (all of them if E12 is the only space), and fuses again.
func (ix *Index) rerank(ctx context.Context, f *fusion) error {
	late := models.SetOf(models.LateInteraction)
	if f.probe.spaces&late == 0 {
		return nil
	}
	positions := f.positions()
	if f.probe.spaces != late {
		var err error
		if positions, err = f.together(ctx, f.best(rerankCap)); err != nil {
			return err
		}
	}
	if err := ix.compareTokens(ctx, f.table, positions); err != nil {
		return err
	}
	return f.addTokens(ctx)
}

// compareTokens compares the question's token vectors with those of the rows at the given positions, and stores the
// results as the table's similarities in E12. Rows without tokens are left out.
func (ix *Index) compareTokens(ctx context.Context, t *table, positions []int32) error {
	query := t.probe.values[models.LateInteraction].Vectors
	scores := newScores(len(t.rows))
	blank(scores)
	t.scores[models.LateInteraction] = scores
	var onReplica []int32
	if t.replicaSpaces.Has(models.LateInteraction) {
		onReplica = t.replicaPositions(positions)
		positions = slices.DeleteFunc(slices.Clone(positions), func(position int32) bool { return t.onReplica(int(t.rows[position]) / chunkRows) })
	}
	wait := t.tokensOnReplica(ctx, query, onReplica, scores)
	err := ix.compareStoredTokens(ctx, t, query, positions, scores)
	if err = cmp.Or(wait(), err); err == nil {
		t.noteBare(positions)
		t.noteBare(onReplica)
	}
	return err
}

// noteBare records the rows without a similarity in E12 among those that were compared there: their token vectors are damaged in the store, or are gone. Such a row counts as one that
// never had tokens, so that it does not rank behind others because of the damage.
func (t *table) noteBare(positions []int32) {
	for _, p := range positions {
		if x := t.scores[models.LateInteraction][p]; x == x || !t.state.present(t.rows[p]).Has(models.LateInteraction) {
			continue
		}
		if t.bare == nil {
			t.bare = map[int32]bool{}
		}
		t.bare[p] = true
	}
}

// compareStoredTokens compares with tokens that it reads from their source.
func (ix *Index) compareStoredTokens(ctx context.Context, t *table, query []float32, positions []int32, scores []float32) error {
	for len(positions) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		part := positions[:min(tokenBatch, len(positions))]
		positions = positions[len(part):]
		ids := make([]store.ID, len(part))
		for i, position := range part {
			ids[i] = t.id(position)
		}
		if shown, ok := ix.tokens.(TokenVisitor); ok {
			if err := compareShown(ctx, shown, query, part, ids, scores); err != nil {
				return err
			}
			continue
		}
		values, err := ix.tokens.TokenVectors(ctx, ids)
		if err != nil {
			return fmt.Errorf("read token vectors: %w", err)
		}
		if len(values) != len(ids) {
			return fmt.Errorf("read token vectors: %d values for %d memories", len(values), len(ids))
		}
		if err := maxSimAll(ctx, query, part, values, scores); err != nil {
			return err
		}
	}
	return nil
}

// maxSimParts is the number of parts into which the comparison of a batch is split.
const maxSimParts = 8

// maxSimAll compares a batch on all processors.
func maxSimAll(ctx context.Context, query []float32, positions []int32, values []fingerprint.Packed, scores []float32) error {
	if !slices.ContainsFunc(values, func(v fingerprint.Packed) bool { return len(v.Nibbles) > 0 }) {
		return nil
	}
	prepared, err := kernels.PrepareTokens(query)
	if err != nil {
		return fmt.Errorf("compare token vectors: %w", err)
	}
	size := (len(positions) + maxSimParts - 1) / maxSimParts
	return parallel(ctx, maxSimParts, func(_ *scratch, i int) error {
		from, to := min(i*size, len(positions)), min((i+1)*size, len(positions))
		return maxSim(prepared, positions[from:to], values[from:to], scores)
	})
}

// compareShown compares a batch while reading it.
func compareShown(ctx context.Context, tokens TokenVisitor, query []float32, positions []int32, ids []store.ID, scores []float32) error {
	prepared, err := kernels.PrepareTokens(query)
	if err != nil {
		return fmt.Errorf("compare token vectors: %w", err)
	}
	err = tokens.EachTokens(ctx, ids, func(i int, v *fingerprint.Packed) error { return maxSimOne(prepared, v, scores[positions[i]:][:1]) })
	if err != nil {
		return fmt.Errorf("read token vectors: %w", err)
	}
	return nil
}

// maxSim compares the memories of a batch that have tokens, one after the other. Copying the tokens of all into one array would copy a megabyte per
// search.
func maxSim(query kernels.TokenQuery, positions []int32, values []fingerprint.Packed, scores []float32) error {
	for i := range values {
		if len(values[i].Nibbles) == 0 {
			continue
		}
		if err := maxSimOne(query, &values[i], scores[positions[i]:][:1]); err != nil {
			return err
		}
	}
	return nil
}

func maxSimOne(query kernels.TokenQuery, v *fingerprint.Packed, score []float32) error {
	if err := query.MaxSim(v.Nibbles, v.Scales, []int32{0, int32(len(v.Scales))}, score); err != nil {
		return fmt.Errorf("compare token vectors: %w", err)
	}
	return nil
}
