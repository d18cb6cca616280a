package drift

import (
	"errors"
	"math"

	"asterism/models"
)

// Tally sums up how similar memories are to a reference, space by space. The zero value is empty. Its result does not depend
// on the order of the memories, because sums are in integer units. It is not safe for concurrent use.
type Tally struct {
	aligned, raw     [models.Count]int64 // in units
	count, rawCounts [models.Count]int
	memories         int
}

// unit is the resolution of a sum: a mean is exact to 2⁻³³, and a sum of 2³¹ fits.
const unit = 1 << 32

// ErrNothing is the error for no memories, or memories that share no space with the reference.
var ErrNothing = errors.New("nothing to measure")

// Add adds one memory: its calibrated similarities, within [0,1], and the raw ones; NaN where it or the reference has no value.
func (t *Tally) Add(raw, aligned *Vector) {
	t.memories++
	for s := range aligned {
		add(aligned[s], &t.aligned[s], &t.count[s])
		add(raw[s], &t.raw[s], &t.rawCounts[s])
	}
}

func add(v float64, sum *int64, n *int) {
	if !math.IsNaN(v) {
		*sum += int64(math.Round(v * unit))
		*n++
	}
}

// Memories returns how many were added.
func (t *Tally) Memories() int { return t.memories }

// Means returns the mean calibrated similarity of each space over the memories that have a value there, NaN if none has.
func (t *Tally) Means() (out Vector) {
	for s, n := range t.count {
		out[s] = over(t.aligned[s], n)
	}
	return out
}

func over(sum int64, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(sum) / unit / float64(n)
}

// Measure computes one measurement: the mean of each space over the memories, and then the strategy over the spaces. It
// returns [ErrNothing] if there is nothing to take a mean of.
func (t *Tally) Measure(s Strategy, weights Vector, levels Thresholds) (Measurement, error) {
	m := Measurement{Strategy: s, Analyzed: t.memories}
	means := t.Means()
	for space, n := range t.count {
		m.Spaces[space] = SpaceDrift{Similarity: means[space], Raw: over(t.raw[space], t.rawCounts[space]), Memories: n, Level: levels.Level(means[space])}
	}
	if !anyPresent(means) {
		return m, ErrNothing
	}
	var err error
	if m.Similarity, err = Combine(s, means, weights); err != nil {
		return m, err
	}
	m.Level = levels.Level(m.Similarity)
	return m, nil
}

func anyPresent(v Vector) bool {
	for _, x := range v {
		if !math.IsNaN(x) {
			return true
		}
	}
	return false
}
