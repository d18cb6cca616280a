package metautl

import (
	"errors"
	"fmt"

	"asterism/engine/utl"
)

// ErrTooLittle means that the recorded data is not enough to choose λ again.
var ErrTooLittle = errors.New("too little to go by")

// replayed returns the stored outcomes of a domain ("": of all).
func (s *state) replayed(domain Domain) []outcome {
	var out []outcome
	for _, o := range s.outcomes[:min(s.Outcomes, outcomeWindow)] {
		if o != (outcome{}) && (domain == "" || o.Domain == domain.number()) {
			out = append(out, o)
		}
	}
	return out
}

// loss is the mean squared error of [utl.Learned] over the outcomes with this λ_s.
func loss(outcomes []outcome, lambda float64) float64 {
	sum := 0.0
	for _, o := range outcomes {
		miss := utl.Learned(o.Entropy, o.Coherence, pair(lambda), o.Importance) - o.Actual
		sum += miss * miss
	}
	return sum / float64(len(outcomes))
}

// optimise finds the λ_s with the least loss over the outcomes of a domain.
func (d *draft) optimise(domain Domain) (Optimum, error) {
	outcomes := d.replayed(domain)
	if len(outcomes) < minReplayed {
		return Optimum{}, fmt.Errorf("%w: %d outcomes can be replayed, %d are needed; record more with record_outcome", ErrTooLittle, len(outcomes), minReplayed)
	}
	return Minimise(d.rules.MinLambda, d.rules.MaxLambda, func(lambda float64) float64 { return loss(outcomes, lambda) })
}
