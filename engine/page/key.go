package page

import (
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/search"
)

// Depth is how many hits of a search can be paged through. Search ranks the memories that their codes put in front,
// [search.MaxTopK] of them; who has to look further is helped by a narrower question.
const Depth = 500

// One hit more than a page can show is ranked, to tell whether there is a page behind it.
const _ = uint(search.MaxTopK - (Depth + 1)) // does not compile when it would be more than search gives

// Key is what the pages of one search have in common: short hashes, enough to notice a mix-up.
type Key struct {
	Store    [4]byte
	Question [8]byte // all that decides the ranking but times, which the cursor holds themselves
}

// Continues says why a cursor, written as text, does not go on with a question of that key, if it does not. Bounds that are given again must be the same;
// those left out are the cursor's.
func (c *Cursor) Continues(of Key, text string, after, before time.Time) error {
	if c.Store != of.Store {
		return fault.Invalid("cursor %.12q is of another store", "start without a cursor", text)
	}
	const same = "give the query, filters, profile, spaces, direction, minSimilarity, min_alignment, as_of, include_superseded, fold and exact of the page before, or start without a cursor; learned weights are kept until they have been learned again twice"
	if c.Question != of.Question {
		return fault.Invalid("cursor %.12q is of another question", same, text)
	}
	if after.IsZero() && before.IsZero() {
		return nil
	}
	if c.Named || !after.Equal(c.After) || !before.Equal(c.Before) {
		return fault.Invalid("cursor %.12q is of a question with other time bounds", same, text)
	}
	return nil
}

// Begin is the place in a ranking where the page begins: behind the last hit of the page before, and where that stood if it is
// gone. No cursor begins at the best hit.
func (c *Cursor) Begin(hits []search.Hit) int {
	if c == nil {
		return 0
	}
	if i := slices.IndexFunc(hits, func(h search.Hit) bool { return h.ID == c.Last }); i >= 0 {
		return i + 1
	}
	return min(c.Offset-1, len(hits))
}
