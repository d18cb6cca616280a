package engine

import (
	"context"
	"fmt"

	"asterism/engine/background"
	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/store"
	"asterism/engine/utl"
)

// Outcome is what a memory turned out to be worth to a question.
type Outcome struct {
	Query  store.ID // Found.ID; zero: to none, then what was measured of the memory is judged alone
	Memory store.ID
	Useful float64 // 0…1

	Namespace string // "": any; else a memory of another one is an error
}

// RecordOutcome lets Meta-UTL learn from it: what each space predicted of the hit, and what the learning score had said of the memory. An
// outcome is recorded once a hit.
func (e *Engine) RecordOutcome(ctx context.Context, o Outcome) error {
	if !(o.Useful >= 0 && o.Useful <= 1) {
		return fault.Invalid("useful %v is outside 0…1", "give a number from 0 (useless) to 1 (just what was needed)", o.Useful)
	}
	m, err := store.One(ctx, e.store, store.Parts{}, o.Memory)
	if err != nil {
		return fault.NotFound("read the memory of an outcome", err)
	}
	if o.Namespace != "" && m.Namespace != o.Namespace {
		return &Error{Kind: KindNotFound, Message: fmt.Sprintf("namespace %q has no memory %s", o.Namespace, o.Memory), Hint: "leave namespace out, or name the memory's own"}
	}
	live, err := e.store.Live(ctx, m.Namespace)
	if err != nil {
		return fault.Storage("count memories", err)
	}
	c := metautl.Cycle{At: e.now(), Domain: outcomes.DomainOf(m), Base: utl.Lifecycle(live), ACh: restingACh, Outcome: &metautl.Outcome{Memory: o.Memory, Actual: o.Useful}}
	if o.Query == (store.ID{}) {
		return e.recordOutcome(ctx, &c)
	}
	t, err := e.answers.Tell(o.Query, o.Memory, o.Useful)
	if err != nil {
		return err
	}
	c.Predictions = t.Predictions(o.Useful)
	if err := e.recordOutcome(ctx, &c); err != nil {
		t.Undo()
		return err
	}
	return nil
}

// keepAnswer remembers an answer, so that it can be said what its hits were worth, and gives it its id.
func (e *Engine) keepAnswer(a *asked) error {
	g := outcomes.Given{At: e.now(), Auto: a.learnable(), Domain: a.domain, Before: a.auto}
	for i := range a.found.Hits {
		h := outcomes.Hit{Memory: a.found.Hits[i].Memory.ID}
		for _, s := range a.found.Hits[i].Spaces {
			h.Spaces = append(h.Spaces, outcomes.Score{Space: s.Space, Similarity: s.Similarity, Standard: s.Standard})
		}
		g.Hits = append(g.Hits, h)
	}
	id, err := e.answers.Keep(&g)
	if err == nil {
		a.found.ID = id
	}
	return err
}

// learnWeights learns the weights of search if enough outcomes came. What was in use stays in use until that has gone well.
func (e *Engine) learnWeights(ctx context.Context, r *background.Round) {
	_ = r.Try("", func() error { return e.meta.LearnWeights(ctx, e.now()) })
}

// recordOutcome writes an outcome down, with what signals hinted at since the last one.
func (e *Engine) recordOutcome(ctx context.Context, c *metautl.Cycle) error {
	return fault.Storage("record an outcome", e.record(ctx, c))
}

// record lets Meta-UTL learn from a cycle, and from what has become known about answers, which may be enough for other weights of search.
func (e *Engine) record(ctx context.Context, c *metautl.Cycle) error {
	err := e.answers.Lessons(func(list []metautl.Answer) error {
		c.Answers = list
		return e.meta.Record(ctx, *c)
	})
	if err == nil && len(c.Answers) > 0 {
		e.learning.Kick()
	}
	return err
}
