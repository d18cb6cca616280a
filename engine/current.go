package engine

import (
	"context"
	"maps"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/validity"
	"asterism/engine/workspace"
)

// lines are the memories of a ranking that belong to chains, with all members of those chains.
type lines struct {
	chains  *validity.Chains // nil: there are none
	members map[store.ID]*store.Memory
	through map[store.ID]store.ID // for a hit that replaces the match: the match
}

// rankFolded ranks, and replaces superseded memories by the current ones. If some hits may be folded, it asks for a longer ranking than is shown. If that was not enough, it asks again
// for the whole ranking.
func (s *searcher) rankFolded(ctx context.Context, a *asked) (*search.Ranking, error) {
	a.readExact()
	worth := s.worthTo(a)
	mind, err := s.inMind(ctx, a)
	if err != nil {
		return nil, err
	}
	want := a.search.TopK
	a.chooseWay()
	ahead := 1
	if facts, err := s.book(ctx); err != nil {
		return nil, err
	} else if facts.Len() > 0 { // some hits may be folded
		ahead = 2
	}
	a.search.TopK = min(ahead*want, search.MaxTopK)
	if a.contends() {
		a.search.TopK = max(a.search.TopK, ahead*contenders)
	}
	if len(mind) > 0 {
		a.search.TopK = max(a.search.TopK, workspace.Depth)
	}
	if a.question.part != nil { // the parts are merged once, so a part cannot be asked for more later
		a.search.TopK = search.MaxTopK
	}
	for {
		r, err := s.rank(ctx, a)
		if err != nil {
			return nil, err
		}
		ranked := len(r.Hits)
		a.weighWorth(r, worth)
		a.weighMind(r, mind)
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

// chooseWay chooses which memory of a chain the question asks for.
func (a *asked) chooseWay() {
	switch era := intent.EraOf(a.question.Text); {
	case a.question.Superseded:
		a.found.Way = validity.Each
	case era == intent.Earlier:
		a.found.Way = validity.Earlier
	case era == intent.Original:
		a.found.Way = validity.Oldest
	}
}

// fold folds a ranking. With AsOf, it first drops the memories of chains that had not begun at that time, or had ended.
func (s *searcher) fold(ctx context.Context, a *asked, r *search.Ranking) error {
	if err := s.readLines(ctx, a, r.Hits); err != nil || a.lines.chains == nil {
		return err
	}
	c := a.lines.chains
	if a.found.Way != validity.Each {
		r.Hits = a.lines.split(r.Hits)
	}
	if !a.question.AsOf.IsZero() {
		r.Hits = slices.DeleteFunc(r.Hits, func(h search.Hit) bool { return c.Has(h.ID) && !c.Known(h.ID) })
	}
	ids := make([]store.ID, len(r.Hits))
	for i, h := range r.Hits {
		ids[i] = h.ID
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

// readLines reads the chains of the memories of some hits, and their copies.
func (s *searcher) readLines(ctx context.Context, a *asked, hits []search.Hit) error {
	if facts, err := s.book(ctx); err != nil || facts.Len() == 0 {
		return err
	}
	ids := make([]store.ID, len(hits))
	var alike [][]store.ID
	for i, h := range hits {
		if ids[i] = h.ID; len(h.Copies) > 0 {
			alike = append(alike, sayingTheSame(&h))
		}
	}
	if a.question.Unfolded {
		many, err := s.store.Get(ctx, store.Parts{}, ids...)
		if err != nil {
			return fault.Storage("read what was found", err)
		}
		if alike, err = s.alike(ctx, many); err != nil {
			return err
		}
	}
	var err error
	a.lines.members, a.lines.chains, err = s.chainsWith(ctx, ids, alike, a.at)
	return err
}

// sayingTheSame returns a hit and its copies.
func sayingTheSame(h *search.Hit) []store.ID {
	out := []store.ID{h.ID}
	for _, c := range h.Copies {
		out = append(out, c.ID)
	}
	return out
}

// split separates copies of which some were superseded and some hold: a text that is stored again after it was replaced is a new statement. What holds comes first.
func (l *lines) split(hits []search.Hit) (out []search.Hit) {
	replaced := func(id store.ID) bool { return len(headsOf(l.chains, id)) > 0 }
	for _, h := range hits {
		all := sayingTheSame(&h)
		holds := slices.IndexFunc(all, func(id store.ID) bool { return !replaced(id) })
		gone := slices.IndexFunc(all, replaced)
		if holds < 0 || gone < 0 {
			out = append(out, h)
			continue
		}
		first, second := h, h
		first.ID, second.ID, second.Copies = all[holds], all[gone], nil
		first.Copies = slices.DeleteFunc(slices.Clone(h.Copies), func(c search.Copy) bool { return c.ID == first.ID || replaced(c.ID) })
		out = append(out, first, second)
	}
	return out
}

// passes reports whether a memory passes a filter, as in a search.
func passes(m *store.Memory, f *search.Filter) bool {
	rest := ListQuestion{Tags: f.Tags, Modality: f.Modality, SessionID: f.SessionID, Source: f.Source}
	switch {
	case f.Namespace != "" && m.Namespace != f.Namespace && (f.Beside == "" || m.Namespace != f.Beside) || !rest.matches(m):
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

// fillHitChains fills in the place in its chain of each hit that belongs to one.
func (s *searcher) fillHitChains(ctx context.Context, a *asked) error {
	var hits []*Chain
	var ids []store.ID
	for i := range a.found.Hits {
		if h := &a.found.Hits[i]; a.lines.chains != nil && a.lines.chains.Has(h.Memory.ID) {
			hits, ids = append(hits, &h.Chain), append(ids, h.Memory.ID)
		}
	}
	return s.fillChains(ctx, a.lines.chains, hits, ids)
}

// related returns the memories that are connected with some memories by who supersedes whom, or that say when they hold, without their texts. Forgotten ones are included,
// since they connect others. nil: none.
func (p *parts) related(ctx context.Context, ids []store.ID) (map[store.ID]*store.Memory, error) {
	facts, err := p.book(ctx)
	if err != nil {
		return nil, err
	}
	all := facts.Related(ids)
	if len(all) == 0 {
		return nil, nil
	}
	many, err := p.store.Get(ctx, store.Parts{}, all...)
	if err != nil {
		return nil, fault.Storage("read which memories replace others", err)
	}
	out := map[store.ID]*store.Memory{}
	for _, m := range many {
		if m != nil {
			out[m.ID] = m
		}
	}
	return out, nil
}

// chainsWith returns the chains that some memories belong to, at a time, and their live members. alike are memories with the same text: see [validity.Join]. Both are nil if no memory
// supersedes another.
func (p *parts) chainsWith(ctx context.Context, ids []store.ID, alike [][]store.ID, at time.Time) (map[store.ID]*store.Memory, *validity.Chains, error) {
	members, err := p.related(ctx, slices.Concat(ids, slices.Concat(alike...)))
	if err != nil || members == nil {
		return nil, nil, err
	}
	var beside []store.ID
	for _, group := range alike {
		if slices.ContainsFunc(group, func(id store.ID) bool { return members[id] != nil }) {
			beside = append(beside, group...)
		}
	}
	many, err := p.store.Get(ctx, store.Parts{}, beside...)
	if err != nil {
		return nil, nil, fault.Storage("read near copies", err)
	}
	for _, m := range many {
		if m != nil && m.Deleted.IsZero() {
			members[m.ID] = m
		}
	}
	facts := make([]validity.Fact, 0, len(members))
	for _, m := range members {
		facts = append(facts, factOf(m))
	}
	maps.DeleteFunc(members, func(_ store.ID, m *store.Memory) bool { return !m.Deleted.IsZero() })
	validity.Join(facts, alike)
	return members, validity.Of(facts, at), nil
}

// alike returns the live memories that have the same text as one of some, in groups of the same namespace and text. It is called if something may have been superseded.
func (p *parts) alike(ctx context.Context, memories []*store.Memory) (out [][]store.ID, err error) {
	if facts, err := p.book(ctx); err != nil || facts.Len() == 0 {
		return nil, err
	}
	met := map[store.ID]bool{}
	for _, m := range memories {
		if m == nil || met[textTurn(m)] || m.TextHash == [32]byte{} {
			continue
		}
		met[textTurn(m)] = true
		var group []store.ID
		err := p.store.Same(ctx, m.Namespace, m.TextHash, func(other *store.Memory) (bool, error) {
			if other.Deleted.IsZero() {
				group = append(group, other.ID)
			}
			return true, nil
		})
		if err != nil {
			return nil, fault.Storage("look for copies", err)
		}
		if len(group) > 1 {
			out = append(out, group)
		}
	}
	return out, nil
}
