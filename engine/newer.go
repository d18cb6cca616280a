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

// contenders is how many of the best hits are compared so that the newer of two contradicting ones comes first.
const contenders = 20

// Which share of the best hit's score a hit must have to move in front of others, in general and if the question asks for the current or the original state. Chosen on the groups
// of bench/changes and on conversations: below .8, turns of a conversation that only look like an update were reordered.
const (
	nearBest    = .8
	nearCurrent = .65
)

// contends reports whether contradicting hits are reordered. They are not if each memory is asked for, or an earlier state, or if words name another time.
func (a *asked) contends() bool {
	near := a.search.Near
	past := near.Is() && (a.at.Before(near.From) || !near.To.IsZero() && !a.at.Before(near.To))
	return !past && a.image == nil && a.question.part == nil && (a.found.Way == validity.Newest || a.found.Way == validity.Oldest)
}

// farAsAsked reports whether a question asks for what is current, and returns the share of the best hit's score that a hit must have to move in front of others.
func farAsAsked(question string) (now bool, least float64) {
	switch intent.EraOf(question) {
	case intent.Now:
		return true, nearCurrent
	case intent.Original:
		return false, nearCurrent
	}
	return false, nearBest
}

// newerFirst moves the newer of two contradicting hits that no chain connects in front, or the older one if the question asks how it
// was at first. It does not depend on the number of hits on a page.
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
		return fault.Storage("read memories that may contradict each other", err)
	}
	a.texts = make(map[store.ID]*store.Memory, len(ids))
	for i, id := range ids {
		a.texts[id] = many[i]
		many[i] = saidLast(many[i], lastCopy(&hits[i]), a.at)
	}
	said := map[store.ID]bool{} // hits that contradict an older one
	a.otherwise = map[store.ID]*Candidate{}
	for i, c := range inOrder(hits, many, near, a.question.Text, now, a.found.Way == validity.Oldest, func(h *search.Hit) float64 { return a.worth[h.ID] }) {
		if c != nil {
			a.otherwise[ids[i]], said[c.ID] = c, true
		}
	}
	for i := range hits[:len(ids)] {
		if last := lastCopy(&hits[i]); said[last.ID] {
			a.replaceByNewest(&hits[i], last)
		}
	}
	return nil
}

// lastCopy returns the newest copy of a hit; zero: it has none.
func lastCopy(h *search.Hit) (last search.Copy) {
	if n := len(h.Copies); n > 0 {
		last = h.Copies[n-1]
	}
	return last
}

// replaceByNewest replaces a hit by its newest copy. That copy is the latest statement: a caller that lets it supersede another memory must name it, and not an older copy.
func (a *asked) replaceByNewest(h *search.Hit, last search.Copy) {
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

// inOrder puts the first n hits, of the memories in many, in the order of [contradict.NewerFirst], or of OlderFirst. If nobody asks for the oldest, a hit that clearly contradicts
// an older one ([contradict.SaidOtherwise]) moves in front of it from any place: a question with the older one's value, such as "is Priya the lead?", shares more words with the
// older one. It does not move if somebody recorded for such a question that the older one was useful and the newer one less so (worth returns that of a hit). inOrder returns, for
// each memory, which one contradicts it; nil: none does.
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

// saidLast returns a memory with the time at which it counts in a comparison, as of a time. If its newest copy (zero: there is none) has another time, that time counts: a
// statement repeated after a contradicting one is newer than that. A memory that does not hold counts as older than all that do. It gets the copy's id, unless it does not hold.
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

// clearOlder removes SaidOtherwise from a hit if that memory is not newer. For a hit that does not hold at the requested time, the order treats all others as
// newer ([saidLast]). If a chain connects the two, the chain says which replaces which. chains are those of the hits, as far as they are known.
func (h *Hit) clearOlder(chains *validity.Chains) {
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

// bind reports whether by the chains one of two memories replaces the other, directly or through others.
func bind(chains *validity.Chains, a, b store.ID) bool {
	if chains == nil || !chains.Has(a) || !chains.Has(b) {
		return false
	}
	return slices.Contains(chains.Replaced(a), b) || slices.Contains(chains.Replaced(b), a)
}
