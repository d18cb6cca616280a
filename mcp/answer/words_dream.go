package answer

import (
	"fmt"
	"strings"

	"asterism/engine"
)

// Words describes a dream in some lines. The structured content has what was done to each memory.
func (d Dream) Words() string {
	var b strings.Builder
	switch {
	case d.Undid != nil:
		return d.Undid.words()
	case d.DryRun:
		fmt.Fprintf(&b, "Plan of a dream (%s) of %s; nothing was changed.\n", d.Phase, d.Namespace)
	case d.DreamID == nil:
		fmt.Fprintf(&b, "A dream (%s) of %s changed nothing.\n", d.Phase, d.Namespace)
	default:
		fmt.Fprintf(&b, "Dreamt (%s) of %s; undo %s reverts it.\n", d.Phase, d.Namespace, *d.DreamID)
	}
	if d.Cancelled {
		b.WriteString("It was cancelled before its end.\n")
	}
	fmt.Fprintf(&b, "%d replayed. Links: %d new, %d stronger, %d weaker, %d removed. %s merged, %s.\n", d.Replayed, d.Edges.New, d.Edges.Strengthened, d.Edges.Weakened, d.Edges.Removed,
		count(len(d.Merges), "copy", "copies"), count(len(d.Proposals), "link proposed", "links proposed"))
	b.WriteString(d.leftAlone())
	for _, m := range d.Merges[:min(shownOfDream, len(d.Merges))] {
		fmt.Fprintf(&b, "copy %s of %s %s\n", shortOf(m.PutAway), shortOf(m.Kept), d.Snippets[m.PutAway])
	}
	for _, p := range d.Proposals[:min(shownOfDream, len(d.Proposals))] {
		fmt.Fprintf(&b, "link %s %s – %s %s%s\n", shortOf(p.A), d.Snippets[p.A], shortOf(p.B), d.Snippets[p.B], bothSay(p.Shared))
	}
	if more := max(0, len(d.Merges)-shownOfDream) + max(0, len(d.Proposals)-shownOfDream); more > 0 {
		fmt.Fprintf(&b, "%d more.\n", more)
	}
	if len(d.Proposals) > 0 && !d.DryRun {
		b.WriteString("get_links lists proposed links; decide_link accepts or refuses one.\n")
	}
	return b.String()
}

// bothSay names the words that two memories share, so that a reader sees why a link is proposed.
func bothSay(shared []string) string {
	if len(shared) == 0 {
		return ""
	}
	return fmt.Sprintf(" (both: %s)", strings.Join(shared, ", "))
}

// leftAlone says which copies a dream does not merge, and why.
func (d *Dream) leftAlone() string {
	if d.LeftAlone == 0 {
		return ""
	}
	return fmt.Sprintf("%s not merged, since a dream that merged them was undone or they were restored.\n", count(d.LeftAlone, "copy", "copies"))
}

// shortOf is [named] for an id in text form.
func shortOf(id string) string { return "[" + id[max(0, len(id)-engine.ShortIDDigits):] + "]" }
