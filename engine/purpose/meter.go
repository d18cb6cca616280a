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
	behind []int // the probe that is a goal's background, by the goal's place in Tree.All
}

// Meter makes one for the tree.
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

// Probes are what a memory is to be compared with: the tree's own goal first.
func (m *Meter) Probes() []*fingerprint.Fingerprint { return m.probes }

// Align combines a memory's similarities to the probes into one alignment a space: 0.7·own + 0.3·(the children's mean, weighted with their
// goals' weights), each child's being that of its own tree. What is absent takes no part: without children, or where they are absent, the own
// counts alone, and the other way round.
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

// Measured is how a memory stands to a tree: its similarities to the tree's own goal, and its alignments with all of it.
type Measured struct{ Raw, Aligned [models.Count]float64 }

// Measure measures the records of memories, in order. To measure many at a time is faster. The error names the goal that one of them could not be
// compared with.
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
