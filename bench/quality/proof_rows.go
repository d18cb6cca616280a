package quality

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// spaceRows are many texts in one space, as in a store, scored with the kernels of search. Unlike search, which ranks only the
// best thousand, it returns every text's similarity.
type spaceRows struct {
	space  models.Space
	texts  int
	places []int // of the texts that have a value
	score  func(*fingerprint.Value) ([]float32, error)
}

// newSpaceRows takes one space out of the records. The values of E12 are copied, so that those of a few texts are cheap.
func newSpaceRows(s models.Space, records []fingerprint.Record) *spaceRows {
	h := &spaceRows{space: s, texts: len(records)}
	var values []*fingerprint.Packed
	for i := range records {
		if p := &records[i][s]; !p.Absent() {
			h.places, values = append(h.places, i), append(values, p)
		}
	}
	width := s.Info().Width
	switch s.Info().Kind {
	case models.Dense:
		h.score = newDenseRows(values, 0, width).dots
	case models.Pair:
		h.score = pairScore(newDenseRows(values, 0, width), newDenseRows(values, 1, width), width)
	case models.Terms:
		h.score = func(v *fingerprint.Value) ([]float32, error) { return termDots(v.Terms, values, width), nil }
	case models.Binary:
		h.score = newBitRows(values, width).agreements
	case models.Tokens:
		h.score = newTokenRows(values).maxSims
	}
	return h
}

// similarities of a question with every text; NaN where either has no value.
func (h *spaceRows) similarities(v *fingerprint.Value) ([]float64, error) {
	out := make([]float64, h.texts)
	for i := range out {
		out[i] = math.NaN()
	}
	if v.Absent() || len(h.places) == 0 {
		return out, nil
	}
	scores, err := h.score(v)
	if err != nil {
		return nil, fmt.Errorf("compare in %v: %w", h.space, err)
	}
	for i, place := range h.places {
		out[place] = float64(scores[i])
	}
	return out, nil
}

// denseRows are int8[n][width] with a scale a row.
type denseRows struct {
	int8s  []int8
	scales []float32
}

// newDenseRows takes one of the vectors that a value has: 0, or 1 for the effects of E5.
func newDenseRows(values []*fingerprint.Packed, vector, width int) *denseRows {
	r := &denseRows{}
	for _, p := range values {
		r.int8s = append(r.int8s, p.Int8[vector*width:(vector+1)*width]...)
		r.scales = append(r.scales, p.Scales[vector])
	}
	return r
}

func (r *denseRows) dots(v *fingerprint.Value) ([]float32, error) {
	q, err := kernels.NewQuery16(v.Dense)
	if err != nil {
		return nil, err
	}
	out := make([]float32, len(r.scales))
	return out, kernels.DotI8(q, r.int8s, r.scales, nil, out)
}

// pairScore is the greater of cause with effect and effect with cause, as for a question that names no direction.
func pairScore(causes, effects *denseRows, width int) func(*fingerprint.Value) ([]float32, error) {
	return func(v *fingerprint.Value) ([]float32, error) {
		forward, err := effects.dots(&fingerprint.Value{Dense: v.Dense[:width]})
		if err != nil {
			return nil, err
		}
		back, err := causes.dots(&fingerprint.Value{Dense: v.Dense[width:]})
		if err != nil {
			return nil, err
		}
		for i, x := range back {
			forward[i] = max(forward[i], x)
		}
		return forward, nil
	}
}

func termDots(question []fingerprint.TermWeight, values []*fingerprint.Packed, width int) []float32 {
	table := make([]float32, width)
	for _, t := range question {
		table[t.ID] = t.Weight
	}
	out := make([]float32, len(values))
	for i, p := range values {
		for _, t := range p.Terms {
			out[i] += table[t.ID] * t.Weight
		}
	}
	return out
}

// bitRows are uint64[n][words] of which width bits count.
type bitRows struct {
	words []uint64
	n     int
	width int
}

func newBitRows(values []*fingerprint.Packed, width int) *bitRows {
	r := &bitRows{n: len(values), width: width}
	for _, p := range values {
		r.words = append(r.words, p.Bits...)
	}
	return r
}

func (r *bitRows) agreements(v *fingerprint.Value) ([]float32, error) {
	differ, out := make([]int32, r.n), make([]float32, r.n)
	if err := kernels.Hamming(v.Bits, r.words, nil, differ); err != nil {
		return nil, err
	}
	for i, d := range differ {
		out[i] = 1 - 2*float32(d)/float32(r.width)
	}
	return out, nil
}

// tokenRows are the token vectors of texts one after the other; text i owns offsets[i] … offsets[i+1]−1.
type tokenRows struct {
	nibbles []byte
	scales  []float32
	offsets []int32
}

func newTokenRows(values []*fingerprint.Packed) *tokenRows {
	r := &tokenRows{offsets: []int32{0}}
	for _, p := range values {
		r.nibbles, r.scales = append(r.nibbles, p.Nibbles...), append(r.scales, p.Scales...)
		r.offsets = append(r.offsets, int32(len(r.scales)))
	}
	return r
}

func (r *tokenRows) maxSims(v *fingerprint.Value) ([]float32, error) {
	out := make([]float32, len(r.offsets)-1)
	return out, kernels.MaxSim(v.Vectors, r.nibbles, r.scales, r.offsets, out)
}
