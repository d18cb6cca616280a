package check

import (
	"math"
	"slices"

	"asterism/kernels/cuda"
	"asterism/models"
)

// sparseSpaces are the sparse spaces, as [cuda.TermsQuestion] numbers them.
var sparseSpaces = [2]models.Space{models.Sparse, models.Splade}

// of are a term's postings.
func (t *drawnTerms) of(id uint16) []uint32 {
	if i, ok := slices.BinarySearch(t.ids, id); ok {
		return t.postings[t.starts[i]:t.starts[i+1]]
	}
	return nil
}

// halfWeight is the weight of a posting (engine/search/half.go).
func halfWeight(posting uint32) float32 {
	return math.Float32frombits(posting&0xffff<<13) * 0x1p112
}

// referenceScores returns what [cuda.ScoreTerms] should write for chunk i of a look, and its sums.
func referenceScores(q *cuda.TermsQuestion, l *drawnLook, i int) (out [cuda.SeatRows]float32, sums cuda.Sums) {
	c := l.chunks[i]
	t := c.terms[q.Space]
	if t != nil {
		for k, id := range q.IDs {
			for _, posting := range t.of(id) {
				out[posting>>16] += float32(q.Weights[k] * halfWeight(posting)) // rounded before it is added, on every processor
			}
		}
	}
	for r := range out {
		if t != nil && q.Likeness && t.norms[r] > 0 {
			out[r] /= t.norms[r]
		}
		if t == nil || !l.has(i*cuda.SeatRows+r) || c.present[r]>>sparseSpaces[q.Space]&1 == 0 {
			out[r] = float32(math.NaN())
			continue
		}
		off := float64(out[r]) - q.About
		sums.N++
		sums.Sum += off
		sums.Squares += float64(off * off)
	}
	return out, sums
}

// addSums adds up as [cuda.TermSums] does.
func addSums(s, o cuda.Sums) cuda.Sums {
	return cuda.Sums{N: s.N + o.N, Sum: s.Sum + o.Sum, Squares: s.Squares + o.Squares}
}

// referenceCounts is what [cuda.CountTerms] should count.
func referenceCounts(q *cuda.TermsQuestion, l *drawnLook) []int32 {
	out := make([]int32, len(q.IDs))
	for i, c := range l.chunks {
		if c.terms[q.Space] == nil {
			continue
		}
		for k, id := range q.IDs {
			for _, posting := range c.terms[q.Space].of(id) {
				if l.has(i*cuda.SeatRows + int(posting>>16)) {
					out[k]++
				}
			}
		}
	}
	return out
}
