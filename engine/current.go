package engine

import (
	"context"
	"slices"

	"asterism/engine/contradict"
	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/validity"
)

// lines are the memories of a ranking that belong to chains, and all that do with them.
type lines struct {
	chains  *validity.Chains // nil: there are none
	members map[store.ID]*store.Memory
	through map[store.ID]store.ID // of a hit that stands in the place of a match
}

// rankFolded ranks, and puts what is current in the place of what it superseded. A ranking is asked for longer than it is shown where some of it may be folded, and asked for
// again at its whole length where that was not enough.
func (s *searcher) rankFolded(ctx context.Context, a *asked) (*search.Ranking, error) {
	a.readExact()
	worth := s.worthTo(a)
	want := a.search.TopK
	a.wayOf()
	if s.facts.Len() > 0 {
		a.search.TopK = min(2*want, search.MaxTopK)
	}
	if a.contends() {
		a.search.TopK = max(a.search.TopK, 2*contenders)
	}
	for {
		r, err := s.rank(ctx, a)
		if err != nil {
			return nil, err
		}
		ranked := len(r.Hits)
		a.weighWorth(r, worth)
		if err := s.matchExact(ctx, a, r); err != nil {
			return nil, err
		}
		if err := s.fold(ctx, a, r); err != nil {
			return nil, err
		}
		if ranked == a.search.TopK && len(r.Hits) < want && ranked < search.MaxTopK {
			a.search.TopK = search.MaxTopK
			continue
		}
		if a.contends() {
			err = s.newerFirst(ctx, a, r.Hits)
		}
		return r, err
	}
}

// contenders is among how many of the best hits the newer of two that contradict each other comes first, where the question asks for what is current.
const contenders = 20

// contends reports whether the question asks for what is current, and not by its words for another time as well.
func (a *asked) contends() bool {
	near := a.search.Near
	past := near.Is() && (a.at.Before(near.From) || !near.To.IsZero() && !a.at.Before(near.To))
	return !past && a.found.Way == validity.Newest && intent.EraOf(a.question.Text) == intent.Now
}

// newerFirst puts, of hits that say something else about the same thing and are bound by no chain, the newer ones in front. How many hits a page has does not matter for it.
func (s *searcher) newerFirst(ctx context.Context, a *asked, hits []search.Hit) error {
	top := hits[:min(contenders, len(hits))]
	ids := make([]store.ID, len(top))
	for i, h := range top {
		ids[i] = h.ID
	}
	many, err := s.store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return fault.Storage("read what may contradict itself", err)
	}
	ranked := slices.Clone(top)
	for i, from := range contradict.NewerFirst(a.question.Text, many) {
		top[i] = ranked[from]
	}
	return nil
}

// wayOf chooses which memory of a chain the question asks for.
func (a *asked) wayOf() {
	switch era := intent.EraOf(a.question.Text); {
	case a.question.Superseded:
		a.found.Way = validity.Each
	case era == intent.Earlier:
		a.found.Way = validity.Earlier
	case era == intent.Original:
		a.found.Way = validity.Oldest
	}
}

// fold folds a ranking. What had not begun by then, or had ended, is no answer to a question that looks back.
func (s *searcher) fold(ctx context.Context, a *asked, r *search.Ranking) error {
	ids := make([]store.ID, len(r.Hits))
	for i, h := range r.Hits {
		ids[i] = h.ID
	}
	if err := s.readLines(ctx, a, ids); err != nil || a.lines.chains == nil {
		return err
	}
	c := a.lines.chains
	if !a.question.AsOf.IsZero() {
		unknown := func(id store.ID) bool { return c.Has(id) && !c.Known(id) }
		r.Hits = slices.DeleteFunc(r.Hits, func(h search.Hit) bool { return unknown(h.ID) })
		ids = slices.DeleteFunc(ids, unknown)
	}
	may := func(id store.ID) bool { return passes(a.lines.members[id], &a.search.Filter) }
	places := c.Fold(ids, a.found.Way, may)
	hits := make([]search.Hit, len(places))
	a.lines.through = map[store.ID]store.ID{}
	for i, p := range places {
		if hits[i] = r.Hits[p.For]; p.ID != hits[i].ID {
			a.lines.through[p.ID], hits[i].ID, hits[i].Copies = hits[i].ID, p.ID, nil
		}
	}
	r.Hits = hits
	return nil
}

// readLines reads the chains that some memories belong to.
func (s *searcher) readLines(ctx context.Context, a *asked, ids []store.ID) error {
	members, err := s.related(ctx, ids)
	if err != nil || members == nil {
		return err
	}
	a.lines.members = members
	a.lines.chains = chainsOf(members, a.at)
	return nil
}

// passes reports whether a memory is one of those that a filter lets through, as a search would.
func passes(m *store.Memory, f *search.Filter) bool {
	rest := ListQuestion{Tags: f.Tags, Modality: f.Modality, SessionID: f.SessionID, Source: f.Source}
	switch {
	case f.Namespace != "" && m.Namespace != f.Namespace || !rest.matches(m):
		return false
	case m.Time.Before(f.After) || !f.Before.IsZero() && !m.Time.Before(f.Before):
		return false
	case !f.AsOf.IsZero() && m.Time.After(f.AsOf) && !f.Early[m.ID]:
		return false
	case f.MinAlignment > 0:
		theta, ok := search.Theta(&m.Purpose)
		return ok && theta >= f.MinAlignment
	}
	return true
}

// tellChains says of each hit that belongs to a chain how it stands there.
func (s *searcher) tellChains(ctx context.Context, a *asked) error {
	var hits []*Chain
	var ids []store.ID
	for i := range a.found.Hits {
		if h := &a.found.Hits[i]; a.lines.chains != nil && a.lines.chains.Has(h.Memory.ID) {
			hits, ids = append(hits, &h.Chain), append(ids, h.Memory.ID)
		}
	}
	return s.fillChains(ctx, a.lines.chains, hits, ids)
}

// related are the live memories that some are bound to by who supersedes whom, or that say when they hold, without their texts; nil: none.
func (p *parts) related(ctx context.Context, ids []store.ID) (map[store.ID]*store.Memory, error) {
	all := p.facts.Related(ids)
	if len(all) == 0 {
		return nil, nil
	}
	many, err := p.store.Get(ctx, store.Parts{}, all...)
	if err != nil {
		return nil, fault.Storage("read what supersedes what", err)
	}
	out := map[store.ID]*store.Memory{}
	for _, m := range many {
		if m != nil && m.Deleted.IsZero() {
			out[m.ID] = m
		}
	}
	return out, nil
}
