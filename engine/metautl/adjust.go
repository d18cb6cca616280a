package metautl

import (
	"math"

	"asterism/engine/utl"
)

// Adjustment is a step of the weights.
type Adjustment struct {
	DeltaS, DeltaC float64 // what really changed, after clamping
	Alpha          float64 // the learning rate; 0 when an optimiser chose
	TriggerError   float64 // predicted − actual
}

// adjust moves λ against a signed error of prediction: λ_s − α·error, λ_c + α·error with α = clamp(Alpha·ach/.001, MinAlpha, MaxAlpha), both within
// their bounds and summing to 1. It leaves λ alone, ok false, while |error| is at most the threshold. clamped says that a border bit.
func (s *Settings) adjust(l utl.Lambdas, err, ach float64) (after utl.Lambdas, a Adjustment, clamped, ok bool) {
	if math.Abs(err) <= s.ErrorThreshold {
		return l, Adjustment{}, false, false
	}
	alpha := clamp(s.Alpha*clamp(ach, MinACh, MaxACh)/MinACh, s.MinAlpha, s.MaxAlpha)
	wanted := l.S - alpha*err
	after = pair(clamp(wanted, s.MinLambda, s.MaxLambda))
	return after, Adjustment{after.S - l.S, after.C - l.C, alpha, err}, after.S != wanted, true
}
