package aims

import (
	"context"
	"math"
	"sync"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/goaldna"
	"asterism/models"
)

// Elsewhere are the values of the texts of [goaldna.Elsewhere]. None: no standard score is known.
type Elsewhere []fingerprint.Fingerprint

// elsewhereKept keeps them; they are embedded at the first check.
type elsewhereKept struct {
	mu     sync.Mutex
	values Elsewhere
}

// by returns the texts of other work, embedded by the service. What failed is tried again at the next check.
func (e *elsewhereKept) by(ctx context.Context, s *Service) (Elsewhere, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.values == nil {
		values, err := s.embed(ctx, batch.Passage, models.SetOf(models.Semantic), s.now(), goaldna.Elsewhere()...)
		if err != nil {
			return nil, err
		}
		e.values = values
	}
	return e.values, nil
}

// leastSpread keeps a step that is about as near to all texts of other work from standing high by rounding.
const leastSpread = 1e-3

// Near is how near an action is to each goal, by their vectors.
func (e Elsewhere) Near(action *fingerprint.Fingerprint, goals ...*fingerprint.Fingerprint) []goaldna.Near {
	mean, spread := e.usual(action)
	out := make([]goaldna.Near, len(goals))
	for i, goal := range goals {
		cosine := func(s models.Space) float64 { return fingerprint.Similarity(s, &action[s], &goal[s]) }
		out[i] = goaldna.Near{Meaning: cosine(models.Semantic), Belongs: cosine(models.Graph)}
		if score := (out[i].Meaning - mean) / max(spread, leastSpread); !math.IsNaN(score) {
			out[i].Score = score
		}
	}
	return out
}

// usual are mean and standard deviation of an action's cosines with the texts of other work; NaN where there are none.
func (e Elsewhere) usual(action *fingerprint.Fingerprint) (mean, spread float64) {
	var n, sum, squares float64
	for i := range e {
		if c := fingerprint.Similarity(models.Semantic, &action[models.Semantic], &e[i][models.Semantic]); !math.IsNaN(c) {
			n, sum, squares = n+1, sum+c, squares+c*c
		}
	}
	mean = sum / n // 0/0 is NaN
	return mean, math.Sqrt(max(squares/n-mean*mean, 0))
}
