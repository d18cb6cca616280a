package outcomes

import (
	"context"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
)

// Outcome is how useful a memory was for a question.
type Outcome struct {
	Query  store.ID // the answer's id; zero: none, then only the memory's measurements are judged
	Memory store.ID
	Useful float64 // 0…1

	Namespace string // "": any; otherwise a memory of another namespace is an error
}

// Record passes it to Meta-UTL. The usefulness of a hit to a question trains search: the weights of its spaces, and the place of this memory among the hits of similar questions. It is no
// evidence for λ, since how well a memory answers is not how much it taught. An outcome without a question judges the memory itself, and λ is fitted to it. Each hit has at most one
// outcome.
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

// recordOutcome writes an outcome, with the signals since the last one.
func (s *Service) recordOutcome(ctx context.Context, c *metautl.Cycle) error {
	return fault.Storage("record an outcome", s.record(ctx, c))
}

// record passes a cycle, and new judgements of answers, to Meta-UTL; then weights of search may be learned.
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
