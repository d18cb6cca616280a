package dream

import (
	"math"

	"asterism/models"
)

// sums are those of the standard scores of some rows, and over how many spaces.
type sums struct{ scores, counts []float32 }

func newSums(n, rows int) []sums {
	out := make([]sums, n)
	for i := range out {
		out[i] = sums{make([]float32, rows), make([]float32, rows)}
	}
	return out
}

// addTo adds one space's standard scores.
func (f *fusion) addTo(to sums, s models.Space, row int, pick []int32, similarities []float32) {
	usual := f.usual[s]
	mine := usual[row]
	for i, x := range similarities {
		theirs := usual[at(pick, i)]
		if x == x && theirs.deviation > 0 {
			to.scores[i] += ((x-mine.mean)/mine.deviation + (x-theirs.mean)/theirs.deviation) / 2
			to.counts[i]++
		}
	}
}

// mean writes the mean score of each of a row's picked ones; −Inf of itself and where nothing was added.
func (s sums) mean(row int, pick []int32, out []float32) {
	for i := range out {
		if out[i] = s.scores[i] / s.counts[i]; s.counts[i] == 0 || at(pick, i) == row {
			out[i] = float32(math.Inf(-1))
		}
	}
}
