package drift

import "fmt"

// Thresholds are the least similarities of the levels: None at or above None, Low at or above Low, and so on; below High is
// Critical.
type Thresholds struct{ None, Low, Medium, High float64 }

// DefaultThresholds are those of the specification, except that Low begins at .60 and not at .70: half of the work on a broad goal is in between
// (docs/goals-and-drift.md).
var DefaultThresholds = Thresholds{None: .85, Low: .60, Medium: .55, High: .40}

// OrDefault returns t, or [DefaultThresholds] if t is zero.
func (t Thresholds) OrDefault() Thresholds {
	if t == (Thresholds{}) {
		return DefaultThresholds
	}
	return t
}

// Check returns an error unless all thresholds are within (0,1) and fall from None to High.
func (t Thresholds) Check() error {
	names := [...]Level{None, Low, Medium, High}
	values := [...]float64{t.None, t.Low, t.Medium, t.High}
	for i, v := range values {
		if !(v > 0 && v < 1) {
			return fmt.Errorf("drift threshold %s is %g; it must be above 0 and below 1", names[i], v)
		}
		if i > 0 && v >= values[i-1] {
			return fmt.Errorf("drift threshold %s (%g) must be below that of %s (%g)", names[i], v, names[i-1], values[i-1])
		}
	}
	return nil
}

// Level returns the level of a similarity; "" for NaN, an absent one.
func (t Thresholds) Level(similarity float64) Level {
	switch {
	case similarity >= t.None:
		return None
	case similarity >= t.Low:
		return Low
	case similarity >= t.Medium:
		return Medium
	case similarity >= t.High:
		return High
	case similarity < t.High:
		return Critical
	}
	return ""
}

// Worse reports whether l is a worse level than other. An absent level is not worse than any.
func (l Level) Worse(other Level) bool { return l.rank() > other.rank() }

// rank counts from 1, the best; 0 for an absent level.
func (l Level) rank() int {
	switch l {
	case None:
		return 1
	case Low:
		return 2
	case Medium:
		return 3
	case High:
		return 4
	case Critical:
		return 5
	}
	return 0
}
