package metautl

import (
	"slices"

	"asterism/models"
)

// The limits of learned weights of search.
const (
	// MinWeight is the least learned weight of a space to which auto gives weight; MaxWeight the greatest.
	MinWeight, MaxWeight = .02, .9
	// MaxFactor is the greatest factor by which auto's weight of a space is multiplied or divided, relative to the other spaces.
	MaxFactor = 8
)

// answerWindow is how many of the newest answers are used for learning.
const answerWindow = 500

// factors multiply auto's weights. The zero value means none.
type factors [models.Count]float64

// weights holds the learned state of the weights of search, without the answers.
type weights struct {
	Answers  uint64 // number since the last reset; gives the slot in their ring
	Outcomes uint64 // number of their judged hits
	Learned  uint64 // the value of Outcomes when the weights were last learned
	Resets   uint64
	Models   [32]byte                 // a hash of the models of the weighted spaces
	Of       [1 + domainCount]learned // 0: of all answers; otherwise of those of a domain, by its number
}

// learned holds the factors of a domain.
type learned struct {
	At            int64   // ns since 1970, when they were learned; 0: never
	Answers       uint32  // usable ones of the domain; below MinAnswers of the settings the factors are those of all answers
	Gain, Spread  float64 // see [LearnedWeights]
	Used, Earlier factors // in use; and before the last change
}

// apply multiplies weights and applies the limits: at least [MinWeight] for every space with weight, at most [MaxWeight], summing to 1. A
// space without weight gets none.
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

// raise scales weights to the sum 1 and raises those below [MinWeight] to it, at the cost of the others.
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

// lower distributes the excess above [MaxWeight] among the others. A single space has no others.
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

// SearchWeights holds the weights of a question.
type SearchWeights struct {
	Learned bool                  // they differ from auto's
	Used    [models.Count]float64 // sum 1
	Earlier [models.Count]float64 // those before the last change: the pages of one ranking use the same weights
}

// SearchWeights returns the weights of a question in a domain; auto are its own weights of sum 1.
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

// valid reports whether there are no factors, or all are within the limit (allowing for rounding).
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
