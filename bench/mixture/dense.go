package mixture

import (
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// meanOf is the mean of the real values of a space; for E5 that of causes and then that of effects.
func meanOf(records []fingerprint.Record, s models.Space) []float32 {
	var sum []float64
	n := 0
	for i := range records {
		v := fingerprint.Unpack(s, &records[i][s]).Dense
		if v == nil {
			continue
		}
		if sum == nil {
			sum = make([]float64, len(v))
		}
		for j, x := range v {
			sum[j] += float64(x)
		}
		n++
	}
	out := make([]float32, len(sum))
	for j := range sum {
		out[j] = float32(sum[j] / float64(n))
	}
	return out
}

// dense is x = μ + Σᵢ √shareᵢ·(xᵢ − μ) over the parents that have a value, each vector of it at length 1. With the roots of the shares, whose
// squares sum to 1, mixtures of independent parents have the mean and the covariance of the real values. With the shares
// themselves they would all lie closer to the mean, and so to each other, than real ones do.
func (m *Mixer) dense(s models.Space, from []parent) []float32 {
	out := append([]float32(nil), m.means[s]...)
	left := float32(1) // of μ
	for _, p := range from {
		v := &m.Base.Records[p.number][s]
		if v.Absent() {
			continue
		}
		a := float32(math.Sqrt(p.share))
		left -= a
		addScaled(out, v, a)
	}
	for j, mean := range m.means[s] {
		out[j] -= (1 - left) * mean
	}
	width := s.Info().Width
	for at := 0; at < len(out); at += width {
		normalise(out[at : at+width])
	}
	return out
}

// addScaled adds a·v.
func addScaled(out []float32, v *fingerprint.Packed, a float32) {
	width := len(v.Int8) / len(v.Scales)
	for i, scale := range v.Scales {
		f := a * scale
		to := out[i*width : (i+1)*width]
		for j, q := range v.Int8[i*width : (i+1)*width] {
			to[j] += f * float32(q)
		}
	}
}

func normalise(v []float32) {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	f := float32(1 / math.Sqrt(sum))
	for j := range v {
		v[j] *= f
	}
}
