package search

import (
	"math"
	"sync"
	"time"

	"asterism/engine/fingerprint"
)

// positionSteps is the number of entries of one turn of the sine that position codes are read from. A phase is rounded to half an
// entry, so a component is off by at most π/16384 of its greatest value besides the rounding to int8, which is twenty times that; before
// 1970 by three times as much.
const positionSteps = 1 << 14

// positionTable is what every position code is made of.
type positionTable struct {
	steps [fingerprint.TemporalWidth / 2]float64 // of each pair of sine and cosine: table entries a second
	sine  [positionSteps + positionSteps/4]int8  // in steps of positionScale; a quarter more than a turn, so that it holds the cosine too
}

var positions = sync.OnceValue(func() *positionTable {
	t := &positionTable{}
	for i := range t.steps { // E4's angular frequencies (SPACES)
		t.steps[i] = math.Pow(10000, -2*float64(i)/fingerprint.TemporalWidth) * positionSteps / (2 * math.Pi)
	}
	for i := range t.sine { // the middle of the entry
		t.sine[i] = int8(math.Round(math.Sin((float64(i)+0.5)*2*math.Pi/positionSteps) * 127))
	}
	return t
})

// positionCode is [positional] as int8 in steps of positionScale; nil for a memory without a time. A restart makes one for every
// memory: with a table in place of 256 sines and cosines that takes a tenth of the time.
func positionCode(when time.Time) []int8 {
	if when.IsZero() {
		return nil
	}
	table := positions()
	out := make([]int8, fingerprint.TemporalWidth)
	seconds := float64(when.UnixNano()) / 1e9
	for i, step := range table.steps {
		at := int64(seconds*step) & (positionSteps - 1)
		out[2*i], out[2*i+1] = table.sine[at], table.sine[at+positionSteps/4]
	}
	return out
}
