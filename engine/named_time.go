package engine

import (
	"cmp"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/temporal"
	"asterism/models"
)

// readNamedTime reads the time that the question's own words name ("last week", "on 3 March"), if the caller set no bounds and no weights.
// Memories of that time are preferred. None is left out: words can be misread, and an event is often recorded at another time.
func (s *searcher) readNamedTime(a *asked) {
	f := &a.search.Filter
	if !auto(a.question) || !f.After.IsZero() || !f.Before.IsZero() {
		return
	}
	if from, to, ok := intent.Between(a.question.Text, s.cfg.Now()); ok {
		a.prefer(from, to)
	}
}

// prefer prefers memories of a time. The temporal spaces then have no weight, if others have weight: they measure from now, and the question asks about then.
func (a *asked) prefer(from, to time.Time) {
	a.found.After, a.found.Before = from, to
	a.search.Near = search.Near{From: from, To: to, Alone: intent.OnlyTime(a.question.Text, a.search.Time)}
	if intent.Happened(a.question.Text) && from.Before(a.search.Time) {
		a.search.Near.Until = a.search.Time.In(cmp.Or(from, to).Location()) // in the time zone of the caller
	}
	for _, s := range intent.Apart(a.question.Text, a.search.Time.In(cmp.Or(from, to).Location())) { // a later page uses the time of the first one
		a.search.Near.Parts = append(a.search.Near.Parts, search.Part(s))
	}
	rest, sum := untimed(a.search.Weights), 0.0
	for _, w := range rest {
		sum += w
	}
	if sum == 0 {
		return
	}
	for s := range models.Count {
		rest[s] /= sum
	}
	a.search.Weights, a.found.Weights = rest, rest
}

// toldTimes returns the times that a memory's text and rationale name, relative to its own time, in the time zone of this machine, as for a question. They are derived from what is
// stored, so they are not stored: the index reads them when a memory comes in and when it is loaded.
func (p *parts) toldTimes(m *store.Memory) []temporal.Days {
	if m.Time.IsZero() || embedder.IsImage(m) {
		return nil
	}
	return intent.Told(m.Time.In(p.cfg.Now().Location()), m.Content, m.Rationale)
}
