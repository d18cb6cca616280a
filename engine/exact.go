package engine

import (
	"context"

	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
)

// namedDepth is how many of the best hits are read for the identifiers of a question, and exactRead how many at a time.
const (
	namedDepth = 100
	exactRead  = 64
)

// readExact reads which words of the question must be in an answer unchanged, and asks for as many hits as are checked for them.
func (a *asked) readExact() {
	if a.image != nil {
		return
	}
	a.found.Quoted, a.names = intent.Quoted(a.question.Text), intent.Names(a.question.Text)
	switch {
	case len(a.found.Quoted) > 0:
		a.search.TopK = MaxDepth + 1
	case len(a.names) > 0:
		a.search.TopK = max(a.search.TopK, namedDepth)
	}
}

// matchExact keeps only the hits with all phrases that the question quotes, if there are any. It puts hits with an identifier of the question in front of those that only have another
// one of the same kind: for a model, and in pieces of words, PAY-1041 and PAY-1042 are nearly the same.
func (s *searcher) matchExact(ctx context.Context, a *asked, r *search.Ranking) error {
	if len(a.found.Quoted) > 0 {
		if err := s.keepQuoted(ctx, a, r); err != nil {
			return err
		}
	}
	if len(a.names) == 0 {
		return nil
	}
	first := r.Hits[:min(namedDepth, len(r.Hits))]
	naming := make([]intent.Naming, 0, len(first))
	held := uint8(0)
	err := s.eachText(ctx, first, func(text string) {
		n := intent.NamedIn(text, a.names)
		naming, held = append(naming, n), held|n.Held
	})
	if err != nil {
		return err
	}
	a.found.NamedNowhere = nil // the search may run a second time, for more hits
	for i, name := range a.names {
		if held&(1<<i) == 0 {
			a.found.NamedNowhere = append(a.found.NamedNowhere, name.Written)
		}
	}
	a.named = liftNamed(first, naming)
	return nil
}

// keepQuoted drops the hits that lack a phrase. If all of them do, they stay and the answer says so. Most hits lack a word of it by the index, and are not read.
func (s *searcher) keepQuoted(ctx context.Context, a *asked, r *search.Ranking) error {
	ids := make([]store.ID, len(r.Hits))
	for i := range r.Hits {
		ids[i] = r.Hits[i].ID
	}
	index, err := s.searched(ctx)
	if err != nil {
		return err
	}
	var may, with []search.Hit
	for i, lacks := range index.Lacking(ids, a.found.Quoted) {
		if !lacks {
			may = append(may, r.Hits[i])
		}
	}
	i := 0
	err = s.eachText(ctx, may, func(text string) {
		all := true
		for _, phrase := range a.found.Quoted {
			all = all && intent.Says(text, phrase)
		}
		if all {
			with = append(with, may[i])
		}
		i++
	})
	if err != nil {
		return err
	}
	if a.found.QuotedNowhere = len(with) == 0; !a.found.QuotedNowhere {
		r.Hits = with
	}
	return nil
}

// eachText calls fn with the words of each hit's memory, in order: its text, rationale and source; "" for one that no longer exists.
func (s *searcher) eachText(ctx context.Context, hits []search.Hit, fn func(text string)) error {
	for len(hits) > 0 {
		part := hits[:min(exactRead, len(hits))]
		hits = hits[len(part):]
		ids := make([]store.ID, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), ids...)
		if err != nil {
			return fault.Storage("read found memories", err)
		}
		for _, m := range many {
			if m == nil {
				fn("")
				continue
			}
			fn(Shown(m) + "\n" + m.Rationale + "\n" + m.Source)
		}
	}
	return nil
}

// readWhole reads memories with their texts, except those that were already read to order the hits.
func (s *searcher) readWhole(ctx context.Context, a *asked, ids []store.ID) ([]*store.Memory, error) {
	out := make([]*store.Memory, len(ids))
	var missing []store.ID
	var places []int
	for i, id := range ids {
		m, known := a.texts[id]
		if out[i] = m; !known {
			missing, places = append(missing, id), append(places, i)
		}
	}
	if len(missing) == 0 {
		return out, nil
	}
	many, err := s.store.Get(ctx, s.without(store.Parts{Content: true}), missing...)
	if err != nil {
		return nil, fault.Storage("read found memories", err)
	}
	for i, place := range places {
		out[place] = many[i]
	}
	return out, nil
}

// liftNamed moves each hit that has more of the identifiers in front of the first one that has fewer, and others of the same kind. The order is otherwise unchanged. It returns what
// this adds to the scores.
func liftNamed(hits []search.Hit, naming []intent.Naming) map[store.ID]float64 {
	lifted := map[store.ID]float64{}
	var out []search.Hit
	placed := make([]bool, len(hits))
	for i := range hits {
		if placed[i] {
			continue
		}
		for j := i + 1; naming[i].Rivals > 0 && j < len(hits); j++ {
			if !placed[j] && naming[j].Has > naming[i].Has {
				placed[j] = true
				h := hits[j]
				if gain := hits[i].Score - h.Score; gain > 0 {
					lifted[h.ID] = gain
					h.Score = hits[i].Score
				}
				out = append(out, h)
			}
		}
		placed[i] = true
		out = append(out, hits[i])
	}
	copy(hits, out)
	return lifted
}
