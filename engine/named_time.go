package engine

import (
	"context"
	"time"

	"asterism/engine/intent"
	"asterism/engine/search"
)

// rankNamedTime keeps to the time that the question's own words name ("last week", "before 3 March") when the caller set no
// bounds and left the weights to us. Words can be misread, so a time in which nothing lies is dropped again.
func (e *Engine) rankNamedTime(ctx context.Context, a *asked) (*search.Ranking, error) {
	f := &a.search.Filter
	if !auto(a.question) || !f.After.IsZero() || !f.Before.IsZero() {
		return e.rank(ctx, a)
	}
	after, before, ok := intent.Between(a.question.Text, e.cfg.Now())
	if !ok {
		return e.rank(ctx, a)
	}
	f.After, f.Before = after, before
	r, err := e.rank(ctx, a)
	if err == nil && r.Scanned > 0 {
		a.found.After, a.found.Before = after, before
		return r, nil
	}
	f.After, f.Before = time.Time{}, time.Time{}
	return e.rank(ctx, a)
}
