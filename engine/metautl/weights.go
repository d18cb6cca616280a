package metautl

import (
	"slices"

	"asterism/models"
)

// The guard rails of learned weights of search.
const (
	// MinWeight is the least learned weight of a space that auto gives any; MaxWeight the greatest.
	MinWeight, MaxWeight = .02, .9
	// MaxFactor is by how much auto's weight of a space is multiplied or divided at most, against those of the other spaces.
	MaxFactor = 8
)

// answerWindow is how many of the newest answers are learned from.
const answerWindow = 500

// factors are what auto's weights are multiplied with. The zero value stands for none.
type factors [models.Count]float64

// weights is what is known about the weights of search, but for the answers.
type weights struct {
	Answers  uint64 // how many there ever were since the last reset; the place in their ring
	Outcomes uint64 // how many hits of them were judged
	Learned  uint64 // what Outcomes was when the weights were last learned
	Resets   uint64
	Models   [32]byte                 // a hash of the models whose spaces were weighed
	Of       [1 + domainCount]learned // 0: of all answers; else of those of a domain, by its number
}

// learned are the factors of a domain.
type learned struct {
	At            int64   // ns since 1970, when they were learned; 0: never
	Answers       uint32  // of the domain that could be learned from; below MinAnswers of the settings the factors are those of all
	Gain, Spread  float64 // see [LearnedWeights]
	Used, Earlier factors // in use; and before they were last changed
}

// apply multiplies weights and keeps the guard rails: at least [MinWeight] for every space that has any, at most [MaxWeight], summing to 1.
// A space without weight stays without.
func (f *factors) apply(auto [models.Count]float64) [models.Count]float64 {
	if *f == (factors{}) {
		return auto
	}
	var out [models.Count]float64
	for s, w := range auto {
		out[s] = w * f[s]
	}
	raise(&out)
	return lower(out)
}

// raise scales weights to the sum 1 and lifts those below [MinWeight] to it, at the cost of the others.
func raise(w *[models.Count]float64) {
	var low models.Set
	for {
		sum, left := 0.0, 1.0
		for s, v := range w {
			if low.Has(models.Space(s)) {
				left -= MinWeight
			} else {
				sum += v
			}
		}
		settled := true
		for s := range w {
			switch space := models.Space(s); {
			case w[s] == 0:
			case low.Has(space):
				w[s] = MinWeight
			default:
				if w[s] *= left / sum; w[s] < MinWeight {
					low, settled = low.With(space), false
				}
			}
		}
		if settled {
			return
		}
	}
}

// lower takes what is above [MaxWeight] and shares it out among the others. A single space has no other to share with.
func lower(w [models.Count]float64) [models.Count]float64 {
	top, rest := slices.Max(w[:]), 0.0
	for _, v := range w {
		if v < top {
			rest += v
		}
	}
	if top <= MaxWeight || rest == 0 {
		return w
	}
	for s, v := range w {
		if v == top {
			w[s] = MaxWeight
		} else {
			w[s] *= (1 - MaxWeight) / rest
		}
	}
	return w
}

// SearchWeights are the weights of a question.
type SearchWeights struct {
	Learned bool                  // they are not auto's own
	Used    [models.Count]float64 // sum 1
	Earlier [models.Count]float64 // what they were before they last changed: pages of one ranking keep to their weights
}

// SearchWeights are those of a question of a domain to which auto gives weights of sum 1.
func (s *Service) SearchWeights(domain Domain, auto [models.Count]float64) SearchWeights {
	s.mu.RLock()
	defer s.mu.RUnlock()
	l := &s.state.weights.Of[questionDomain(domain)]
	return SearchWeights{Learned: l.Used != factors{}, Used: l.Used.apply(auto), Earlier: l.Earlier.apply(auto)}
}

func (w *weights) valid() bool {
	if w.Learned > w.Outcomes {
		return false
	}
	for i := range w.Of {
		l := &w.Of[i]
		if !finite(l.Gain) || !finite(l.Spread) || l.Spread < 0 || !l.Used.valid() || !l.Earlier.valid() {
			return false
		}
	}
	return true
}

// valid is none, or all within the border, with room for rounding.
func (f *factors) valid() bool {
	if *f == (factors{}) {
		return true
	}
	for _, v := range f {
		if !(v >= 1/(MaxFactor+1e-9) && v <= MaxFactor+1e-9) {
			return false
		}
	}
	return true
}
