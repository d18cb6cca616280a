package engine

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/search"
)

// MaxDepth is how many hits of a search can be paged through. Search ranks the memories that their codes put in front,
// [search.MaxTopK] of them; who has to look further is helped by a narrower question.
const MaxDepth = 500

// One hit more than a page can show is ranked, to tell whether there is a page behind it.
const _ = uint(search.MaxTopK - (MaxDepth + 1)) // does not compile when it would be more than search gives

// turn readies the question for its page: as the first one, or, with a cursor, as of the moment, within the bounds and about the time of the first. The time
// that the question's words name is read for the first page alone: its cursor keeps it. The error says why the cursor does not continue this question.
func (e *Engine) turn(a *asked) error {
	a.page = e.pageKey(a)
	a.search.TopK = a.question.TopK + 1
	if a.question.Cursor == "" {
		e.readNamedTime(a)
		return nil
	}
	from, err := parsePageCursor(a.question.Cursor)
	if err != nil {
		return err
	}
	if from.question != a.page.question {
		e.weighAsEarlier(a, from)
	}
	if err := from.continues(a); err != nil {
		return err
	}
	if from.named {
		zone := e.cfg.Now().Location()
		a.prefer(inZone(from.after, zone), inZone(from.before, zone))
	} else {
		a.search.Filter.After, a.search.Filter.Before = from.after, from.before
	}
	a.from, a.search.Time = from, from.asked
	a.search.TopK = MaxDepth + 1 // the last hit of the page before may have moved, so it is looked for in all of them
	return nil
}

// rankPage ranks for a page.
func (e *Engine) rankPage(ctx context.Context, a *asked) (*search.Ranking, error) {
	r, err := e.rank(ctx, a)
	if err != nil {
		return nil, err
	}
	return r, a.cut(r)
}

// cut leaves the page's hits in the ranking and sets the cursor of the next page when there is one.
func (a *asked) cut(r *search.Ranking) error {
	all, begin := r.Hits, a.from.begin(r.Hits)
	if begin >= MaxDepth && len(all) > MaxDepth {
		return fault.Invalid("a search shows its first %d hits, and the page behind them was asked for", "narrow the search: more words, tags, a time range, or a higher minSimilarity", MaxDepth)
	}
	end := min(begin+a.question.TopK, MaxDepth, len(all))
	r.Hits = all[begin:max(begin, end)]
	if len(r.Hits) > 0 && end < len(all) {
		f := &a.search.Filter
		next := pageCursor{pageKey: a.page, offset: end, last: all[end-1].ID, asked: a.search.Time, after: f.After, before: f.Before}
		if near := a.search.Near; near.Is() {
			next.after, next.before, next.named = near.From, near.To, true
		}
		a.found.Next = next.String()
	}
	return nil
}

// begin is the place in a ranking where the page begins: behind the last hit of the page before, and where that stood if it is
// gone. No cursor begins at the best hit.
func (c *pageCursor) begin(hits []search.Hit) int {
	if c == nil {
		return 0
	}
	if i := slices.IndexFunc(hits, func(h search.Hit) bool { return h.ID == c.last }); i >= 0 {
		return i + 1
	}
	return min(c.offset-1, len(hits))
}
