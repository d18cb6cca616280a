package outcomes

import (
	"context"
	"math"

	"asterism/engine/metautl"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/utl"
)

// restingACh is the acetylcholine level without surprise.
const restingACh = metautl.MinACh

// Lesson is what one note taught, kept until it is stored.
type Lesson struct {
	utl.Measured
	base utl.Lambdas // from the lifecycle
	used utl.Lambdas // in the learning score
	news bool        // the namespace was empty, so everything is new by convention
}

// Lambdas sets the weights of the learning score and returns the lesson as far as it is known.
func (s *Service) Lambdas(in *utl.Input) *Lesson {
	base := s.meta.Settings().Stages.Lambdas(in.Stored)
	in.Lambdas = s.meta.Lambdas(base)
	return &Lesson{base: base, used: in.Lambdas, news: in.Stored == 0}
}

// Stored compares the predictions for a stored memory with the measurements, and passes them to Meta-UTL. An error is only logged: the
// memory is stored, and the next one is compared again.
func (s *Service) Stored(ctx context.Context, m *store.Memory, l *Lesson) {
	c := metautl.Cycle{At: s.now(), Domain: DomainOf(m), Base: l.base, ACh: achOf(l.Surprise)}
	if !l.news {
		c.Predictions = s.expected.Compare(Key{Namespace: m.Namespace, Session: m.SessionID}, l.DeltaS)
	}
	if err := s.record(ctx, &c); err != nil {
		s.log.Warn("predictions not recorded", "id", m.ID, "namespace", m.Namespace, "error", err)
	}
}

// Learned returns how much the memory teaches, see [utl.Learned], after it has its purpose vector.
func (l *Lesson) Learned(m *store.Memory) float64 {
	return utl.Learned(l.Entropy, l.Coherence, l.used, importance(m))
}

// importance returns that of a memory, including its alignment.
func importance(m *store.Memory) float64 {
	theta, ok := search.Theta(&m.Purpose)
	if !ok {
		theta = math.NaN()
	}
	return utl.Importance(m.Importance, theta)
}

// achOf is the acetylcholine level for correcting λ: surprise raises it, so that more is learned from the error (Yu and Dayan 2005, unexpected uncertainty).
func achOf(surprise float64) float64 {
	return restingACh + (metautl.MaxACh-restingACh)*min(max(surprise, 0), 1)
}

// unit limits a stored number to [0,1], since rounding may exceed it.
func unit(v float32) float64 { return min(max(float64(v), 0), 1) }
