package answerable

import (
	"math"
	"slices"

	"asterism/engine/relevance"
)

// Figures say how well chances separate questions with an answer from those without, and whether they are calibrated. NaN where nothing was measured.
type Figures struct {
	// AUC is how often a question whose answer is in its store gets a greater chance, that of its best hit, than one whose answer is not: mean over the sets.
	AUC, SameField, OtherField float64 // all without an answer; those asked of the same stores without it; those asked of a store of another field
	Small                      float64 // SameField in stores of some tens and hundreds of memories
	Bound                      float64 // SameField of somebody who knows which of the first ten hits answer
	Precision, Recall          float64 // of "there is an answer": the best hit is not weak; every set counts the same
	Bins                       [10]Bin // all of the first ten hits, by tenths of the chance; every set counts the same
	Worst, Mean                float64 // how far what was observed is from what was said: the worst bin of at least leastInBin hits, and the mean over hits
}

// Bin is how many hits got a chance in a tenth, their mean chance, and how many of them were right.
type Bin struct {
	Hits      int
	Said, Was float64
}

// leastInBin is how many hits a bin must have to count for the worst one, or a hundredth of all where that is less: a small set would have no bin but the first.
const leastInBin = 100

// tally is one set's.
type tally struct {
	in, out, other, smallIn, smallOut, knownIn, knownOut []float64
}

// Measure compares a model with cases; small selects the cases of a set that are of small stores.
func Measure(cases []Case, m *relevance.Model) (out Figures) {
	sets := map[string]*tally{}
	per := map[string]float64{}
	for i := range cases {
		per[cases[i].Set] += float64(len(cases[i].Hits))
	}
	var weight, said, was [10]float64
	for i := range cases {
		c := &cases[i]
		t := sets[c.Set]
		if t == nil {
			t = &tally{}
			sets[c.Set] = t
		}
		best, known := 0.0, 0.0
		for _, h := range c.Hits {
			p := m.Chance(h.Features)
			best = max(best, p)
			b, w := min(9, int(p*10)), 1/per[c.Set]
			out.Bins[b].Hits++
			weight[b], said[b] = weight[b]+w, said[b]+w*p
			if h.Right {
				known = 1
				was[b] += w
			}
		}
		t.add(c, best, known)
	}
	sum, all := 0.0, 0
	for _, b := range out.Bins {
		all += b.Hits
	}
	least := min(leastInBin, max(1, all/100))
	for b := range out.Bins {
		bin := &out.Bins[b]
		bin.Said, bin.Was = said[b]/weight[b], was[b]/weight[b]
		if bin.Hits > 0 {
			off := math.Abs(bin.Said - bin.Was)
			sum += weight[b]
			out.Mean += weight[b] * off
			if bin.Hits >= least {
				out.Worst = max(out.Worst, off)
			}
		}
	}
	out.Mean /= sum
	out.over(sets)
	return out
}

func (t *tally) add(c *Case, best, known float64) {
	switch {
	case c.Kind == Other:
		t.other = append(t.other, best)
	case c.Small && c.Kind == In:
		t.smallIn = append(t.smallIn, best)
	case c.Small:
		t.smallOut = append(t.smallOut, best)
	case c.Kind == In:
		t.in, t.knownIn = append(t.in, best), append(t.knownIn, known)
	default:
		t.out, t.knownOut = append(t.out, best), append(t.knownOut, known)
	}
}

// over takes the means over the sets.
func (f *Figures) over(sets map[string]*tally) {
	var all, same, other, small, bound, precision, recall means
	for _, t := range sets {
		without := slices.Concat(t.out, t.other)
		all.add(auc(t.in, without))
		same.add(auc(t.in, t.out))
		other.add(auc(t.in, t.other))
		small.add(auc(t.smallIn, t.smallOut))
		bound.add(auc(t.knownIn, t.knownOut))
		right, wrong := strong(t.in), strong(without)
		recall.add(right)
		if len(t.in) > 0 && len(without) > 0 {
			precision.add(right / (right + wrong)) // as many questions with an answer as without
		}
	}
	f.AUC, f.SameField, f.OtherField, f.Small, f.Bound = all.mean(), same.mean(), other.mean(), small.mean(), bound.mean()
	f.Precision, f.Recall = precision.mean(), recall.mean()
}

// strong is the share that is not weak.
func strong(chances []float64) float64 {
	n := 0
	for _, p := range chances {
		if p >= relevance.Weak {
			n++
		}
	}
	return float64(n) / float64(len(chances))
}

// means is a mean over what is a number.
type means struct{ sum, n float64 }

func (m *means) add(x float64) {
	if x == x {
		m.sum, m.n = m.sum+x, m.n+1
	}
}

func (m means) mean() float64 { return m.sum / m.n }

// auc is how often one of the first is above one of the second, equal ones counting half (Mann and Whitney 1947); NaN when one side has none.
func auc(above, below []float64) float64 {
	low := slices.Clone(below)
	slices.Sort(low)
	sum := 0.0
	for _, x := range above {
		first, _ := slices.BinarySearch(low, x)
		after, _ := slices.BinarySearch(low, math.Nextafter(x, math.Inf(1)))
		sum += float64(first) + float64(after-first)/2
	}
	return sum / float64(len(above)*len(low))
}
