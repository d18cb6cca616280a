package quality

import (
	"context"
	"math"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/models"
)

// similarities are those of a question with every document in every given space, as the fusion sees them: space → document; NaN where
// either has no value. Search compares tokens for the best few only, so E12 is asked alone, which makes it compare all.
func (l *library) similarities(ctx context.Context, a *asked, spaces models.Set) (out [models.Count][]float32, err error) {
	late := models.SetOf(models.LateInteraction)
	for _, part := range []models.Set{spaces.Without(late), spaces & late} {
		if part == 0 {
			continue
		}
		weights := [models.Count]float64{}
		for _, s := range part.Spaces() {
			weights[s] = 1
			out[s] = missing(len(l.records))
		}
		r, err := l.index.Search(ctx, &search.Question{Values: a.values, Weights: weights, TopK: len(l.records), Exact: true})
		if err != nil {
			return out, err
		}
		for _, h := range r.Hits {
			for _, s := range part.Spaces() {
				out[s][placeOf(h.ID)] = float32(h.Similarity[s])
			}
		}
	}
	return out, nil
}

func missing(n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.NaN())
	}
	return out
}

// causeOf is a text's vector as a cause in E5.
func causeOf(v fingerprint.Value) []float32 { return v.Dense[:models.Causal.Info().Width] }

// effectOf is a text's vector as an effect in E5.
func effectOf(v fingerprint.Value) []float32 { return v.Dense[models.Causal.Info().Width:] }

// dot is the sum of products of two vectors of equal length; between unit vectors it is their cosine.
func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// prefixCosine is the cosine of the first n numbers of two vectors.
func prefixCosine(a, b []float32, n int) float64 {
	a, b = a[:n], b[:n]
	return dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b))
}
