package metautl

import (
	"errors"
	"fmt"
	"math"
)

// ErrTooLittle says that λ cannot be chosen anew from what was recorded.
var ErrTooLittle = errors.New("too little to go by")

// replayed are the outcomes of a domain ("": of all) that are still held.
func (s *state) replayed(domain Domain) []outcome {
	var out []outcome
	for _, o := range s.outcomes[:min(s.Outcomes, outcomeWindow)] {
		if domain == "" || o.Domain == domain.number() {
			out = append(out, o)
		}
	}
	return out
}

// loss is the mean squared error of the learning score against the outcomes, had λ_s been so.
func loss(outcomes []outcome, lambda float64) float64 {
	sum := 0.0
	for _, o := range outcomes {
		miss := 1/(1+math.Exp(-o.Gain*lambda*(1-lambda))) - o.Actual
		sum += miss * miss
	}
	return sum / float64(len(outcomes))
}

// optimise finds the λ_s with the least loss over the outcomes of a domain. The score cannot tell λ_s from 1 − λ_s, so only the side of .5 on
// which λ_s is now is searched: two equal valleys are hard for a process with one length scale.
func (s *state) optimise(domain Domain) (Optimum, error) {
	outcomes := s.replayed(domain)
	if len(outcomes) < minReplayed {
		return Optimum{}, fmt.Errorf("%w: %d outcomes can be replayed, %d are needed; record more with record_outcome", ErrTooLittle, len(outcomes), minReplayed)
	}
	low, high := float64(MinLambda), middle
	if s.lambdas(s.Base).S >= middle {
		low, high = middle, MaxLambda
	}
	return Minimise(low, high, func(lambda float64) float64 { return loss(outcomes, lambda) })
}

// middle is the λ_s at which surprise and coherence weigh alike.
const middle = .5
