package page

import (
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/search"
)

// Depth is how many hits of a search can be paged through. Search ranks the memories with the best estimates,
// [search.MaxTopK] of them; for more, a narrower question is better.
const Depth = 500

// One hit more than a page can show is ranked, to know whether there is another page.
const _ = uint(search.MaxTopK - (Depth + 1)) // does not compile if it were more than a search returns

// Key is what the pages of one search have in common: short hashes, enough to detect a mix-up.
type Key struct {
	Store    [4]byte
	Question [8]byte // everything that decides the ranking except times, which are in the cursor
}

// Continues returns why a cursor, in text form, does not continue a question with that key, or nil. Bounds that are given again must be the same; missing
// ones are taken from the cursor.
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

// Begin returns the index in a ranking where the page begins: after the last hit of the previous page, or at its earlier place
// if it is gone. Without a cursor it is the best hit.
func (c *Cursor) Begin(hits []search.Hit) int {
	if c == nil {
		return 0
	}
	if i := slices.IndexFunc(hits, func(h search.Hit) bool { return h.ID == c.Last }); i >= 0 {
		return i + 1
	}
	return min(c.Offset-1, len(hits))
}
