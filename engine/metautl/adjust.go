package metautl

import (
	"math"

	"asterism/engine/utl"
)

// Adjustment is one change of the weights.
type Adjustment struct {
	DeltaS, DeltaC float64 // the actual changes, after clamping
	Alpha          float64 // the learning rate; 0 if the optimiser chose
	TriggerError   float64 // predicted − actual
}

// adjust moves λ by a signed error of prediction: λ_s − α·error, λ_c + α·error with α = clamp(Alpha·ach/.001, MinAlpha, MaxAlpha), both within
// their bounds and summing to 1. It leaves λ unchanged, with ok false, while |error| is at most the threshold. clamped reports that a bound limited
// the change.
func (s *Settings) adjust(l utl.Lambdas, err, ach float64) (after utl.Lambdas, a Adjustment, clamped, ok bool) {
	if math.Abs(err) <= s.ErrorThreshold {
		return l, Adjustment{}, false, false
	}
	alpha := clamp(s.Alpha*clamp(ach, MinACh, MaxACh)/MinACh, s.MinAlpha, s.MaxAlpha)
	wanted := l.S - alpha*err
	after = pair(clamp(wanted, s.MinLambda, s.MaxLambda))
	return after, Adjustment{after.S - l.S, after.C - l.C, alpha, err}, after.S != wanted, true
}
