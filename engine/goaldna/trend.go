package goaldna

import (
	"fmt"
	"math"
)

// Direction is where similarities are going.
type Direction string

// The directions.
const (
	Improving Direction = "improving"
	Stable    Direction = "stable"
	Worsening Direction = "worsening"
)

// DefaultWindow is how many checks a trend is usually taken over.
const DefaultWindow = 10

// The slope from which on there is a direction, a check, and how much of it is rounding.
const (
	leastSlope     = .02
	slopeTolerance = 1e-9
)

// Trend is where the last checks lead. Similarities are of the checks that had a signal; NaN without any.
type Trend struct {
	Direction         Direction
	Slope             float64 // a check; 0 when fewer than two checks had a signal
	Average, Min, Max float64
	Window            int // that was asked for
	Checks            int // in the window
	Points            int // of them with a signal
	Consecutive       int // drifts in a row, now
	DriftEvents       int // ever
}

// Trend is that of the last window checks, by least squares over their places. A check without a signal has its place but no similarity. The error
// names a window below 1.
func (c *Checker) Trend(window int) (Trend, error) {
	if window < 1 {
		return Trend{}, fmt.Errorf("window %d is below 1: %d checks are the usual one", window, DefaultWindow)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trend(window), nil
}

// trend needs mu.
func (c *Checker) trend(window int) Trend {
	t := Trend{Direction: Stable, Window: window, Checks: min(window, c.checks.count), Consecutive: c.consecutive, DriftEvents: c.drifted,
		Min: math.Inf(1), Max: math.Inf(-1)}
	var x, y, xx, xy float64
	for i := range t.Checks {
		k := c.checks.at(c.checks.count - t.Checks + i)
		if !k.signal {
			continue
		}
		at := float64(i)
		x, y, xx, xy = x+at, y+k.similarity, xx+at*at, xy+at*k.similarity
		t.Points++
		t.Min, t.Max = min(t.Min, k.similarity), max(t.Max, k.similarity)
	}
	n := float64(t.Points)
	if t.Average = y / n; t.Points == 0 { // 0/0 is NaN
		t.Min, t.Max = math.NaN(), math.NaN()
	}
	if t.Points > 1 {
		t.Slope = (n*xy - x*y) / (n*xx - x*x)
	}
	switch {
	case t.Slope > leastSlope+slopeTolerance:
		t.Direction = Improving
	case t.Slope < -leastSlope-slopeTolerance:
		t.Direction = Worsening
	}
	return t
}
