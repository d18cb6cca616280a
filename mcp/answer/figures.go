package answer

import (
	"math"
	"time"
)

// Round rounds to the given number of decimals, because every figure goes into a model's context. It does not change infinite values and NaN, so that encoding them fails.
func Round(v float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	if r := math.Round(v*scale) / scale; !math.IsInf(r, 0) {
		return r
	}
	return v
}

// ms returns a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return Round(float64(d)/float64(time.Millisecond), 3) }

// Stamp formats a time as RFC 3339 in UTC; nil for the zero time.
func Stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}

// figure returns a number that may be absent: nil for NaN.
func figure(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	r := Round(v, 6)
	return &r
}

// moment returns a time in UTC; nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	u := t.UTC()
	return &u
}
