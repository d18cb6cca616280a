// Package draw answers: what memories are there to search in a test?
package draw

import (
	"math"
	"math/rand/v2"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// bitWords is the number of words of a binary value.
var bitWords = (models.HDC.Info().Width + 63) / 64

// Values makes a value in every space that depends on a model or the text; each is absent with the given
// probability.
func Values(r *rand.Rand, absent float64) fingerprint.Fingerprint {
	var f fingerprint.Fingerprint
	for i, info := range models.Catalog {
		if info.Origin == models.FromTime || r.Float64() < absent {
			continue
		}
		switch info.Kind {
		case models.Dense:
			f[i].Dense = Unit(r, info.Width)
		case models.Pair:
			f[i].Dense = append(Unit(r, info.Width), Unit(r, info.Width)...)
		case models.Terms:
			for id := r.IntN(40); id < 400; id += 1 + r.IntN(40) {
				f[i].Terms = append(f[i].Terms, fingerprint.TermWeight{ID: uint16(id), Weight: 0.1 + r.Float32()})
			}
		case models.Binary:
			f[i].Bits = make([]uint64, bitWords)
			for j := range f[i].Bits {
				f[i].Bits[j] = r.Uint64()
			}
			f[i].Bits[bitWords-1] &= 1<<(info.Width%64) - 1
		case models.Tokens:
			for range 1 + r.IntN(5) {
				f[i].Vectors = append(f[i].Vectors, Unit(r, info.Width)...)
			}
		}
	}
	return f
}

// Unit returns a random vector of n numbers and length 1.
func Unit(r *rand.Rand, n int) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	normalise(v)
	return v
}

func normalise(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
}

// ID returns a random id.
func ID(r *rand.Rand) (id store.ID) {
	for i := range id {
		id[i] = byte(r.IntN(256))
	}
	return id
}
