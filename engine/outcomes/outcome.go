package outcomes

import (
	"context"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// Outcome is what a memory turned out to be worth to a question.
type Outcome struct {
	Query  store.ID // the answer's id; zero: to none, then what was measured of the memory is judged alone
	Memory store.ID
	Useful float64 // 0…1

	Namespace string // "": any; else a memory of another one is an error
}

// Record lets Meta-UTL learn from it. What a hit was worth to a question teaches search: the weights of its spaces, and the place of this memory among the hits of such questions. It says
// nothing about λ, since how well a memory answers is not how much it taught. An outcome of no question judges the memory itself, and λ is fitted to it. An outcome is recorded once a hit.
func (s *Service) Record(ctx context.Context, o Outcome) error {
	if !(o.Useful >= 0 && o.Useful <= 1) {
		return fault.Invalid("useful %v is outside 0…1", "give a number from 0 (useless) to 1 (just what was needed)", o.Useful)
	}
	m, err := store.One(ctx, s.store, store.Parts{}, o.Memory)
	if err != nil {
		return fault.NotFound("read the memory of an outcome", err)
	}
	if o.Namespace != "" && m.Namespace != o.Namespace {
		return &fault.Error{Kind: fault.KindNotFound, Message: fmt.Sprintf("namespace %q has no memory %s", o.Namespace, o.Memory), Hint: "leave namespace out, or name the memory's own"}
	}
	live, err := s.store.Live(ctx, m.Namespace)
	if err != nil {
		return fault.Storage("count memories", err)
	}
	c := metautl.Cycle{At: s.now(), Domain: DomainOf(m), Base: s.meta.Settings().Stages.Lambdas(live), ACh: restingACh}
	if o.Query == (store.ID{}) {
		if !m.UTL.Measured {
			return fault.Invalid("memory %s was stored without measuring what it teaches, so nothing can be compared with its worth", "give the query_id of the search that found it: then search learns from it", o.Memory)
		}
		c.Outcome = &metautl.Outcome{Entropy: unit(m.UTL.Entropy), Coherence: unit(m.UTL.Coherence), Importance: importance(m), Actual: o.Useful}
		return s.recordOutcome(ctx, &c)
	}
	t, err := s.answers.Tell(o.Query, o.Memory, o.Useful)
	if err != nil {
		return err
	}
	if err := s.recordOutcome(ctx, &c); err != nil {
		t.Undo()
		return err
	}
	if t.Told == nil {
		return nil
	}
	return fault.Storage("record what a memory was worth to the question", t.Told(ctx, o.Memory, o.Useful))
}

// recordOutcome writes an outcome down, with what signals hinted at since the last one.
func (s *Service) recordOutcome(ctx context.Context, c *metautl.Cycle) error {
	return fault.Storage("record an outcome", s.record(ctx, c))
}

// record lets Meta-UTL learn from a cycle, and from what has become known about answers, which may be enough for other weights of search.
func (s *Service) record(ctx context.Context, c *metautl.Cycle) error {
	err := s.answers.Lessons(func(list []metautl.Answer) error {
		c.Answers = list
		return s.meta.Record(ctx, *c)
	})
	if err == nil && len(c.Answers) > 0 {
		s.loop.Kick()
	}
	return err
}
