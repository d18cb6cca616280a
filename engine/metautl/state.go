package metautl

import (
	"asterism/engine/utl"
	"asterism/models"
)

// state is everything that is known except events and answers. It is a plain value: a change is made on a copy, which replaces the state after
// it is on disk; a dry run drops the copy. Its parts are stored as they are, big-endian, see codec.go.
type state struct {
	head
	blocks   [1 + domainCount]block // 0: all predictions; otherwise those of a domain, by its number
	outcomes [outcomeWindow]outcome // a ring; the next slot follows from Outcomes
	weights  weights                // of search
	helped   [helpDays]help         // a ring; a day's slot is its number modulo its length
}

const domainCount = 6

// head holds the small fields that change with every cycle.
type head struct {
	Enabled, Low, Human uint8 // 0 or 1: corrections are switched on; accuracy is low and has not recovered; a person is asked
	LowCycles           uint32
	Escalations         uint32 // without recovery
	Adjustments, Cycles uint64
	Base, Shift         float64 // the last cycle's λ_s from the lifecycle; how far λ_s is moved from it
	LastAdjustment      int64   // ns since 1970; 0: never
	Outcomes            uint64  // number ever recorded
	Formerly            uint64  // number of measured memories, of which earlier versions kept a ring; it no longer grows
	Events              uint64  // the ordinal of the next event
	Thinned             int64   // ns since 1970; events before it are thinned
	History             ring    // global accuracy after each cycle
}

// block holds the errors of every space, predicted − actual. The accuracy of a prediction is 1 − |error|.
type block [models.Count]ring

// outcome is the usefulness of a memory and what was measured of it.
type outcome struct {
	Entropy, Coherence, Importance float64
	Actual                         float64
	Domain                         uint8
}

func newState(rules *Settings) state {
	return state{head: head{Enabled: 1, Base: rules.Stages.Lambdas(0).S}}
}

// accuracy is the mean over the spaces with predictions.
func (b *block) accuracy() float64 {
	sum, spaces := 0.0, 0
	for i := range b {
		if b[i].Count > 0 {
			sum += b[i].accuracy()
			spaces++
		}
	}
	if spaces == 0 {
		return unknownAccuracy
	}
	return sum / float64(spaces)
}

// uncertainty is the standard error of the accuracy, infinite if a space has only one prediction. The errors of one memory are correlated over the spaces, so the spaces are not
// independent: their standard errors are averaged.
func (b *block) uncertainty() float64 {
	sum, spaces := 0.0, 0
	for i := range b {
		if b[i].Count > 0 {
			sum += b[i].uncertainty()
			spaces++
		}
	}
	return sum / float64(max(spaces, 1))
}

// trend is the mean signed error over those spaces, NaN if there are none.
func (b *block) trend() float64 {
	sum, spaces := 0.0, 0
	for i := range b {
		if b[i].Count > 0 {
			sum += b[i].mean()
			spaces++
		}
	}
	return sum / float64(spaces)
}

func pair(s float64) utl.Lambdas { return utl.Lambdas{S: s, C: 1 - s} }

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }
