package utl

import (
	"math"

	"asterism/models"
)

// window is how many of the newest measured memories calibrate the next one.
const window = 256

// priorWeight is the number of observations the prior counts for, so that the first memories are not judged by two or
// three distances.
const priorWeight = 8

// Calibration is one space's running distribution of neighbour distances in a namespace.
type Calibration struct {
	prior   Prior
	recent  [window]float64
	n, next int
}

// Prior is what is known of a space before anything is stored: mean and spread of the neighbour distance, and the
// similarity from which two memories count as linked.
type Prior struct{ Mean, Spread, Link float64 }

// NewCalibration starts from the space's prior.
func NewCalibration(s models.Space) Calibration { return Calibration{prior: Priors[s]} }

// Observe adds one neighbour distance; distances that are not finite are left out.
func (c *Calibration) Observe(d float64) {
	if math.IsNaN(d) || math.IsInf(d, 0) {
		return
	}
	c.recent[c.next] = d
	c.next = (c.next + 1) % window
	c.n = min(c.n+1, window)
}

// moments returns mean and standard deviation of the window blended with the prior by counts.
func (c *Calibration) moments() (mean, spread float64) {
	w := float64(priorWeight)
	sum, total := w*c.prior.Mean, w
	for _, d := range c.recent[:c.n] {
		sum += d
		total++
	}
	mean = sum / total
	ss := w * (c.prior.Spread*c.prior.Spread + (c.prior.Mean-mean)*(c.prior.Mean-mean))
	for _, d := range c.recent[:c.n] {
		ss += (d - mean) * (d - mean)
	}
	return mean, math.Sqrt(ss / total)
}

// Surprise maps a neighbour distance to [0,1]: 0 at distance 0, 0.5 at the mean of the running distribution, and as
// steep there as that distribution's own cumulative normal. Formula (a Hill curve): dᵖ/(dᵖ + μᵖ), p = 1.6·μ/σ within
// [1, 24]; the slope p/4μ at μ equals the normal's 0.4/σ. Unlike a z-score it sends an exact copy to 0 whatever the spread.
func (c *Calibration) Surprise(d float64) float64 {
	mean, spread := c.moments()
	if d <= 0 {
		return 0
	}
	if mean <= 0 {
		return 1
	}
	p := 24.0
	if spread > 0 {
		p = min(max(1.6*mean/spread, 1), 24)
	}
	r := math.Pow(mean/d, p)
	return 1 / (1 + r)
}
