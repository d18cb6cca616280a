package answer

import (
	"fmt"
	"strings"

	"asterism/engine/drift"
	"asterism/engine/metautl"
)

// Words describes the state in some lines, and says what to do about it.
func (s Status) Words() string {
	var b strings.Builder
	b.WriteString(s.held())
	if n := s.NorthStar; n != nil {
		fmt.Fprintf(&b, "North Star %s: %s", shortOf(n.ID), unended(cut(n.Description, goalAlone)))
		if below := len(s.Goals) - 1; below > 0 {
			fmt.Fprintf(&b, ", %s below it", count(below, "goal", "goals"))
		}
		b.WriteString(".\n")
	}
	if d := s.Drift; d != nil {
		fmt.Fprintf(&b, "Drift %s, similarity %.2f (%s).\n", d.level(), d.OverallSimilarity, date(d.Timestamp))
		if s.Trend != nil && s.Trend.Direction != string(drift.Stable) {
			b.WriteString(trendWords(s.Trend, ""))
		}
	}
	b.WriteString(s.inMind())
	if e := s.Learning.Escalation; e != string(metautl.HumanRequired) { // that status is among the recommendations
		b.WriteString(escalationWords(e))
	}
	b.WriteString(s.Learning.Settings.words())
	b.WriteString(s.measured())
	if len(s.Unreadable) > 0 { // the recommendations say which parts, and why
		b.WriteString("Parts that could not be read are missing above.\n")
	}
	for _, r := range s.Recommendations {
		b.WriteString("- " + r + "\n")
	}
	return b.String()
}

// held returns the size of the store.
func (s *Status) held() string {
	if s.Store == nil {
		return fmt.Sprintf("%s, %s.\n", count(s.Alignment.Memories, "memory", "memories"), s.Learning.Lifecycle)
	}
	out := count(s.Store.Memories, "memory", "memories")
	if s.Store.Forgotten > 0 {
		out += fmt.Sprintf(" and %d forgotten", s.Store.Forgotten)
	}
	if other := s.Store.AllMemories - s.Store.Memories; other > 0 {
		out += fmt.Sprintf(", %d in other namespaces", other)
	}
	return fmt.Sprintf("%s; %s.\n", out, s.Learning.Lifecycle)
}

// inMind describes the workspace, and when the last dream ran.
func (s *Status) inMind() string {
	var parts []string
	if w := s.Workspace; w != nil && w.Members > 0 {
		parts = append(parts, fmt.Sprintf("%s in mind (%s)", count(w.Members, "memory", "memories"), w.State))
	}
	switch {
	case s.Dreams.Dreaming:
		parts = append(parts, "dreaming now")
	case s.Dreams.Last != nil:
		parts = append(parts, "last dream "+date(s.Dreams.Last))
	}
	if len(parts) == 0 {
		return ""
	}
	return capital(strings.Join(parts, "; ")) + ".\n"
}

// measured lists the newest measurements, if requested.
func (s *Status) measured() string {
	if s.HistoryTotal == nil {
		return ""
	}
	if len(s.History) == 0 {
		return "Drift was never measured.\n"
	}
	shown := s.History[max(0, len(s.History)-shownMeasurements):]
	out := fmt.Sprintf("Drift, newest %d of %d:\n", len(shown), *s.HistoryTotal)
	for i := range shown {
		out += shown[i].line()
	}
	return out
}
