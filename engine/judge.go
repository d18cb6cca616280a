package engine

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/relevance"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// MostRelevance is the highest relevance of a hit.
const MostRelevance = relevance.Most

// Why hits have no relevance.
const (
	UnjudgedImage  = "an image was searched for, and relevance is about the words of a question"
	UnjudgedModels = "relevance is fitted for the models of the compact profile, and others are in use"
	UnjudgedSpaces = "spaces were chosen, and relevance needs those of meaning and of words"
)

// unjudged returns why the hits of a question have no relevance; "" if they have one.
func (s *searcher) unjudged(a *asked) string {
	switch {
	case a.image != nil:
		return UnjudgedImage
	case s.embedder.Manifest().Profile != relevance.Profile:
		return UnjudgedModels
	case relevance.Needs.Without(weighted(a.search.Weights)) != 0:
		return UnjudgedSpaces
	}
	return ""
}

// checkJudged refuses a least relevance that is out of range, or for which there is no relevance to compare with.
func (s *searcher) checkJudged(a *asked) error {
	least := a.question.MinRelevance
	if !(least >= 0 && least <= relevance.Most) {
		return fault.Invalid("min_relevance %v is outside 0…%v, the highest chance that is shown", "0 keeps everything", least, relevance.Most)
	}
	if why := s.unjudged(a); why != "" && least > 0 {
		return fault.Invalid("min_relevance %v has nothing to compare: %s", "leave it out", least, why)
	}
	return nil
}

// saidShare is the share of an unread question's words, by weight, from which a memory that contains them is not called weak. For questions that
// are not wholly read, in six languages, the best hit has .32 or more, and at most .10 if there is no answer (docs/decisions/048-languages.md).
const saidShare = 0.2

// saidIn reports whether a hit contains enough of a question that the models cannot read: the chance then has too little evidence.
func (a *asked) saidIn(h *search.Hit) bool {
	return a.search.WordsGain > 1 && h.Words >= saidShare*a.search.WordsGain
}

// ofThatTime is the least contribution of the time to a score at which a hit counts as one of the time that the question names: half of what a memory of exactly that time gains.
// Days further away still gain something, as everything in a week does, and that is no evidence that the hit answers.
const ofThatTime = 1

// ofTime reports whether the time that a question names is evidence for a hit. If the question asks for more than a time, it is no evidence if half of the memories
// are of that time, as those of a day's work are of "this week".
func (a *asked) ofTime(h *Hit) bool {
	return h.OfTime >= ofThatTime && (a.search.Near.Alone || 2*a.found.OfTime <= a.found.Scanned)
}

// place computes the places of the page's hits, all[begin:end], in the whole ranking.
func (a *asked) place(all []search.Hit, begin, end int) {
	scores := make([]float64, min(len(all), max(end+1, relevance.Depth, contenders)))
	for i := range scores {
		h := &all[i]
		scores[i] = h.Score - h.Near - a.named[h.ID] - a.worth[h.ID] - a.mind[h.ID] // without what the named identifiers and times, earlier outcomes and what is in mind add: the weights were fitted on rankings without these
	}
	places := relevance.Places(scores)
	a.places, a.outdated = places[begin:end], map[store.ID][]placed{}
	for i := range all[:min(contenders, len(all))] {
		c := a.otherwise[all[i].ID]
		if c != nil && slices.ContainsFunc(all[:i], func(h search.Hit) bool { return h.ID == c.ID }) {
			a.outdated[c.ID] = append(a.outdated[c.ID], placed{all[i], places[i]})
		}
	}
}

// placed is a hit and its place in its ranking.
type placed struct {
	search.Hit
	place relevance.Place
}

// chance returns how likely a memory answers that was found as a hit.
func (p *placed) chance(q *relevance.Question, m *store.Memory) float64 {
	return q.Chance(&relevance.Hit{Text: m.Content + "\n" + m.Rationale, Similarity: p.Similarity, Standard: p.Standard, Place: p.place})
}

// chanceOf returns the highest of three chances that a hit answers: its own, that of the memory that matched if the hit replaces one, and those of the hits that it was moved in
// front of because it contradicts them: a question about those is answered by the current state.
func (a *asked) chanceOf(q *relevance.Question, hit *placed, m, match *store.Memory) (most float64) {
	for _, m := range []*store.Memory{m, match} {
		if m != nil {
			most = max(most, hit.chance(q, m))
		}
	}
	for _, older := range a.outdated[hit.ID] {
		if m := a.textOf(&older.Hit); m != nil && relevance.Judges(&older.Similarity) {
			most = max(most, older.chance(q, m))
		}
	}
	return most
}

// textOf returns the memory of a hit as it was read for the order of the first hits; nil: it no longer exists. If its newest copy replaced it, it returns the copy that was read.
func (a *asked) textOf(h *search.Hit) *store.Memory {
	m := a.texts[h.ID]
	for i := 0; m == nil && i < len(h.Copies); i++ {
		m = a.texts[h.Copies[i].ID]
	}
	return m
}

// judge sets the relevance of a page's hits, and drops those below the requested minimum. An image has none. ranked are the hits that are still stored, and places their places.
func (s *searcher) judge(ctx context.Context, a *asked, ranked []search.Hit, places []relevance.Place) error {
	if a.found.Unjudged = s.unjudged(a); a.found.Unjudged != "" {
		return nil
	}
	matched, err := s.matches(ctx, a)
	if err != nil {
		return err
	}
	q := relevance.Prepare(a.question.Text, &a.search.Values, s.embedder.Tokenizer(models.Sparse), a.found.Scanned)
	switch text := a.question.Text; {
	case s.embedder.Foreign(text):
		q.InAnotherLanguage()
	case s.embedder.Familiar(text):
		q.InEnglish()
	}
	a.found.Unread = q.Foreign()
	quoted := len(a.found.Quoted) > 0 && !a.found.QuotedNowhere
	nothing := a.question.Cursor == ""
	kept := a.found.Hits[:0]
	for i, h := range a.found.Hits {
		if !relevance.Judges(&ranked[i].Similarity) {
			nothing, kept = false, append(kept, h)
			continue
		}
		h.Judged = true
		h.Relevance = a.chanceOf(q, &placed{ranked[i], places[i]}, h.Memory, matched[i])     // if it replaces the memory that matched, the question may be about that one
		sure := quoted || a.saidIn(&ranked[i]) || a.ofTime(&h) || h.Named > 0 || h.Worth > 0 // there is evidence that the chance does not include
		h.Weak = h.Relevance < relevance.Weak && !sure
		nothing = nothing && h.Relevance < relevance.Nothing && !sure
		if h.Relevance < a.question.MinRelevance {
			a.found.LessRelevant++
			continue
		}
		kept = append(kept, h)
	}
	a.found.Hits = kept
	a.found.NothingRelevant = nothing && len(kept) > 0
	return nil
}

// matches reads the memories that matched, for those hits that replace another memory of their chain.
func (s *searcher) matches(ctx context.Context, a *asked) ([]*store.Memory, error) {
	out := make([]*store.Memory, len(a.found.Hits))
	var ids []store.ID
	var places []int
	for i := range a.found.Hits {
		if match := a.found.Hits[i].Through; match != nil {
			ids, places = append(ids, *match), append(places, i)
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), ids...)
	if err != nil {
		return nil, fault.Storage("read what matched", err)
	}
	for i, m := range many {
		out[places[i]] = m
	}
	return out, nil
}
