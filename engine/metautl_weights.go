package engine

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/metautl"
	"asterism/engine/outcomes"
	"asterism/engine/page"
	"asterism/models"
)

// SearchWeights is what outcomes have taught about the weights of searches with profile auto.
type SearchWeights struct {
	metautl.WeightsStatus
	// Auto is what auto gives a plain question of meaning, and Used what such a question of each domain gets.
	Auto [models.Count]float64
	Used map[metautl.Domain][models.Count]float64
}

// SearchWeights says how the learned weights of search stand.
func (e *Engine) SearchWeights(ctx context.Context) (*SearchWeights, error) {
	if err := ctx.Err(); err != nil {
		return nil, fault.Storage("read the learned weights of search", err)
	}
	out := &SearchWeights{WeightsStatus: e.meta.WeightsStatus(), Auto: intent.AutoMeaning(), Used: map[metautl.Domain][models.Count]float64{}}
	for _, d := range metautl.Domains {
		out.Used[d] = e.meta.SearchWeights(d, out.Auto).Used
	}
	return out, nil
}

// ResetSearchWeights lets auto's weights stand as they are, and forgets the outcomes that they were learned from.
func (e *Engine) ResetSearchWeights(ctx context.Context) error {
	return fault.Storage("reset the learned weights of search", e.meta.ResetWeights(ctx))
}

// weighByOutcomes changes the weights by what was learned, where they were left to us.
func (e *Engine) weighByOutcomes(a *asked) {
	a.auto, a.earlier = a.found.Weights, a.found.Weights
	if !a.learnable() {
		return
	}
	a.domain = a.questionDomain()
	w := e.meta.SearchWeights(a.domain, a.auto)
	a.found.Weights, a.earlier, a.found.Learned = w.Used, w.Earlier, w.Learned
}

// learnable reports whether the weights are left to us altogether.
func (a *asked) learnable() bool { return auto(a.question) && a.question.Spaces == 0 }

// questionDomain is the domain that a question's filter names: a tag such as "domain:legal", or the modality code. Else it is code if auto
// takes it for a question about code, and general.
func (a *asked) questionDomain() metautl.Domain {
	if d := outcomes.DomainOfTags(a.question.Tags); d != "" {
		return d
	}
	if a.question.Modality == "code" || a.found.Profile == intent.ProfileCode {
		return "code"
	}
	return "general"
}

// weighAsEarlier goes back to the weights before the last change of what is learned if the page before was ranked with those.
func (e *Engine) weighAsEarlier(a *asked, from *page.Cursor) {
	now := a.found.Weights
	a.found.Weights = a.earlier
	if key := e.pageKey(a); key.Question == from.Question {
		a.page, a.search.Weights, a.found.Learned = key, a.earlier, a.earlier != a.auto
		return
	}
	a.found.Weights = now
}
