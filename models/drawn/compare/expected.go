package compare

import (
	"context"
	"slices"

	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn/reference"
)

// Expected computes what the backend should return for rows with their frames: one slice of numbers a row, laid out as
// in a fingerprint; for terms a weight for every id of the vocabulary.
func (s *Subject) Expected(ctx context.Context, role batch.Role, rows ...[]int32) ([][]float64, error) {
	ref, err := s.reference()
	if err != nil {
		return nil, err
	}
	switch s.Kind() {
	case models.Pair:
		return s.expectedPairs(ctx, ref, role, rows)
	case models.Tokens:
		return s.expectedTokens(ctx, ref, role, rows)
	}
	results, err := ref.Embed(ctx, reference.Rows(rows)...)
	out := make([][]float64, len(results))
	for i, r := range results {
		out[i] = slices.Concat(r.Dense, r.Terms)
	}
	return out, err
}

// expectedPairs embeds every row twice, with the prefix of either direction behind what its frame puts in front.
func (s *Subject) expectedPairs(ctx context.Context, ref *reference.Model, role batch.Role, rows [][]int32) ([][]float64, error) {
	out := make([][]float64, len(rows))
	for pass := range s.pair {
		var whole [][]int32
		for _, ids := range rows {
			whole = append(whole, s.Passed(role, ids)[pass])
		}
		results, err := ref.Embed(ctx, reference.Rows(whole)...)
		if err != nil {
			return nil, err
		}
		for i, r := range results {
			out[i] = append(out[i], r.Dense...)
		}
	}
	return out, nil
}

// expectedTokens fills questions up with the mask's id, and leaves out the tokens that memories have no vectors for.
func (s *Subject) expectedTokens(ctx context.Context, ref *reference.Model, role batch.Role, rows [][]int32) ([][]float64, error) {
	var whole []reference.Row
	for _, ids := range rows {
		r := reference.Row{IDs: slices.Clone(ids), Mask: slices.Repeat([]int64{1}, len(ids))}
		for role == batch.Query && len(r.IDs) < s.Model.QueryLength {
			r.IDs, r.Mask = append(r.IDs, s.Model.MaskID), append(r.Mask, 2)
		}
		whole = append(whole, r)
	}
	results, err := ref.Embed(ctx, whole...)
	out := make([][]float64, len(results))
	for i, r := range results {
		for t, v := range r.Tokens {
			if role == batch.Query || !slices.Contains(s.Model.PassageSkip, whole[i].IDs[t]) {
				out[i] = append(out[i], v...)
			}
		}
	}
	return out, err
}

// Passed are the rows as which the model computes one: that row, or for a pair one with the prefix of each direction.
func (s *Subject) Passed(role batch.Role, ids []int32) (out [][]int32) {
	if s.Kind() != models.Pair {
		return [][]int32{ids}
	}
	at := len(s.Frame(role).Before)
	for _, prefix := range s.pair {
		out = append(out, slices.Concat(ids[:at], prefix, ids[at:]))
	}
	return out
}

// Passes are how often a row is computed, each with the number of tokens that its prefix adds.
func (s *Subject) Passes() []int {
	if s.Kind() == models.Pair {
		return []int{len(s.pair[0]), len(s.pair[1])}
	}
	return []int{0}
}
