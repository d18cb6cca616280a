package search

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// standard is the scale of a space's similarities over the rows of one scan. Cosines, dot products and shares of equal bits
// are not to be added; how many standard deviations a memory stands above the average one is.
type standard struct{ mean, deviation float64 }

// score is the standard score (z) of a similarity.
func (s standard) score(similarity float32) float64 {
	return (float64(similarity) - s.mean) / s.deviation
}

// beliefs is for how many memories the typical scale counts. With a handful stored, the spread of their similarities is a
// matter of luck, and a space that sees nothing would shout as loud as one that knows; with some hundreds, typical is forgotten.
const beliefs = 20

// typical are mean and standard deviation of the similarities of a question with memories it has nothing to do with. For the
// sparse spaces they are in units of the length of the question's weight vector. Rounded means over held-out training text and notes
// with the compact models: eleven sets (E12: without the commands, which are too short to be typical), for E6, E10 and E13 five of
// them. E2, E3 and E4: moments drawn by chance from a year (a test holds them to it).
var typical = [models.Count]standard{
	models.Semantic: {0.08, 0.11}, models.TemporalRecent: {0.51, 0.039}, models.TemporalPeriodic: {0, 0.046},
	models.TemporalPositional: {0, 0.044}, models.Causal: {0.17, 0.095}, models.Sparse: {0.09, 0.22}, models.Code: {0.07, 0.096},
	models.Graph: {0.04, 0.10}, models.HDC: {0.27, 0.048}, models.Multimodal: {0.15, 0.10}, models.Entity: {0.10, 0.10},
	models.LateInteraction: {0.83, 0.015}, models.Splade: {0.16, 0.30},
}

// sampleRows is about how many rows the scale of a space is measured on when there are more: a deviation is then known to within two
// hundredths of itself, which moves a space's say by as much.
const sampleRows = 1024

// sample are about [sampleRows] of the rows, or all when there are no more. Which, follows from their ids, so that it does not depend on
// the order in which memories came; but cold rows, which would have to be read, are passed over where there are enough others.
func (s *scan) sample(ctx context.Context) ([]int32, error) {
	if s.total <= sampleRows {
		return s.allRows(), nil
	}
	warm := 0
	for c, n := range s.counts {
		if n > 0 && !s.state.chunks[c].cold.Load() {
			warm += n
		}
	}
	total, cold := warm, false
	if warm < sampleRows {
		total, cold = s.total, true
	}
	share := uint32(min(float64(sampleRows)/float64(total)*(1<<32), math.MaxUint32))
	parts := make([][]int32, len(s.counts))
	err := parallel(ctx, len(parts), func(_ *workspace, c int) {
		if s.counts[c] == 0 || !cold && s.state.chunks[c].cold.Load() {
			return
		}
		for r, lot := range s.state.chunks[c].lots[:s.state.rows(c)] {
			if lot <= share && s.allowed[c][r/64]>>(r%64)&1 != 0 {
				parts[c] = append(parts[c], int32(c*chunkRows+r))
			}
		}
	})
	return slices.Concat(parts...), err
}

// lotOf is a number that follows from an id and nothing else, and is as good as drawn.
func lotOf(id store.ID) uint32 {
	return uint32(scatter(binary.LittleEndian.Uint64(id[:8])^bits.RotateLeft64(binary.LittleEndian.Uint64(id[8:]), 32)) >> 32)
}

// scatter spreads numbers that differ a little over all of uint64 (the finaliser of SplitMix64: Steele, Lea, Flood 2014).
func scatter(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// standards measures every space: the sparse ones on all rows, since few of them hold a rare term; the others on those of the table.
func (t *table) standards() *[models.Count]standard {
	out := &[models.Count]standard{}
	for _, v := range t.probe.spaces.Spaces() {
		expected, sum := t.expected(v), moments{}
		for _, m := range t.moments[v] {
			sum = sum.with(m)
		}
		if t.moments[v] == nil {
			sum.add(t.scores[v], expected.mean)
		}
		out[v] = sum.standard(expected)
	}
	return out
}

// expected is the typical scale of a space for this question.
func (s *scan) expected(v models.Space) standard {
	t := typical[v]
	if q := s.probe.terms[v]; q != nil {
		sum := 0.0
		for _, id := range q.ids {
			sum += float64(q.weights[id]) * float64(q.weights[id])
		}
		t.mean, t.deviation = t.mean*math.Sqrt(sum), t.deviation*math.Sqrt(sum)
	}
	return t
}

// moments are the number of values, and the sums of their differences from the mean that is expected, and of the squares of these. The true
// mean is near it, so little is lost when a variance is made of them.
type moments struct {
	n            int
	sum, squares float64
}

// add takes in the values that are numbers.
func (m *moments) add(values []float32, about float64) {
	for _, v := range values {
		if x := float64(v) - about; x == x {
			m.n++
			m.sum += x
			m.squares += x * x
		}
	}
}

func (m moments) with(o moments) moments {
	return moments{m.n + o.n, m.sum + o.sum, m.squares + o.squares}
}

// standard is the mean and deviation of the values, together with the belief that they are as expected: the posterior of a normal
// distribution whose prior is worth [beliefs] values (Murphy 2007, Conjugate Bayesian analysis of the Gaussian distribution, section 3).
func (m moments) standard(expected standard) standard {
	n := float64(m.n + beliefs)
	off := m.sum / n
	return standard{expected.mean + off, math.Sqrt((m.squares+beliefs*expected.deviation*expected.deviation)/n - off*off)}
}

// measure is the standard of some values.
func measure(values []float32, expected standard) standard {
	var m moments
	m.add(values, expected.mean)
	return m.standard(expected)
}
