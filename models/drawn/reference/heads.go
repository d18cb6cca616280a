package reference

import (
	"context"
	"math"
)

// block is how many rows of a vocabulary are read at once.
const block = 4096

// masked is SPLADE (Formal et al. 2021): the scores of a masked language model, cut off below 0 and flattened by
// log(1 + x), and of each term the greatest over the text's tokens.
func (m *Model) masked(ctx context.Context, rows []Row) ([]Result, error) {
	x, err := m.bert(ctx, rows)
	if err != nil {
		return nil, err
	}
	c, l := m.config, &loader{w: m.w}
	out := results(rows, x)
	dense := l.linear(x, "cls.predictions.transform.dense", c.Hidden)
	if l.err != nil {
		return nil, l.err
	}
	h := l.norm(dense.each(gelu), "cls.predictions.transform.LayerNorm", c.Epsilon)
	bias := l.vector("cls.predictions.bias", c.Vocabulary)
	if l.err != nil {
		return nil, l.err
	}
	for i := range out {
		out[i].Terms = make([]float64, c.Vocabulary)
	}
	for from := 0; from < c.Vocabulary; from += block {
		to := min(from+block, c.Vocabulary)
		words, err := m.w.slab(m.prefix+"embeddings.word_embeddings.weight", c.Vocabulary, c.Hidden, from, to)
		if err != nil {
			return nil, err
		}
		for i, scores := range split(rows, words.times(h)) {
			greatest(out[i].Terms[from:to], bias[from:to], scores)
		}
	}
	return out, nil
}

// greatest puts the weights of some terms into weights.
func greatest(weights, bias []float64, scores [][]float64) {
	for _, token := range scores {
		for i, s := range token {
			weights[i] = max(weights[i], math.Log1p(max(0, s+bias[i])))
		}
	}
}

// colbert projects every token and scales it to length 1 (Khattab & Zaharia 2020).
func (m *Model) colbert(ctx context.Context, rows []Row) ([]Result, error) {
	x, err := m.bert(ctx, rows)
	if err != nil {
		return nil, err
	}
	out := results(rows, x)
	l := &loader{w: m.w}
	width := 0
	if e, ok := m.w.tensors["linear.weight"]; ok {
		width = e.shape[0]
	}
	y := l.project(x, "linear", width)
	if l.err != nil {
		return nil, l.err
	}
	for i, tokens := range split(rows, y) {
		for _, v := range tokens {
			out[i].Tokens = append(out[i].Tokens, unit(v))
		}
	}
	return out, nil
}
