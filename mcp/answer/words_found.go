package answer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"asterism/engine"
)

// Words lists the hits, one a line, with what a reader needs for the next call. With explain it is empty.
func (f Found) Words() string {
	if f.Weights != nil {
		return ""
	}
	var b strings.Builder
	if q := f.Quoted; q != nil && !q.Found {
		fmt.Fprintf(&b, "No memory has the exact words “%s”; nearest without them.\n", strings.Join(q.Phrases, "” and “"))
	}
	shown := f.Results
	switch {
	case len(f.Results) == 0 && f.filters != "":
		fmt.Fprintf(&b, "Nothing found: none of %s passes %s.\n%s", count(f.unfiltered, "memory", "memories"), f.filters, UnknownWords(f.Unknown))
	case len(f.Results) == 0:
		fmt.Fprintf(&b, "Nothing found among %s%s.\n%s", count(f.Scanned, "memory", "memories"), f.least, UnknownWords(f.Unknown))
	case f.NothingRelevant && !f.all:
		shown = nil
		fmt.Fprintf(&b, "Nothing relevant found among %s; nearest:\n", count(f.Scanned, "memory", "memories"))
		for i := range f.Results[:min(mostNearest, len(f.Results))] {
			h := &f.Results[i]
			fmt.Fprintf(&b, "%s %s\n", named(h.ID), cut(h.text(), nearestRunes))
		}
	case f.allWeak():
		fmt.Fprintf(&b, "%s, all weak, best first (%d of %d):\n", untrustedWords, len(shown), f.Scanned)
	default:
		fmt.Fprintf(&b, "%s, best first%s (%d of %d):\n", untrustedWords, f.chances(), len(f.Results), f.Scanned)
	}
	allWeak, folder := f.allWeak(), folderOf(shown)
	for i := range shown {
		h, chance := &shown[i], ""
		if !allWeak { // otherwise the first line says it for all
			chance = h.relevance()
		}
		fmt.Fprintf(&b, "%s %s · %s%s%s\n", named(h.ID), h.dated(), chance, f.textOf(i, allWeak), h.file(folder)+h.Chain.Words()+h.bounds()+h.SaidOtherwise.otherwise())
	}
	if folder != "" {
		fmt.Fprintf(&b, "Files are in %s\n", folder)
	}
	if len(f.Nowhere) > 0 {
		b.WriteString(NowhereWords(f.Nowhere) + ".\n")
	}
	if f.AsOf != nil {
		fmt.Fprintf(&b, "As of %s.\n", f.AsOf.Format(time.RFC3339))
	}
	if f.LessRelevant > 0 {
		fmt.Fprintf(&b, "%s below min_relevance left out.\n", count(f.LessRelevant, "hit", "hits"))
	}
	if f.Unread != "" {
		fmt.Fprintf(&b, "Note: %s.\n", f.Unread)
	}
	if f.Unjudged != "" {
		fmt.Fprintf(&b, "No relevance: %s.\n", f.Unjudged)
	}
	if n := f.NamedTime; n != nil {
		fmt.Fprintf(&b, "Preferred: %s %s; nothing was filtered out. profile semantic ignores the time.\n", count(n.Memories, "memory", "memories"), n.span())
	}
	if len(f.Meant) > 0 {
		fmt.Fprintf(&b, "Searched for %s as well.\n", strings.Join(f.Meant, ", "))
	}
	for _, l := range f.Linked {
		if !f.NothingRelevant { // otherwise linked memories do not answer either
			fmt.Fprintf(&b, "Linked with %s (%s): %s %s\n", named(l.From), l.Kind, named(l.ID), l.Snippet)
		}
	}
	if f.NextCursor != nil && (!f.NothingRelevant || f.all) && len(f.Results) > 0 && (f.further || len(f.Results) >= engine.MaxTopK) { // otherwise a larger topK shows the next hits
		fmt.Fprintf(&b, "More with cursor %s\n", *f.NextCursor)
	}
	if f.QueryID != nil && len(f.Results) > 0 {
		fmt.Fprintf(&b, "query_id %s\n", engine.ShortID(*f.QueryID))
	}
	return b.String()
}

// What the text shows if no hit is relevant, and of weak hits after the first ones. The structured content has all.
const (
	mostNearest  = 2  // the third is rarely right, and with three each has only about four words, which are too few to understand
	nearestRunes = 45 // the whole answer then has about 50 tokens; ids add or remove four
	wholeWeak    = 3
	weakRunes    = 60  // about twelve words, enough to see the subject
	shortRunes   = 120 // a sentence
)

// textOf returns the shown text of the hit at a place. A weak hit after the first three rarely answers and would cost as much as a good one. So it is shown whole only if it is
// short; otherwise its passage is cut, to a few words if all hits are weak. Whole texts, a minimum relevance and further pages turn this off.
func (f *Found) textOf(place int, allWeak bool) string {
	h := &f.Results[place]
	switch {
	case !h.Weak || place < wholeWeak || f.further || f.all || h.Content != "" || h.Bytes > 0:
		return h.text()
	case allWeak:
		return cut(h.Snippet, weakRunes)
	}
	return cut(h.Snippet, shortRunes)
}

// allWeak reports whether each hit of a first page is weak. A further page is always shown in full.
func (f *Found) allWeak() bool {
	return !f.further && !f.all && len(f.Results) > 0 && !slices.ContainsFunc(f.Results, func(h Hit) bool { return !h.Weak })
}

// chances explains the figures next to the hits, if there are any.
func (f *Found) chances() string {
	if slices.ContainsFunc(f.Results, func(h Hit) bool { return h.Relevance != nil && !h.Weak }) {
		return " with the chance that it answers"
	}
	return ""
}

// relevance returns the chance that a hit answers, or a word if that is small.
func (h *Hit) relevance() string {
	switch {
	case h.Weak:
		return "weak · "
	case h.Relevance != nil:
		return strings.TrimPrefix(fmt.Sprintf("%.2f · ", *h.Relevance), "0")
	}
	return ""
}

// text returns the shown text of a hit: its whole text on request, else the passage.
func (h *Hit) text() string {
	if h.Bytes > 0 {
		return fmt.Sprintf("%s (%d bytes; get_memory has them)", h.Snippet, h.Bytes)
	}
	if h.Content == "" {
		return h.Snippet
	}
	if h.Rationale == "" {
		return h.Content
	}
	return h.Content + "\n  why: " + h.Rationale
}

// span returns the time in words.
func (n *NamedTime) span() string {
	side := func(v string) string {
		if t, err := time.Parse(time.RFC3339, v); err == nil && t.Hour() == 0 && t.Minute() == 0 {
			return day(t)
		}
		return v
	}
	switch {
	case n.After == "":
		return "before " + side(n.Before)
	case n.Before == "":
		return "since " + side(n.After)
	}
	return fmt.Sprintf("from %s to %s", side(n.After), side(n.Before))
}

// NowhereWords says which identifiers of a query none of the best memories contains: the hits contain others.
func NowhereWords(names []string) string {
	return "None of the best hundred memories has " + strings.Join(names, " or ")
}
