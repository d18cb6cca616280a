package learning

import (
	"math"
	"math/rand/v2"

	"asterism/engine/purpose"
	"asterism/models"
)

// windowSize is the number of memories of a window; drift measures those of an hour or a day.
const windowSize = 10

// mixture is how many memories of a window are on the goal: any of these numbers.
type mixture []int

var (
	allOnGoal  = mixture{windowSize}
	noneOnGoal = mixture{0}
	onGoal     = mixture{8, 9, 10} // work on the goal, with a little beside it
	strayed    = mixture{0, 1, 2}  // work that has left it
)

// window is how well its memories are aligned: a mean a space, and θ, their mean, as drift computes them.
type window struct {
	spaces [models.Count]float64
	theta  float64
}

// drawWindow draws memories, some of them more than once where there are few.
func (a *goalCase) drawWindow(r *rand.Rand, m mixture, others []int) window {
	on := m[r.IntN(len(m))]
	var drawn []int
	for i := range windowSize {
		list := others
		if i < on {
			list = a.on
		}
		drawn = append(drawn, list[r.IntN(len(list))])
	}
	return a.window(drawn)
}

func (a *goalCase) window(memories []int) (w window) {
	var counts [models.Count]int
	for _, at := range memories {
		for s, x := range a.aligned[at] {
			if !math.IsNaN(x) {
				w.spaces[s] += x
				counts[s]++
			}
		}
	}
	for s := range w.spaces {
		w.spaces[s] /= float64(counts[s]) // 0/0 is NaN: absent in all of them
	}
	w.theta = purpose.Overall(w.spaces)
	return w
}

// sample is windows, or single memories, that should read on the goal, and such that should not.
type sample struct{ on, off []window }

func (s *sample) add(o sample) { s.on, s.off = append(s.on, o.on...), append(s.off, o.off...) }

// theta is the AUC of θ.
func (s *sample) theta() float64 {
	return auc(pick(s.on, window.overall), pick(s.off, window.overall))
}

// bestSingle is the greatest AUC of one space.
func (s *sample) bestSingle() (best models.Space, top float64) {
	for _, v := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		of := func(w window) float64 { return w.spaces[v] }
		if x := auc(pick(s.on, of), pick(s.off, of)); x > top {
			best, top = v, x
		}
	}
	return best, top
}

func (w window) overall() float64 { return w.theta }

func pick(all []window, of func(window) float64) []float64 {
	out := make([]float64, len(all))
	for i, w := range all {
		out[i] = of(w)
	}
	return out
}
