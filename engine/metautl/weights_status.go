package metautl

import (
	"context"
	"time"

	"asterism/models"
)

// WeightsStatus shows what was learned about the weights of search.
type WeightsStatus struct {
	Answers  int            // number stored
	Outcomes uint64         // hits judged since the last reset
	Next     int            // number of outcomes until the weights are learned again
	All      LearnedWeights // of all answers together
	Domains  map[Domain]LearnedWeights
}

// LearnedWeights holds the weights of a domain's questions.
type LearnedWeights struct {
	At      time.Time             // when they were learned; zero: never
	Answers int                   // usable ones of the domain; below MinAnswers of the settings it uses the weights of all answers
	Gain    float64               // how much better than auto's these weights predicted the usefulness of held-back hits, in nats an answer
	Spread  float64               // the standard error of Gain
	Learned bool                  // auto's weights are multiplied
	Factors [models.Count]float64 // with these; otherwise all are 1
}

// WeightsStatus returns the status of the learned weights of search. Domains contains those for which anything was learned.
func (s *Service) WeightsStatus() WeightsStatus {
	s.mu.RLock()
	defer s.mu.RUnlock()
	w := &s.state.weights
	out := WeightsStatus{Answers: len(s.answers.list), Outcomes: w.Outcomes, Next: s.rules.untilLearned(w), All: w.Of[0].status(),
		Domains: map[Domain]LearnedWeights{}}
	for i, d := range Domains {
		if l := &w.Of[i+1]; l.Answers > 0 {
			out.Domains[d] = l.status()
		}
	}
	return out
}

func (l *learned) status() LearnedWeights {
	out := LearnedWeights{Answers: int(l.Answers), Gain: l.Gain, Spread: l.Spread, Learned: l.Used != factors{}, Factors: l.Used}
	if l.At != 0 {
		out.At = time.Unix(0, l.At).UTC()
	}
	if !out.Learned {
		for s := range out.Factors {
			out.Factors[s] = 1
		}
	}
	return out
}

// WeighFor sets the models whose spaces are weighted from now on, by a hash of them. Weights learned with other models are forgotten: a
// space of another model needs other weights.
func (s *Service) WeighFor(ctx context.Context, hash [32]byte) error {
	s.mu.RLock()
	same := s.state.weights.Models == hash
	s.mu.RUnlock()
	if same {
		return nil
	}
	return s.change(ctx, func(d *draft) error {
		d.forgetAnswers(len(s.answers.list))
		d.weights.Models, d.weights.Of = hash, [1 + domainCount]learned{}
		return nil
	})
}

// ResetWeights returns to auto's weights, and forgets the answers from which others were learned.
func (s *Service) ResetWeights(ctx context.Context) error {
	return s.change(ctx, func(d *draft) error {
		d.forgetAnswers(len(s.answers.list))
		return nil
	})
}
