package outcomes

import (
	"context"
	"math"

	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/engine/utl"
)

// restingACh is the acetylcholine level that corrections of λ are made with. Nothing here measures another one.
const restingACh = metautl.MinACh

// Lesson is what one note taught, kept until it is stored.
type Lesson struct {
	utl.Measured
	base utl.Lambdas // by the lifecycle
	used utl.Lambdas // in the learning score
	news bool        // the namespace held nothing, so that everything is new by convention
}

// Lambdas fills in the weights of the learning score and returns what is known so far about the lesson.
func (s *Service) Lambdas(in *utl.Input) *Lesson {
	base := utl.Lifecycle(in.Stored)
	in.Lambdas = s.meta.Lambdas(base)
	return &Lesson{base: base, used: in.Lambdas, news: in.Stored == 0}
}

// Stored compares what was expected of a stored memory with what was measured, and lets Meta-UTL learn from it. A failure is logged: the
// memory is stored, and the next one is compared again.
func (s *Service) Stored(ctx context.Context, m *store.Memory, l *Lesson) {
	c := metautl.Cycle{At: s.now(), Domain: DomainOf(m), Base: l.base, ACh: restingACh}
	if !l.news {
		c.Predictions = s.expected.Compare(Key{Namespace: m.Namespace, Session: m.SessionID}, l.DeltaS)
	}
	if gain := l.gain(); !math.IsNaN(gain) && !math.IsInf(gain, 0) {
		c.Measured = &metautl.Measured{Memory: m.ID, Gain: gain}
	}
	if err := s.record(ctx, &c); err != nil {
		s.log.Warn("predictions not recorded", "id", m.ID, "namespace", m.Namespace, "error", err)
	}
}

// gain is what λ_s·λ_c was multiplied with: the learning score is σ(gain·λ_s·λ_c).
func (l *Lesson) gain() float64 {
	return math.Log(l.LearningScore/(1-l.LearningScore)) / (l.used.S * l.used.C)
}
