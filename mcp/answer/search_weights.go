package answer

import (
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/models"
)

// SearchWeights are the search weights learned from outcomes, as commands show them.
type SearchWeights struct {
	Answers  int                        `json:"answers"`       // stored answers to learn from
	Outcomes uint64                     `json:"outcomes"`      // since the last reset
	Next     int                        `json:"next_learning"` // outcomes until then
	Domains  map[string]WeightsOfDomain `json:"domains"`       // "all", and the domains with learned weights
}

// WeightsOfDomain are the weights for the questions of one domain.
type WeightsOfDomain struct {
	Learned   bool               `json:"learned"` // false: the weights of auto apply
	LearnedAt *string            `json:"learned_at"`
	Answers   int                `json:"answers"`
	Gain      float64            `json:"gain"`   // by how many nats an answer the prediction of held-out hits' worth improved
	Spread    float64            `json:"spread"` // its standard error
	Factors   map[string]float64 `json:"factors"`
}

// SearchWeightsOf converts learned weights to that form.
func SearchWeightsOf(w *engine.SearchWeights) *SearchWeights {
	out := &SearchWeights{Answers: w.Answers, Outcomes: w.Outcomes, Next: w.Next, Domains: map[string]WeightsOfDomain{"all": ofDomain(w.All)}}
	for d, l := range w.Domains {
		out.Domains[string(d)] = ofDomain(l)
	}
	return out
}

func ofDomain(l metautl.LearnedWeights) WeightsOfDomain {
	v := WeightsOfDomain{Learned: l.Learned, Answers: l.Answers, Gain: l.Gain, Spread: l.Spread, Factors: map[string]float64{}}
	if !l.At.IsZero() {
		at := l.At.UTC().Format(time.RFC3339)
		v.LearnedAt = &at
	}
	for s, f := range l.Factors {
		v.Factors[models.Space(s).Code()] = f
	}
	return v
}
