package search

import (
	"asterism/engine/temporal"
	"asterism/models"
	"math"
	"sync"
)

// Estimates of the temporal spaces for a scan of all rows, at a few nanoseconds a row. Package temporal scores the candidates
// exactly.

// anyTime is a space that every memory with a time has.
const anyTime = models.TemporalRecent

// turns holds the position of a time in each of E3's periods, in 1/65536 of a turn.
type turns [len(temporal.Periods)]uint16

func turnsOf(t int64) (out turns) {
	for i, phase := range temporal.PhasesOf(t) {
		out[i] = uint16(phase)
	}
	return out
}

// estimatePeriodic estimates E3 of two times; the error is up to .02 near 1.
func (a turns) estimatePeriodic(b *turns, table *periodTable) float32 {
	sum := float32(0)
	for i := range a {
		sum += table[(a[i]-b[i])>>4] // the difference wraps round, as the turns do
	}
	return sum / float32(len(a))
}

// periodTable is the Dirichlet kernel of package temporal in 4,096 steps a turn: small enough for the L1 cache.
type periodTable [1 << 12]float32

var dirichletTable = sync.OnceValue(func() *periodTable {
	var t periodTable
	full := temporal.Dirichlet()
	for i := range t {
		t[i] = full[i*temporal.DirichletSteps/len(t)+temporal.DirichletSteps/len(t)/2]
	}
	return &t
})

// Ages are looked up by the upper bits of 1 + |Δ| seconds as a float32: 64 entries for each doubling, up to 2³⁴ seconds.
const (
	ageShift   = 23 - 6
	ageEntries = 34 << 6
	firstAge   = 127 << 6
)

// ageTable holds E2 and E4 by age. E2 is taken in the middle of the entry. E4 is the mean over the entry: beyond a day its cosines
// are out of step, and what remains of their sum is noise.
type ageTable struct{ recent, positional [ageEntries]float32 }

var ages = sync.OnceValue(func() *ageTable {
	const parts = 8
	t := &ageTable{}
	for i := range ageEntries {
		low, high := ageAt(i), ageAt(i+1)
		t.recent[i] = temporal.Recency(int64(min((low+high)/2, temporal.MaxAgeSeconds)*1e9), 0)
		sum := float32(0)
		for k := range parts {
			sum += temporal.Order(int64((low+(high-low)*(float64(k)+0.5)/parts)*1e9), 0)
		}
		t.positional[i] = sum / parts
	}
	return t
})

// ageAt returns the least age of an entry in seconds, at most 2³², which nanoseconds can still represent.
func ageAt(entry int) float64 {
	return min(float64(math.Float32frombits(uint32(entry+firstAge)<<ageShift))-1, 1<<32)
}

// ageEntry returns the entry for the time t as seen from ref; ahead reports that t is later.
func ageEntry(ref, t int64) (entry int, ahead bool) {
	age := float32((float64(ref) - float64(t)) / 1e9)
	if age < 0 {
		age, ahead = -age, true
	}
	return min(int(math.Float32bits(1+age)>>ageShift)-firstAge, ageEntries-1), ahead
}
