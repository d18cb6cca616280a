package engine

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/validity"
)

// part says that a question is asked of several engines that are searched as one.
type part struct {
	together search.Together
	at       time.Time // of the question, by the clock of the caller that asks all engines
}

// RecallPart is Recall for one of several engines that are searched as one: the scores are those of one engine with the memories of all. What a single engine has learned
// does not count: the weights are those of the profile, misspelt words are not corrected, and the answer is not kept for outcomes. There is one page, without ranks. [MergeParts]
// merges the answers.
func RecallPart(ctx context.Context, e *Engine, q Question, at time.Time, with search.Together) (*Found, error) {
	q.part = &part{with, at}
	q.TopK = max(q.TopK, contenders) // MergeParts reorders this many
	return e.Recall(ctx, q)
}

// MergeParts merges the answers of several engines to a question that was asked at a time.
func MergeParts(q Question, at time.Time, parts []*Found) *Found {
	out := *parts[0]
	out.Hits, out.Scanned, out.OfTime, out.LessRelevant = nil, 0, 0, 0
	out.NothingRelevant, out.QuotedNowhere, out.Timings = true, true, Timings{}
	out.NamedNowhere = slices.DeleteFunc(slices.Clone(out.NamedNowhere), func(name string) bool {
		return slices.ContainsFunc(parts, func(f *Found) bool { return !slices.Contains(f.NamedNowhere, name) })
	})
	for _, f := range parts {
		out.QuotedNowhere = out.QuotedNowhere && (f.QuotedNowhere || len(f.Hits) == 0)
	}
	for _, f := range parts {
		out.Scanned, out.OfTime, out.LessRelevant = out.Scanned+f.Scanned, out.OfTime+f.OfTime, out.LessRelevant+f.LessRelevant
		out.NothingRelevant = out.NothingRelevant && (f.NothingRelevant || len(f.Hits) == 0)
		out.Timings = out.Timings.beside(f.Timings)
		if f.QuotedNowhere && !out.QuotedNowhere {
			continue // others have the quoted words
		}
		out.Hits = append(out.Hits, f.Hits...)
	}
	out.QuotedNowhere = out.QuotedNowhere && len(out.Quoted) > 0
	slices.SortStableFunc(out.Hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.Memory.ID[:], b.Memory.ID[:]))
	})
	out.newerFirst(q, at)
	out.Hits = out.Hits[:min(q.TopK, len(out.Hits))]
	out.NothingRelevant = out.NothingRelevant && len(out.Hits) > 0
	return &out
}

// newerFirst does for hits of several engines what [searcher.newerFirst] does for those of one.
func (f *Found) newerFirst(q Question, at time.Time) {
	past := (!f.After.IsZero() || !f.Before.IsZero()) && (at.Before(f.After) || !f.Before.IsZero() && !at.Before(f.Before))
	if past || q.Image != "" || f.Way != validity.Newest && f.Way != validity.Oldest {
		return
	}
	now, least := farAsAsked(q.Text)
	var many []*store.Memory
	near := 0
	for _, h := range f.Hits[:min(contenders, len(f.Hits))] {
		if near == len(many) && h.Score >= least*f.Hits[0].Score {
			near++
		}
		many = append(many, saidLast(h.Memory, search.Copy{ID: cmp.Or(h.LastID, h.Memory.ID), Time: h.Last}, at))
	}
	if len(many) < 2 {
		return
	}
	otherwise := map[store.ID]*Candidate{}
	for i, c := range inOrder(f.Hits, many, near, q.Text, now, f.Way == validity.Oldest, func(h *Hit) float64 { return h.Worth }) {
		if c != nil {
			otherwise[many[i].ID] = c
		}
	}
	for i := range f.Hits {
		h := &f.Hits[i]
		h.SaidOtherwise = otherwise[h.Memory.ID]
		if h.clearOlder(nil); h.SaidOtherwise == nil {
			continue
		}
		for k := range f.Hits[:i] { // as judge does for those of one engine
			if newer := &f.Hits[k]; newer.Memory.ID == h.SaidOtherwise.ID && h.Relevance > newer.Relevance {
				newer.Relevance, newer.Weak = h.Relevance, newer.Weak && h.Weak
			}
		}
	}
}

// beside returns the timings of two engines that worked concurrently: the longer of each.
func (t Timings) beside(o Timings) Timings {
	return Timings{max(t.Tokenise, o.Tokenise), max(t.Queue, o.Queue), max(t.Infer, o.Infer), max(t.Measure, o.Measure), max(t.Store, o.Store), max(t.Search, o.Search), max(t.Passages, o.Passages)}
}
