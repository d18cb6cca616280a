package workspace

import (
	"math"

	"asterism/models"
)

// Percentiles are the ranks of a memory's similarity in each space, in [0,1]; NaN where the space is absent.
type Percentiles [models.Count]float64

// absent holds the percentiles of a memory that was compared with nothing.
var absent = func() (p Percentiles) {
	for s := range p {
		p[s] = math.NaN()
	}
	return p
}()

// Mean is p̄, over the spaces present; NaN when there are none.
func (p *Percentiles) Mean() float64 {
	sum, n := 0.0, 0
	for _, v := range p {
		if !math.IsNaN(v) {
			sum += v
			n++
		}
	}
	return sum / float64(n)
}

// cohortWeight is the number of recent memories that the cohort counts for. Compared only with the cohort, all memories of one field of
// work belong together, however different their topics are. Compared only with the recent memories, half of a conversation about one thing
// would not belong to it. So the cohort is the prior, and the recent memories outweigh it as they arrive, as with a conjugate prior for
// frequencies. Measured on sessions of five topics, everyday ones and within medicine: the workspace follows in .88 and .89 of the steps;
// in .90 and .79 with the cohort alone; in .86 and .91 with the recent ones alone, where .68 and .78 of the memories enter instead of .83
// and .93.
const cohortWeight = 8

// percentiles ranks x among the similarities of the cohort's texts and of recent memories to the same content.
func percentiles(x *likeness, cohort, recent []likeness) (p Percentiles) {
	for s := range p {
		a, n := percentile(x[s], cohort, s)
		b, m := percentile(x[s], recent, s)
		switch {
		case n == 0 && m == 0:
			p[s] = math.NaN()
		case n == 0:
			p[s] = b
		case m == 0:
			p[s] = a
		default:
			p[s] = (cohortWeight*a + float64(m)*b) / (cohortWeight + float64(m))
		}
	}
	return p
}

// percentile is the share of the others that are below x, equal ones counted half, with one half added to either side so that a few
// others never make it 0 or 1. n is how many others have a value; if there are none, or x has no value, it returns NaN and 0.
func percentile(x float64, others []likeness, s int) (p float64, n int) {
	if math.IsNaN(x) {
		return x, 0
	}
	below := .5
	for i := range others {
		switch v := others[i][s]; {
		case math.IsNaN(v):
			continue
		case v < x:
			below++
		case v == x:
			below += .5
		}
		n++
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return below / float64(n+1), n
}
