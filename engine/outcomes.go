package engine

import (
	"context"
	"crypto/sha256"
	"io"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/page"
	"asterism/engine/store"
	"asterism/engine/worth"
	"asterism/models"
)

// How useful memories turned out to be, and what was learned from that; see package outcomes.
type (
	Outcome       = outcomes.Outcome
	Recalibration = outcomes.Recalibration
	SearchWeights = outcomes.SearchWeights
)

// openOutcomes reads what was learned from outcomes. The store and the models must be open.
func (p *parts) openOutcomes(ctx context.Context) error {
	var err error
	if p.meta, err = metautl.Open(ctx, p.shelves(), p.cfg.Learning); err != nil {
		return fault.Storage("start engine", err)
	}
	hashes := p.embedder.Hashes()
	if p.worth, err = worth.Open(ctx, p.store, hashes[models.Semantic][:], p.now, p.log); err != nil {
		return err
	}
	h := sha256.New()
	for _, model := range hashes {
		h.Write(model[:]) // a hash returns no error
	}
	p.outcomes = outcomes.New(outcomes.Config{Store: p.store, Meta: p.meta, Now: p.now, Pause: p.cfg.pauses, Log: p.log})
	return fault.Storage("start engine", p.written(p.meta.WeighFor(ctx, [32]byte(h.Sum(nil)))))
}

// RecordOutcome lets search learn how useful a hit was for a question, and Meta-UTL how useful a memory was in itself; see [outcomes.Service.Record]. An
// outcome is recorded once for each hit.
func (e *Engine) RecordOutcome(ctx context.Context, o Outcome) error {
	return e.outcomes.Record(ctx, o)
}

// SearchWeights returns the learned weights of search.
func (e *Engine) SearchWeights(ctx context.Context) (*SearchWeights, error) {
	return e.outcomes.SearchWeights(ctx)
}

// ResetSearchWeights returns to auto's weights. It removes the outcomes from which others were learned, also those of single memories.
func (e *Engine) ResetSearchWeights(ctx context.Context) error {
	if err := e.worth.Reset(ctx); err != nil {
		return err
	}
	return e.outcomes.ResetSearchWeights(ctx)
}

// MetaStatus returns how well the engine predicts, and with which weights.
func (e *Engine) MetaStatus(ctx context.Context) (*metautl.Status, error) {
	return e.outcomes.MetaStatus(ctx)
}

// RecalibrateLambda chooses λ again; a dry run reports what would be done. If there is too little data, or corrections are switched off (EnableMeta), it returns an error and
// changes nothing.
func (e *Engine) RecalibrateLambda(ctx context.Context, r Recalibration) (*metautl.Recalibration, error) {
	return e.outcomes.RecalibrateLambda(ctx, r)
}

// MetaLog returns events of meta-learning, oldest first.
func (e *Engine) MetaLog(ctx context.Context, q metautl.Query) (*metautl.LogPage, error) {
	return e.outcomes.MetaLog(ctx, q)
}

// EnableMeta allows corrections of λ, or stops them; predictions are recorded in both cases.
func (e *Engine) EnableMeta(ctx context.Context, on bool) error {
	return e.outcomes.EnableMeta(ctx, on)
}

// ResetLambda sets λ back to the values of the lifecycle.
func (e *Engine) ResetLambda(ctx context.Context) error {
	return e.outcomes.ResetLambda(ctx)
}

// AcknowledgeMeta ends the request for a person's attention.
func (e *Engine) AcknowledgeMeta(ctx context.Context) error {
	return e.outcomes.AcknowledgeMeta(ctx)
}

// ClearMetaLog only removes all events of meta-learning.
func (e *Engine) ClearMetaLog(ctx context.Context) error {
	return e.outcomes.ClearMetaLog(ctx)
}

// ExportMeta writes the whole state of meta-learning.
func (e *Engine) ExportMeta(ctx context.Context, w io.Writer) error {
	return e.outcomes.ExportMeta(ctx, w)
}

// ImportMeta replaces the present state by an exported one, all or nothing.
func (e *Engine) ImportMeta(ctx context.Context, r io.Reader) error {
	return e.outcomes.ImportMeta(ctx, r)
}

// keepAnswer keeps an answer, so that outcomes of its hits can be recorded, and sets its id.
func (s *searcher) keepAnswer(a *asked) error {
	g := outcomes.Given{At: s.now(), Auto: a.learnable(), Learned: a.found.Learned, Domain: a.domain, Before: a.auto}
	if q := a.asWorth(); q != nil {
		g.Told = func(ctx context.Context, memory store.ID, useful float64) error {
			return s.observe(ctx, memory, q, useful)
		}
	}
	for i := range a.found.Hits {
		h := outcomes.Hit{Memory: a.found.Hits[i].Memory.ID}
		for _, s := range a.found.Hits[i].Spaces {
			h.Spaces = append(h.Spaces, outcomes.Score{Space: s.Space, Standard: s.Standard})
		}
		g.Hits = append(g.Hits, h)
	}
	id, err := s.outcomes.Shown(&g)
	if err == nil {
		a.found.ID = id
	}
	return err
}

// observe records how useful a memory was for a question. It holds the turn on the memory, as a hard forget does, so that nothing is recorded about a removed one.
func (s *searcher) observe(ctx context.Context, memory store.ID, q *worth.Question, useful float64) error {
	release, err := s.turns.lock(ctx, memory)
	if err != nil {
		return err
	}
	defer release()
	if many, err := s.store.Get(ctx, store.Parts{}, memory); err != nil || many[0] == nil {
		return err
	}
	return s.worth.Observe(ctx, memory, q, useful)
}

// weighByOutcomes changes the weights by what was learned, if the caller did not choose them.
func (s *searcher) weighByOutcomes(a *asked) {
	a.auto, a.earlier = a.found.Weights, a.found.Weights
	if !a.learnable() {
		return
	}
	a.domain = a.questionDomain()
	a.found.Domain = string(a.domain)
	w := s.meta.SearchWeights(a.domain, a.auto)
	a.found.Weights, a.earlier, a.found.Learned = w.Used, w.Earlier, w.Learned
}

// learnable reports whether the caller left all weights to auto.
func (a *asked) learnable() bool {
	return auto(a.question) && a.question.Spaces == 0 && a.question.part == nil
}

// questionDomain returns the domain that a question names, or that its filter names: a tag such as "domain:legal", or the modality code. Otherwise it is code if auto
// takes the question for one about code, and otherwise general.
func (a *asked) questionDomain() metautl.Domain {
	if a.question.Domain != "" {
		return metautl.Domain(a.question.Domain)
	}
	if d := outcomes.DomainOfTags(a.question.Tags); d != "" {
		return d
	}
	if a.question.Modality == "code" || a.found.Profile == intent.ProfileCode {
		return "code"
	}
	return "general"
}

// weighAsEarlier restores the weights before the last change of what is learned, if the previous page was ranked with those.
func (s *searcher) weighAsEarlier(a *asked, from *page.Cursor) {
	now := a.found.Weights
	a.found.Weights = a.earlier
	if key := s.pageKey(a); key.Question == from.Question {
		a.page, a.search.Weights, a.found.Learned = key, a.earlier, a.earlier != a.auto
		return
	}
	a.found.Weights = now
}
