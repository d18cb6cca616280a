package engine

import (
	"context"
	"crypto/sha256"
	"math"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/utl"
)

// restingACh is the acetylcholine level that corrections of λ are made with. Nothing here measures another one.
const restingACh = metautl.MinACh

// lesson is what one note taught, kept until it is stored.
type lesson struct {
	utl.Measured
	base utl.Lambdas // by the lifecycle
	used utl.Lambdas // in the learning score
	news bool        // the namespace held nothing, so that everything is new by convention
}

func (e *Engine) openMeta(ctx context.Context) error {
	var err error
	if e.meta, err = metautl.Open(ctx, e.shelves()); err != nil {
		return fault.Storage("start engine", err)
	}
	h := sha256.New()
	for _, model := range e.embedder.Hashes() {
		h.Write(model[:]) // a hash takes everything
	}
	return fault.Storage("start engine", e.meta.WeighFor(ctx, [32]byte(h.Sum(nil))))
}

// lambdas fills in the weights of the learning score and returns what is known so far about the lesson.
func (e *Engine) lambdas(in *utl.Input) *lesson {
	base := utl.Lifecycle(in.Stored)
	in.Lambdas = e.meta.Lambdas(base)
	return &lesson{base: base, used: in.Lambdas, news: in.Stored == 0}
}

// reflect compares what was expected of a stored memory with what was measured, and lets Meta-UTL learn from it. A failure is logged: the
// memory is stored, and the next one is compared again.
func (e *Engine) reflect(ctx context.Context, d *draft) {
	m, l := d.memory, d.lesson
	c := metautl.Cycle{At: e.now(), Domain: outcomes.DomainOf(m), Base: l.base, ACh: restingACh}
	if !l.news {
		c.Predictions = e.expected.Compare(outcomes.Key{Namespace: m.Namespace, Session: m.SessionID}, l.DeltaS)
	}
	if gain := l.gain(); !math.IsNaN(gain) && !math.IsInf(gain, 0) {
		c.Measured = &metautl.Measured{Memory: m.ID, Gain: gain}
	}
	if err := e.record(ctx, &c); err != nil {
		e.log.Warn("predictions not recorded", "id", m.ID, "namespace", m.Namespace, "error", err)
	}
}

// gain is what λ_s·λ_c was multiplied with: the learning score is σ(gain·λ_s·λ_c).
func (l *lesson) gain() float64 {
	return math.Log(l.LearningScore/(1-l.LearningScore)) / (l.used.S * l.used.C)
}
