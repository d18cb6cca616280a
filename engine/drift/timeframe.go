package drift

import (
	"slices"
	"time"
)

// All is the timeframe without a start.
const All = "all"

var periods = []time.Duration{time.Hour, 6 * time.Hour, 24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour, 0}

// Since returns the start of a timeframe that ends now, zero for [All]; ok is false if it is none of [Timeframes].
func Since(timeframe string, now time.Time) (from time.Time, ok bool) {
	i := slices.Index(Timeframes, timeframe)
	if i < 0 {
		return time.Time{}, false
	}
	if timeframe == All {
		return time.Time{}, true
	}
	return now.Add(-periods[i]), true
}
