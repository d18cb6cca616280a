package answer

import (
	"fmt"
	"strings"

	"asterism/engine/drift"
)

// shownInWords is how many measurements of a history the text contains.
const shownInWords = 5

// referenceName returns a reference type in words.
func referenceName(kind string) string {
	switch drift.ReferenceType(kind) {
	case drift.ToNorthStar:
		return "North Star"
	case drift.ToCentroid:
		return "centre of the memories"
	}
	return kind
}

// isGoal reports whether a reference type is that of a goal.
func isGoal(kind string) bool {
	k := drift.ReferenceType(kind)
	return k == drift.ToGoal || k == drift.ToNorthStar
}

// Words describes a measurement of drift in some lines, and on request the newest of its history.
func (d Drift) Words() string {
	var b strings.Builder
	if t := d.TooFew; t != nil {
		fmt.Fprintf(&b, "Too few memories to judge drift from the %s: %s of %d needed. Similarity %.2f.%s\n", referenceName(d.ReferenceType), count(t.Memories, "memory", "memories"), t.Needed, d.Overall.Similarity, d.longer(" A longer timeframe may have more."))
		b.WriteString(d.leftOut())
		return b.String()
	}
	fmt.Fprintf(&b, "Drift from the %s: %s, similarity %.2f over %s.\n", referenceName(d.ReferenceType), d.Overall.Level, d.Overall.Similarity, count(d.AnalyzedCount, "memory", "memories"))
	b.WriteString(d.leftOut())
	if len(d.Strays) > 0 {
		b.WriteString("Straying most, with similarity:\n")
	}
	for _, stray := range d.Strays {
		fmt.Fprintf(&b, "%s %.2f · %s\n", named(stray.ID), stray.Similarity, stray.Snippet)
	}
	if len(d.MostDrifted) > 0 {
		var spaces []string
		for _, m := range d.MostDrifted[:min(shownSpaces, len(d.MostDrifted))] {
			spaces = append(spaces, fmt.Sprintf("%s %.2f (%s)", m.Embedder, m.Similarity, m.Level))
		}
		fmt.Fprintf(&b, "Least similar in %s.\n", strings.Join(spaces, ", "))
	}
	if h := d.Overall.Since; d.Overall.HasDrifted && h != nil && h.Before == nil && isGoal(d.ReferenceType) {
		b.WriteString("No earlier measurement was closer: the memories may be about more than the goal. Set a broader goal, or goals below it.\n")
	}
	if d.Trend == nil && d.TrendNote != "" {
		fmt.Fprintf(&b, "No trend: %s.\n", withoutAside(d.TrendNote))
	}
	if d.Trend != nil {
		fmt.Fprintf(&b, "Trend: %s.\n", d.Trend.Direction)
	}
	b.WriteString(d.earlier())
	return b.String()
}

// leftOut says how many memories are not in the measurement, and why.
func (d *Drift) leftOut() string {
	if d.Unread == 0 {
		return ""
	}
	return fmt.Sprintf("%s left out: the models do not read their language, or the goal's.\n", count(d.Unread, "memory", "memories"))
}

// longer returns the advice to use a longer timeframe, if there is one.
func (d *Drift) longer(words string) string {
	if d.Timeframe == nil || *d.Timeframe == drift.All {
		return ""
	}
	return words
}

// shownSpaces is how many spaces the text of a measurement names; the structured content has all.
const shownSpaces = 3

// withoutAside returns a note without its parenthesis.
func withoutAside(note string) string {
	before, rest, found := strings.Cut(note, " (")
	if _, after, closed := strings.Cut(rest, ")"); found && closed {
		return before + after
	}
	return note
}

// earlier lists the newest measurements before this one, which is the last of the history, oldest first, and says how many there are.
func (d Drift) earlier() string {
	if len(d.History) == 0 || d.HistoryTotal == nil {
		return ""
	}
	before, total := d.History, *d.HistoryTotal
	if last := before[len(before)-1]; last.Timestamp != nil && d.Timestamp != nil && *last.Timestamp == *d.Timestamp {
		before, total = before[:len(before)-1], total-1
	}
	if len(before) == 0 {
		return "Not measured before.\n"
	}
	shown := before[max(0, len(before)-shownInWords):]
	out := fmt.Sprintf("Measured before (newest %d of %d):", len(shown), total)
	for _, e := range shown {
		at := "?"
		if e.Timestamp != nil {
			at, _, _ = strings.Cut(*e.Timestamp, "T")
		}
		level := e.DriftLevel
		if e.TooFew {
			level = "(too few memories)"
		}
		out += fmt.Sprintf(" %s %.2f %s;", at, e.OverallSimilarity, level)
	}
	return strings.TrimSuffix(out, ";") + ".\n"
}
