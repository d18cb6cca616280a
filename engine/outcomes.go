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

// What memories turned out to be worth, and what was learned from that; see package outcomes.
type (
	Outcome       = outcomes.Outcome
	Recalibration = outcomes.Recalibration
	SearchWeights = outcomes.SearchWeights
)

// openOutcomes reads what was learned from outcomes. The store must be open, and the models known.
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
		h.Write(model[:]) // a hash takes everything
	}
	p.outcomes = outcomes.New(outcomes.Config{Store: p.store, Meta: p.meta, Now: p.now, Pause: p.cfg.pauses, Log: p.log})
	return fault.Storage("start engine", p.written(p.meta.WeighFor(ctx, [32]byte(h.Sum(nil)))))
}

// RecordOutcome lets search learn from what a hit was worth to a question, and Meta-UTL from what a memory was worth by itself; see [outcomes.Service.Record]. An
// outcome is recorded once a hit.
func (e *Engine) RecordOutcome(ctx context.Context, o Outcome) error {
	return e.outcomes.Record(ctx, o)
}

// SearchWeights returns the learned weights of search.
func (e *Engine) SearchWeights(ctx context.Context) (*SearchWeights, error) {
	return e.outcomes.SearchWeights(ctx)
}

// ResetSearchWeights returns to auto's weights. It removes the outcomes that others were learned from, also those of single memories.
func (e *Engine) ResetSearchWeights(ctx context.Context) error {
	if err := e.worth.Reset(ctx); err != nil {
		return err
	}
	return e.outcomes.ResetSearchWeights(ctx)
}

// MetaStatus says how well the engine predicts, and with which weights.
func (e *Engine) MetaStatus(ctx context.Context) (*metautl.Status, error) {
	return e.outcomes.MetaStatus(ctx)
}

// RecalibrateLambda chooses λ again; a dry run reports what would be done. When there is too little data, or corrections are switched off (EnableMeta), that is an error and
// nothing has changed.
func (e *Engine) RecalibrateLambda(ctx context.Context, r Recalibration) (*metautl.Recalibration, error) {
	return e.outcomes.RecalibrateLambda(ctx, r)
}

// MetaLog returns events of meta-learning, oldest first.
func (e *Engine) MetaLog(ctx context.Context, q metautl.Query) (*metautl.LogPage, error) {
	return e.outcomes.MetaLog(ctx, q)
}

// EnableMeta lets corrections of λ be made, or stops them; predictions are recorded all the same.
func (e *Engine) EnableMeta(ctx context.Context, on bool) error {
	return e.outcomes.EnableMeta(ctx, on)
}

// ResetLambda takes λ back to what the lifecycle gives.
func (e *Engine) ResetLambda(ctx context.Context) error {
	return e.outcomes.ResetLambda(ctx)
}

// AcknowledgeMeta takes back the call for a person.
func (e *Engine) AcknowledgeMeta(ctx context.Context) error {
	return e.outcomes.AcknowledgeMeta(ctx)
}

// ClearMetaLog removes all events of meta-learning, and nothing else.
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

// keepAnswer remembers an answer, so that it can be said what its hits were worth, and gives it its id.
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

// observe notes what a memory was worth to a question. It has the turn on the memory, as who removes it for good has: of one that is gone nothing is noted.
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

// weighByOutcomes changes the weights by what was learned, where they were left to us.
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

// learnable reports whether the weights are left to us altogether.
func (a *asked) learnable() bool {
	return auto(a.question) && a.question.Spaces == 0 && a.question.part == nil
}

// questionDomain is the domain that a question names, or that its filter does: a tag such as "domain:legal", or the modality code. Else it is code if auto
// takes it for a question about code, and general.
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

// weighAsEarlier goes back to the weights before the last change of what is learned if the page before was ranked with those.
func (s *searcher) weighAsEarlier(a *asked, from *page.Cursor) {
	now := a.found.Weights
	a.found.Weights = a.earlier
	if key := s.pageKey(a); key.Question == from.Question {
		a.page, a.search.Weights, a.found.Learned = key, a.earlier, a.earlier != a.auto
		return
	}
	a.found.Weights = now
}
