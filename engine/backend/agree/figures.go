package agree

import (
	"fmt"
	"math"

	"asterism/models"
)

// Figures say how near the values of one backend are to another's. The nearness of a vector a to the other backend's b is 1 − ½·(‖a−b‖/‖b‖)²: their
// cosine where both are of unit length, and less where terms have other weights. That of bits is the share that agrees.
type Figures struct {
	Vectors int     `json:"vectors"` // compared: one a row, two of a pair, one a token
	Least   float64 `json:"least"`
	Mean    float64 `json:"mean"`
}

// Limit is what a vector must reach: 16-bit floats reach this cosine, and no wrong kernel does.
const Limit = 0.999

const (
	// tokenLimit is for one token's vector among many, whose mean must reach Limit: a rare token's vector may point anywhere.
	tokenLimit = 0.99
	// termsLimit is for one text's terms, whose mean must reach Limit: they are few and many are near 0. Rounding the weights of E6's shape to bf16 costs .0003 alone; an
	// H200 was off by .0020 in the worst of 11 texts and by .0006 in the mean.
	termsLimit = 0.99
	// int8Limit is for a model in 8-bit integers, where each backend rounds in its own way.
	int8Limit = 0.99
)

// limits returns what the least and the mean must reach.
func limits(k models.Kind, int8 bool) (least, mean float64) {
	switch {
	case int8:
		return int8Limit, int8Limit
	case k == models.Tokens:
		return tokenLimit, Limit
	case k == models.Terms:
		return termsLimit, Limit
	}
	return Limit, Limit
}

// Check returns nil when the backends agree, and else an error that names the figure that is too low.
func (f Figures) Check(k models.Kind, int8 bool) error {
	least, mean := limits(k, int8)
	switch {
	case f.Vectors == 0:
		return fmt.Errorf("nothing was compared")
	case !(f.Least >= least): // NaN is no agreement
		return fmt.Errorf("the least nearness of %d vectors is %.5f, below %v", f.Vectors, f.Least, least)
	case !(f.Mean >= mean):
		return fmt.Errorf("the mean nearness of %d vectors is %.5f, below %v", f.Vectors, f.Mean, mean)
	}
	return nil
}

// tally gathers figures.
type tally struct {
	n          int
	least, sum float64
}

func (t *tally) add(v float64) {
	if t.n == 0 || !(v >= t.least) { // NaN stays
		t.least = v
	}
	t.n++
	t.sum += v
}

func (t *tally) figures() Figures {
	if t.n == 0 {
		return Figures{}
	}
	return Figures{Vectors: t.n, Least: t.least, Mean: t.sum / float64(t.n)}
}

// nearness returns the nearness of a to b, see Figures; for two vectors of zeros it is 1.
func nearness(difference, square float64) float64 {
	if difference == 0 {
		return 1
	}
	return 1 - difference/(2*square)
}

func nearVectors(a, b []float32) float64 {
	var difference, square float64
	for i, v := range b {
		d := float64(a[i]) - float64(v)
		difference += d * d
		square += float64(v) * float64(v)
	}
	return nearness(difference, square)
}

// finite makes figures that JSON can represent: NaN and infinities become −1, which is below every limit.
func (f Figures) finite() Figures {
	for _, v := range []*float64{&f.Least, &f.Mean} {
		if math.IsNaN(*v) || math.IsInf(*v, 0) {
			*v = -1
		}
	}
	return f
}
