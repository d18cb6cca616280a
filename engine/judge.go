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

// MostRelevance is the highest relevance that a hit is given.
const MostRelevance = relevance.Most

// Why hits have no relevance.
const (
	UnjudgedImage  = "an image was searched for, and relevance is about the words of a question"
	UnjudgedModels = "relevance is fitted for the models of the compact profile, and others are in use"
	UnjudgedSpaces = "spaces were chosen, and relevance needs those of meaning and of words"
)

// unjudged says why the hits of a question have no relevance; "" when they have.
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

// checkJudged refuses a least relevance that is none, or that there is nothing to hold against.
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

// saidShare is the share of what the words of an unread question weigh from which a memory that says them is not called weak. Of questions that
// are not wholly read, in six languages, the best hit says .32 or more, and .10 at most where there is no answer (docs/decisions/048-languages.md).
const saidShare = 0.2

// saidIn reports whether a hit says enough of a question that the models cannot read, for which the chance has too little to go by.
func (a *asked) saidIn(h *search.Hit) bool {
	return a.search.WordsGain > 1 && h.Words >= saidShare*a.search.WordsGain
}

// ofThatTime is what a time adds to a score from which a hit is taken for one of the time that the question names: half of what a memory of that very time gains. Days further off
// it gains something still, as all that was told in a week does, and that says nothing about whether it answers.
const ofThatTime = 1

// ofTime reports whether the time that a question names speaks for a hit. Of a question that asks for more than a time it says nothing where half of the memories
// are of that time, as those of a day's work are of "this week".
func (a *asked) ofTime(h *Hit) bool {
	return h.OfTime >= ofThatTime && (a.search.Near.Alone || 2*a.found.OfTime <= a.found.Scanned)
}

// place says where the hits of the page, which begins at one of a ranking's, stand among all of it.
func (a *asked) place(all []search.Hit, begin, end int) {
	scores := make([]float64, min(len(all), max(end+1, relevance.Depth, contenders)))
	for i := range scores {
		h := &all[i]
		scores[i] = h.Score - h.Near - a.named[h.ID] - a.worth[h.ID] - a.mind[h.ID] // what the question's words, earlier outcomes and what is in mind prefer comes on top; the weights know a ranking without it
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

// placed is a hit and where it stands in its ranking.
type placed struct {
	search.Hit
	place relevance.Place
}

// chance is how likely a memory answers that was found as a hit.
func (p *placed) chance(q *relevance.Question, m *store.Memory) float64 {
	return q.Chance(&relevance.Hit{Text: m.Content + "\n" + m.Rationale, Similarity: p.Similarity, Standard: p.Standard, Place: p.place})
}

// chanceOf is how likely a hit answers by itself, by the memory that matched where it stands for one, and by what it stands before because it says otherwise about the same thing: who asks for that
// is answered by what is so now.
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

// textOf is a hit among the first as it was read for their order; nil: it is gone. Where its newest copy stands for it, that is another one of its copies.
func (a *asked) textOf(h *search.Hit) *store.Memory {
	m := a.texts[h.ID]
	for i := 0; m == nil && i < len(h.Copies); i++ {
		m = a.texts[h.Copies[i].ID]
	}
	return m
}

// judge gives a page's hits their relevance, and leaves out those below the least that was asked for. An image has none. ranked are the hits that are still stored, and places theirs.
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
		h.Relevance = a.chanceOf(q, &placed{ranked[i], places[i]}, h.Memory, matched[i])     // where it stands for one that matched, that one may be what was asked about
		sure := quoted || a.saidIn(&ranked[i]) || a.ofTime(&h) || h.Named > 0 || h.Worth > 0 // it may answer by what the chance does not know
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

// matches reads, of the hits that stand for another memory of their chain, the memory that matched, in their places.
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
