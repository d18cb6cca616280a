package engine

import (
	"context"
	"slices"
	"time"

	"asterism/engine/contradict"
	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/validity"
)

// contenders is among how many of the best hits the newer of two that say something else about the same thing comes first.
const contenders = 20

// Which share of the best hit's score a hit must have to go before others, and where the question asks for what is current, or was at first. Chosen on the groups of bench/changes and on
// conversations: below .8, turns of a conversation that only look like an update changed places.
const (
	nearBest    = .8
	nearCurrent = .65
)

// contends reports whether the order of what contradicts each other is looked at: not where each memory is asked for, or what was before, or where words name another time.
func (a *asked) contends() bool {
	near := a.search.Near
	past := near.Is() && (a.at.Before(near.From) || !near.To.IsZero() && !a.at.Before(near.To))
	return !past && a.image == nil && a.question.part == nil && (a.found.Way == validity.Newest || a.found.Way == validity.Oldest)
}

// farAsAsked is whether a question asks for what is current, and which share of the best hit's score a hit must have to go before others.
func farAsAsked(question string) (now bool, least float64) {
	switch intent.EraOf(question) {
	case intent.Now:
		return true, nearCurrent
	case intent.Original:
		return false, nearCurrent
	}
	return false, nearBest
}

// newerFirst puts, of hits that say something else about the same thing and are bound by no chain, the newer ones in front, and the older ones where the question asks how it
// was at first. How many hits a page has does not matter for it.
func (s *searcher) newerFirst(ctx context.Context, a *asked, hits []search.Hit) error {
	now, least := farAsAsked(a.question.Text)
	ids, near := make([]store.ID, 0, contenders), 0
	for _, h := range hits[:min(contenders, len(hits))] {
		if near == len(ids) && h.Score >= least*hits[0].Score {
			near++
		}
		ids = append(ids, h.ID)
	}
	if len(ids) < 2 {
		return nil
	}
	many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), ids...)
	if err != nil {
		return fault.Storage("read what may contradict itself", err)
	}
	a.texts = make(map[store.ID]*store.Memory, len(ids))
	for i, id := range ids {
		a.texts[id] = many[i]
		many[i] = saidLast(many[i], lastCopy(&hits[i]), a.at)
	}
	said := map[store.ID]bool{} // what says otherwise
	a.otherwise = map[store.ID]*Candidate{}
	for i, c := range inOrder(hits, many, near, a.question.Text, now, a.found.Way == validity.Oldest, func(h *search.Hit) float64 { return a.worth[h.ID] }) {
		if c != nil {
			a.otherwise[ids[i]], said[c.ID] = c, true
		}
	}
	for i := range hits[:len(ids)] {
		if last := lastCopy(&hits[i]); said[last.ID] {
			a.standFor(&hits[i], last)
		}
	}
	return nil
}

// lastCopy is the newest copy of a hit; zero: it has none.
func lastCopy(h *search.Hit) (last search.Copy) {
	if n := len(h.Copies); n > 0 {
		last = h.Copies[n-1]
	}
	return last
}

// standFor puts the newest copy of a hit in its place: it is what is said now, and who lets it supersede another one must name it and not one that is older than that.
func (a *asked) standFor(h *search.Hit, last search.Copy) {
	was := h.ID
	copies := append(slices.Clone(h.Copies[:len(h.Copies)-1]), search.Copy{ID: was, Time: a.texts[was].Time})
	slices.SortStableFunc(copies, func(a, b search.Copy) int { return a.Time.Compare(b.Time) })
	h.ID, h.Copies = last.ID, copies
	if o := a.otherwise[was]; o != nil {
		a.otherwise[h.ID] = o
	}
	for _, added := range []map[store.ID]float64{a.named, a.worth, a.mind} {
		if v, known := added[was]; known {
			added[h.ID] = v
		}
	}
}

// inOrder puts hits, which are of some memories, in the order of [contradict.NewerFirst], or of OlderFirst: the first n of them. Where nobody asks for the oldest, one that says plainly
// otherwise than an older one ([contradict.SaidOtherwise]) goes before it from wherever it stands: of a question that has the older one's value, such as "is Priya the lead?", the older
// one has more words. It stays behind where somebody has said for such a question that the older one was useful and the newer one less so (worth, of a hit). It returns, of each memory,
// which one says otherwise; nil: none does.
func inOrder[H any](hits []H, many []*store.Memory, n int, question string, now, oldest bool, worth func(*H) float64) []*Candidate {
	var order []int
	if oldest {
		order = contradict.OlderFirst(question, many[:n])
	} else {
		order = contradict.NewerFirst(question, now, many[:n])
	}
	for i := n; i < len(many); i++ {
		order = append(order, i)
	}
	out := make([]*Candidate, len(many))
	for i, o := range contradict.SaidOtherwise(many) {
		if o == nil {
			continue
		}
		by := many[o.By]
		out[i] = &Candidate{ID: by.ID, Time: by.Time, Reason: o.Differs}
		useful := worth(&hits[i])
		if older, newer := slices.Index(order, i), slices.Index(order, o.By); older < newer && !oldest && (useful <= 0 || useful <= worth(&hits[o.By])) {
			order = slices.Insert(slices.Delete(order, newer, newer+1), older, o.By)
		}
	}
	ranked := slices.Clone(hits[:len(many)])
	for i, from := range order {
		hits[i] = ranked[from]
	}
	return out
}

// saidLast is a memory as it stands in time beside others at a time, where its newest copy (zero: there is none) is of another: what was said again after something else was
// said is newer than that, and what does not hold is older than all that does.
// It has that copy's id, unless it does not hold.
func saidLast(m *store.Memory, last search.Copy, at time.Time) *store.Memory {
	if m == nil {
		return nil
	}
	f := factOf(m)
	holds := f.Within(at)
	if holds && (!m.ValidFrom.IsZero() || !last.Time.After(m.Time)) {
		return m
	}
	out := *m
	if out.ID, out.Time = last.ID, last.Time; !holds {
		out.ID, out.Time, out.ValidFrom = m.ID, time.Time{}, time.Time{}
	}
	return &out
}

// tellNewer leaves out what says otherwise than a hit where that is no newer one: of a hit that does not hold at the time that was asked about the order has it that all others are
// newer ([saidLast]). Where a chain binds the two, it says which replaces which. chains are those of the hits, as far as they are at hand.
func (h *Hit) tellNewer(chains *validity.Chains) {
	o := h.SaidOtherwise
	if o == nil {
		return
	}
	said := h.Memory.Time
	if h.Last.After(said) {
		said = h.Last
	}
	bound := slices.ContainsFunc(slices.Concat(h.Supersedes, h.SupersededBy), func(p Past) bool { return p.ID == o.ID }) || bind(chains, h.Memory.ID, o.ID)
	if bound || o.Time.Before(said) {
		h.SaidOtherwise = nil
	}
}

// bind reports whether chains have one of two memories replace the other, directly or through others.
func bind(chains *validity.Chains, a, b store.ID) bool {
	if chains == nil || !chains.Has(a) || !chains.Has(b) {
		return false
	}
	return slices.Contains(chains.Replaced(a), b) || slices.Contains(chains.Replaced(b), a)
}
