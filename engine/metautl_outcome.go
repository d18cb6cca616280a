package engine

import (
	"context"
	"fmt"
	"math"

	"asterism/engine/fault"
	"asterism/engine/metautl"
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
	c := metautl.Cycle{At: e.now(), Domain: domainOf(m), Base: utl.Lifecycle(live), ACh: restingACh, Outcome: &metautl.Outcome{Memory: o.Memory, Actual: o.Useful}}
	if o.Query == (store.ID{}) {
		return e.recordOutcome(ctx, &c)
	}
	t, err := e.answers.tell(o.Query, o.Memory, o.Useful)
	if err != nil {
		return err
	}
	c.Predictions = t.predictions(o.Useful)
	if err := e.recordOutcome(ctx, &c); err != nil {
		t.undo()
		return err
	}
	return nil
}

// recordOutcome writes an outcome down, with what signals hinted at since the last one.
func (e *Engine) recordOutcome(ctx context.Context, c *metautl.Cycle) error {
	return fault.Storage("record an outcome", e.record(ctx, c))
}

// record lets Meta-UTL learn from a cycle, and from what has become known about answers, which may be enough for other weights of search.
func (e *Engine) record(ctx context.Context, c *metautl.Cycle) error {
	err := e.answers.lessons(func(list []metautl.Answer) error {
		c.Answers = list
		return e.meta.Record(ctx, *c)
	})
	if err == nil && len(c.Answers) > 0 {
		e.learning.Kick()
	}
	return err
}

// predictions beside what came of them, of the spaces of content.
func (t *telling) predictions(actual float64) (out []metautl.Prediction) {
	for _, s := range foreseen.Spaces() {
		if p := t.predicted[s]; !math.IsNaN(p) {
			out = append(out, metautl.Prediction{Space: s, Predicted: p, Actual: actual})
		}
	}
	return out
}
