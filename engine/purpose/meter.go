package purpose

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/models"
)

// Meter measures how far memories are aligned with a tree of goals.
type Meter struct {
	tree   *Tree
	probes []*fingerprint.Fingerprint
	behind []int // index of the probe that is a goal's background, by the goal's index in Tree.All
}

// Meter returns a meter for the tree.
func (t *Tree) Meter() *Meter {
	m := &Meter{tree: t}
	goals := t.All()
	for _, g := range goals {
		m.probes = append(m.probes, &g.Values)
	}
	var seen []*Background
	for _, g := range goals {
		at := len(seen)
		for i, b := range seen {
			if b == g.Background || b.same(g.Background) {
				at = i
				break
			}
		}
		if at == len(seen) {
			seen, m.probes = append(seen, g.Background), append(m.probes, &g.Background.Values)
		}
		m.behind = append(m.behind, len(goals)+at)
	}
	return m
}

// Probes returns the values to compare a memory with: the tree's own goal first.
func (m *Meter) Probes() []*fingerprint.Fingerprint { return m.probes }

// Align combines a memory's similarities to the probes into one alignment per space: 0.7·own + 0.3·(the children's mean, weighted with their
// goals' weights), where each child's is that of its own tree. Absent values take no part: without children, or if they are absent, only the
// own alignment counts, and the other way round.
func (m *Meter) Align(similar [][models.Count]float64) [models.Count]float64 {
	next := 0
	return m.align(m.tree, similar, &next)
}

func (m *Meter) align(t *Tree, similar [][models.Count]float64, next *int) [models.Count]float64 {
	out := t.Reference.Align(similar[*next], similar[m.behind[*next]])
	*next++
	var sums, weights [models.Count]float64
	for _, c := range t.Children {
		for s, a := range m.align(c, similar, next) {
			if !math.IsNaN(a) {
				sums[s] += c.Weight * a
				weights[s] += c.Weight
			}
		}
	}
	for s := range out {
		switch {
		case weights[s] <= 0:
		case math.IsNaN(out[s]):
			out[s] = sums[s] / weights[s]
		default:
			out[s] = ownShare*out[s] + childShare*sums[s]/weights[s]
		}
	}
	return out
}

// Measured holds a memory's similarities to the tree's own goal, and its alignments with the whole tree.
type Measured struct{ Raw, Aligned [models.Count]float64 }

// Measure measures the records of memories, in order. Measuring many at a time is faster. The error names the goal with which one of them could
// not be compared.
func (m *Meter) Measure(records ...*fingerprint.Record) ([]Measured, error) {
	similar := make([][][models.Count]float64, len(m.probes))
	for i, p := range m.probes {
		var err error
		if similar[i], err = similarities(p, records); err != nil {
			return nil, fmt.Errorf("align with goal %s: %w", m.tree.ID, err)
		}
	}
	out, each := make([]Measured, len(records)), make([][models.Count]float64, len(m.probes))
	for k := range out {
		for i := range each {
			each[i] = similar[i][k]
		}
		out[k] = Measured{each[0], m.Align(each)}
	}
	return out, nil
}
