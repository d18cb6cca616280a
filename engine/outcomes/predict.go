package outcomes

import (
	"math"

	"asterism/models"
)

// predictions are what each space says about the worth of hits: the share of the answer's other hits that are less like the question there,
// ties half. Similarities themselves mean something else in every space, so their errors would measure scales; a place among the
// others means the same in all. A space in which fewer than two hits have a value predicts nothing (NaN).
func predictions(hits []Hit) [][models.Count]float64 {
	out := make([][models.Count]float64, len(hits))
	var similar [models.Count][]float64
	for i := range hits {
		for s := range out[i] {
			out[i][s] = math.NaN()
		}
		for _, s := range hits[i].Spaces {
			similar[s.Space] = append(similar[s.Space], s.Similarity)
		}
	}
	for i := range hits {
		for _, s := range hits[i].Spaces {
			if len(similar[s.Space]) > 1 {
				out[i][s.Space] = share(s.Similarity, similar[s.Space])
			}
		}
	}
	return out
}

// share of the other values that are less than v, which is one of them; ties count half.
func share(v float64, all []float64) float64 {
	less, same := 0, -1
	for _, x := range all {
		switch {
		case x < v:
			less++
		case x == v:
			same++
		}
	}
	return (float64(less) + float64(same)/2) / float64(len(all)-1)
}
