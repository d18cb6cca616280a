package fingerprint

import (
	"maps"
	"math"
	"slices"

	"asterism/models"
)

// MaxTokenVectors is the most token vectors that a memory keeps in a space of kind Tokens: about 136 KiB packed.
const MaxTokenVectors = 2048

// PoolWindows makes one value from the windows of a long text. Dense and Pair: the mean weighted by length (tokens of a window), scaled
// to unit length, each half of a pair separately. Terms: the largest weight of each term, then the [Strongest]. Binary: the bits set in
// most of the text, by length. Tokens: all vectors in order, up to [MaxTokenVectors]; dropped is the number that did not fit, which the
// caller must report. Absent windows are left out; if all are, the result is absent. A missing length counts as 1. Windows of different
// widths, or opposite ones that cancel out, give a value that [Pack] refuses.
func PoolWindows(kind models.Kind, values []Value, lengths []int) (pooled Value, dropped int) {
	windows, weights := present(values, lengths)
	if len(windows) == 0 {
		return Value{}, 0
	}
	switch kind {
	case models.Dense:
		pooled.Dense = poolDense(windows, weights, 1)
	case models.Pair:
		pooled.Dense = poolDense(windows, weights, 2)
	case models.Terms:
		pooled.Terms = poolTerms(windows)
	case models.Binary:
		pooled.Bits = poolBits(windows, weights)
	case models.Tokens:
		pooled.Vectors, dropped = poolTokens(windows)
	}
	return pooled, dropped
}

func present(values []Value, lengths []int) (windows []Value, weights []float64) {
	for i, v := range values {
		if v.Absent() {
			continue
		}
		weight := 1.0
		if i < len(lengths) && lengths[i] > 1 {
			weight = float64(lengths[i])
		}
		windows, weights = append(windows, v), append(weights, weight)
	}
	return windows, weights
}

// poolDense pools vectors that consist of parts of unit length. The sums are float64: the order in which windows
// are added must not affect the last stored digit.
func poolDense(windows []Value, weights []float64, parts int) []float32 {
	if len(windows) == 1 {
		return windows[0].Dense
	}
	sums := make([]float64, len(windows[0].Dense))
	for i, v := range windows {
		if len(v.Dense) != len(sums) {
			return v.Dense // Pack reports its width
		}
		for j, x := range v.Dense {
			sums[j] += weights[i] * float64(x)
		}
	}
	out := make([]float32, len(sums))
	width := len(sums) / parts
	for i := 0; i+width <= len(sums) && width > 0; i += width {
		unit(out[i:i+width], sums[i:i+width])
	}
	return out
}

func unit(out []float32, sums []float64) {
	var square float64
	for _, s := range sums {
		square += s * s
	}
	if square == 0 {
		return
	}
	inverse := 1 / math.Sqrt(square)
	for i, s := range sums {
		out[i] = float32(s * inverse)
	}
}

// vocabulary is the size of the vocabulary that all sparse spaces share.
var vocabulary = models.Sparse.Info().Width

func poolTerms(windows []Value) []TermWeight {
	if len(windows) == 1 {
		return windows[0].Terms
	}
	largest := map[uint16]float32{}
	for _, v := range windows {
		for _, t := range v.Terms {
			largest[t.ID] = max(largest[t.ID], t.Weight)
		}
	}
	out := make([]TermWeight, 0, len(largest))
	for _, id := range slices.Sorted(maps.Keys(largest)) {
		out = append(out, TermWeight{ID: id, Weight: largest[id]})
	}
	return Strongest(out, vocabulary)
}

// poolBits sets the bits that are set in more than half of the text; at exactly half the first window decides.
func poolBits(windows []Value, weights []float64) []uint64 {
	out := slices.Clone(windows[0].Bits)
	for word := range out {
		for bit := range 64 {
			var votes float64
			for i, v := range windows {
				if len(v.Bits) != len(out) {
					return v.Bits // Pack reports its width
				}
				votes += weights[i] * (float64(v.Bits[word]>>bit&1)*2 - 1)
			}
			if votes != 0 {
				out[word] &^= 1 << bit
			}
			if votes > 0 {
				out[word] |= 1 << bit
			}
		}
	}
	return out
}

func poolTokens(windows []Value) (vectors []float32, dropped int) {
	width := models.LateInteraction.Info().Width // the only space of this kind
	for _, v := range windows {
		vectors = append(vectors, v.Vectors...)
	}
	if over := len(vectors)/width - MaxTokenVectors; over > 0 {
		return vectors[:MaxTokenVectors*width], over
	}
	return vectors, 0
}
