package workspace

import (
	"math"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// likeness is how similar two memories are in each space, NaN if a space takes no part.
type likeness [models.Count]float64

// timeless are the spaces that take part. E2, E3 and E4 depend on the time of a memory: two memories stored a second apart agree there
// whatever they are about.
var timeless = models.All.Without(models.OfOrigin(models.FromTime))

// memoryValues holds a memory's values and packed token vectors, for comparing others with it.
type memoryValues struct {
	values fingerprint.Fingerprint // except E12
	tokens fingerprint.Packed
}

func valuesOf(r *fingerprint.Record) *memoryValues {
	f := &memoryValues{tokens: r[models.LateInteraction]}
	for s := range r {
		if models.Space(s) != models.LateInteraction {
			f.values[s] = fingerprint.Unpack(models.Space(s), &r[s])
		}
	}
	return f
}

// like compares a memory, or a text of the cohort, with one that is held. The result is that of [fingerprint.Similarity], which takes ten
// times as long for E12 as the kernel.
func (f *memoryValues) like(a *fingerprint.Fingerprint) (out likeness) {
	for s := range out {
		switch space := models.Space(s); {
		case !timeless.Has(space):
			out[s] = math.NaN()
		case space == models.LateInteraction:
			out[s] = f.likeTokens(a[s].Vectors)
		default:
			out[s] = fingerprint.Similarity(space, &a[s], &f.values[s])
		}
	}
	return out
}

// likeTokens returns NaN if one side is absent, or the kernel does not accept it.
func (f *memoryValues) likeTokens(vectors []float32) float64 {
	n := len(f.tokens.Scales)
	if n == 0 || len(vectors) == 0 {
		return math.NaN()
	}
	var out [1]float32
	if err := kernels.MaxSim(vectors, f.tokens.Nibbles, f.tokens.Scales, []int32{0, int32(n)}, out[:]); err != nil {
		return math.NaN()
	}
	return float64(out[0])
}

// mean is the mean, space by space, over the rows that have a value; NaN if none has.
func mean(rows []likeness) (out likeness) {
	for s := range out {
		sum, n := 0.0, 0
		for i := range rows {
			if !math.IsNaN(rows[i][s]) {
				sum += rows[i][s]
				n++
			}
		}
		out[s] = sum / float64(n)
	}
	return out
}

func unpack(r *fingerprint.Record) *fingerprint.Fingerprint {
	var out fingerprint.Fingerprint
	for s := range r {
		out[s] = fingerprint.Unpack(models.Space(s), &r[s])
	}
	return &out
}
