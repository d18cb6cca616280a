package onnx

import (
	"fmt"
	"math"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// normSlack is how far a model's vector may be from unit length by rounding; beyond it the vector is wrong.
const normSlack = 1e-3

// decode turns the outputs in w into values; out[i] of a row without tokens stays absent.
func (m *model) decode(w *workspace, out []fingerprint.Value) error {
	for k, row := range w.rows {
		var err error
		switch m.info.Kind {
		case models.Terms:
			out[row].Terms, err = m.decodeTerms(w, k)
		case models.Tokens:
			out[row].Vectors, err = m.decodeTokens(w, k)
		case models.Pair:
			out[row].Dense, err = joinVectors(m.slice(w, 0, k), m.slice(w, 1, k))
		default:
			out[row].Dense, err = joinVectors(m.slice(w, 0, k))
		}
		if err != nil {
			return fmt.Errorf("read output of row %d: %w", row, err)
		}
	}
	return nil
}

func (m *model) slice(w *workspace, output, k int) []float32 {
	return w.floats[output][k*m.info.Width : (k+1)*m.info.Width]
}

// joinVectors copies unit vectors into one slice; nil, which is absent, when one of them is zero.
func joinVectors(parts ...[]float32) ([]float32, error) {
	var out []float32
	for _, p := range parts {
		zero, err := checkUnit(p)
		if zero || err != nil {
			return nil, err
		}
	}
	out = make([]float32, 0, len(parts)*len(parts[0]))
	for _, p := range parts {
		out = append(out, p...)
	}
	return out, nil
}

// checkUnit reports whether v is all zeros; a vector that is neither zero nor of unit length is an error.
func checkUnit(v []float32) (zero bool, err error) {
	var a, b, c, d float32 // four sums: one would be a chain of dependent additions
	i := 0
	for ; i+4 <= len(v); i += 4 {
		a += v[i] * v[i]
		b += v[i+1] * v[i+1]
		c += v[i+2] * v[i+2]
		d += v[i+3] * v[i+3]
	}
	for ; i < len(v); i++ {
		a += v[i] * v[i]
	}
	norm := float64(a + b + c + d)
	if norm == 0 {
		return true, nil
	}
	if !(math.Abs(norm-1) <= 2*normSlack) { // also true for NaN
		return false, fmt.Errorf("a vector has length %v, want 1: the model is wrong for this text", math.Sqrt(norm))
	}
	return false, nil
}

// decodeTokens copies the vectors of a row's own tokens and of the tokens that fill it up. Padding, all-zero tokens and,
// in memories, the tokens that the model skips are dropped.
func (m *model) decodeTokens(w *workspace, k int) ([]float32, error) {
	width, from, to := m.info.Width, k*w.length, (k+1)*w.length
	ids, mask, all := w.ids[from:to], w.mask[from:to], w.floats[0][from*width:to*width]
	out := make([]float32, 0, len(all))
	for j, own := range mask {
		if own == maskPadding {
			break
		}
		if w.role == batch.Passage && m.skip[ids[j]] {
			continue
		}
		v := all[j*width : (j+1)*width]
		zero, err := checkUnit(v)
		if err != nil {
			return nil, fmt.Errorf("token %d: %w", j, err)
		}
		if !zero {
			out = append(out, v...)
		}
	}
	return out, nil
}
