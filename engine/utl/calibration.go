package utl

import (
	"math"
	"slices"

	"asterism/models"
)

// window is how many of the newest measured memories are used to calibrate the next one.
const window = 256

// copyShare is the share of a space's prior distance below which a memory counts as a copy in that space. Copies are left out of the calibration: they do not
// show how far away new memories usually are, and if they counted, a text stored often enough would be new again.
const copyShare = 1. / 8

// Calibration is one space's running distribution of neighbour distances in a namespace: the newest ones, as logarithms.
type Calibration struct {
	prior   Prior
	recent  [window]float64 // NaN: measured, but without a usable distance
	n, next int
}

// NewCalibration returns a calibration with the space's prior only.
func NewCalibration(s models.Space) Calibration { return Calibration{prior: Priors[s]} }

// Observe adds the neighbour distance of a measured memory. A distance that is not finite, or a copy's, takes a slot of the window without
// counting, so that the window stays a function of the newest measured memories.
func (c *Calibration) Observe(d float64) {
	c.recent[c.next] = math.NaN()
	if d >= copyShare*c.prior.Mean && !math.IsInf(d, 0) {
		c.recent[c.next] = math.Log(d)
	}
	c.next = (c.next + 1) % window
	c.n = min(c.n+1, window)
}

// Surprise maps a neighbour distance to [0,1] in a namespace with stored memories. It is 0 at distance 0, .5 at the usual distance, and
// otherwise the share of memories that are nearer, by the log-logistic distribution through the quartiles of the measured
// distances: 1/(1 + (μ/d)ᵖ) with the median μ and p = 2·ln 3 / ln(q₇₅/q₂₅). It uses quartiles, because distances have a long tail of near
// copies, which would shift a mean and inflate a deviation. Unlike a z-score it maps a copy to 0 for any spread.
func (c *Calibration) Surprise(d float64, stored int) float64 {
	if d <= 0 {
		return 0
	}
	usual, slope := c.fit(stored)
	return 1 / (1 + math.Exp(slope*(usual-math.Log(d))))
}

// maxSlope bounds the slope, so that rounding errors do not matter in a space where nearly all distances are the same.
const maxSlope = 100

// fit returns the logarithm of the usual distance among stored memories, and the slope p.
func (c *Calibration) fit(stored int) (usual, slope float64) {
	known := c.known(stored)
	slices.Sort(known)
	quarter, three := quantile(known, .25), quantile(known, .75)
	return quantile(known, .5), min(max(2*math.Log(3)/(three-quarter), 1), maxSlope)
}

// known returns the log distances of window and prior, each scaled to the current number of memories: the more
// there are, the nearer the nearest one is, by n^−Shrink. A distance measured a memories ago was measured among n−a of them.
func (c *Calibration) known(stored int) []float64 {
	now := math.Log(float64(max(stored, 1)))
	out := c.prior.priorDistances(now)
	for age := 1; age <= c.n; age++ {
		x := c.recent[(c.next-age+window)%window]
		if !math.IsNaN(x) {
			out = append(out, x+c.prior.Shrink*(math.Log(float64(max(stored-age, 1)))-now))
		}
	}
	return out
}

// quantile interpolates between the order statistics of sorted values (Hyndman and Fan 1996, their definition 7).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	low := int(at)
	if low+1 >= len(sorted) {
		return sorted[low]
	}
	return sorted[low] + (at-float64(low))*(sorted[low+1]-sorted[low])
}
