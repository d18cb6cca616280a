package answer

import (
	"math"
	"time"
)

// Round keeps the digits that mean something: every figure goes into a model's context. What is not finite stays
// so and fails the encoding, loudly.
func Round(v float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	if r := math.Round(v*scale) / scale; !math.IsInf(r, 0) {
		return r
	}
	return v
}

// ms gives a duration in milliseconds with microseconds behind the point.
func ms(d time.Duration) float64 { return Round(float64(d)/float64(time.Millisecond), 3) }

// Stamp writes a time as RFC 3339 in UTC; nil for the zero time.
func Stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}

// figure is a number that may be absent (NaN): null then.
func figure(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	r := Round(v, 6)
	return &r
}

// moment is a time in UTC; nil for the zero time.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	u := t.UTC()
	return &u
}
