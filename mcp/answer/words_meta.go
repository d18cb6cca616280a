package answer

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"asterism/engine/metautl"
)

// words returns both weights.
func (l LambdaPair) words() string { return fmt.Sprintf("%.2f/%.2f", l.S, l.C) }

// Words says whether learning works, and what it needs from a person.
func (s MetaStatus) Words() string {
	var b strings.Builder
	if s.Enabled {
		b.WriteString("Meta-learning is on")
	} else {
		b.WriteString("Meta-learning is off")
	}
	if s.predicted > 0 {
		fmt.Fprintf(&b, ": %.0f %% of surprise predicted", 100*s.Accuracy)
	} else {
		b.WriteString(": nothing was predicted yet")
	}
	if s.LowCycles > 0 {
		fmt.Fprintf(&b, ", low %s in a row", count(s.LowCycles, "cycle", "cycles"))
	}
	fmt.Fprintf(&b, ".\nλ %s", s.Current.words())
	if s.Current != s.Base {
		fmt.Fprintf(&b, ", base %s", s.Base.words())
	}
	if s.Adjustments > 0 {
		fmt.Fprintf(&b, ", adjusted %s, last %s", count(int(s.Adjustments), "time", "times"), date(s.LastAdjustment))
	}
	b.WriteString(".\n" + escalationWords(s.Escalation))
	var used []string
	for _, share := range []struct {
		when string
		of   HelpedShare
	}{{"before", s.Helped.Before}, {"after", s.Helped.After}} {
		if share.of.Searches > 0 {
			used = append(used, fmt.Sprintf("%d of %d %s learning", share.of.Used, share.of.Searches, share.when))
		}
	}
	if len(used) > 0 {
		fmt.Fprintf(&b, "First hit used: %s.\n", strings.Join(used, ", "))
	}
	return b.String() + s.Settings.words() + s.asked()
}

// escalationWords says that learning has escalated; empty if it has not.
func escalationWords(status string) string {
	switch metautl.EscalationStatus(status) {
	case metautl.NotEscalated, "":
		return ""
	case metautl.HumanRequired:
		return "A person must look: `asterism meta log`, then `asterism meta acknowledge`.\n"
	}
	return fmt.Sprintf("Escalated: %s.\n", status)
}

// words lists the settings that differ from the specification.
func (s Settings) words() string {
	if len(s) == 0 {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(s)) {
		all = append(all, fmt.Sprintf("%s %g", name, s[name]))
	}
	return "Changed from the default: " + strings.Join(all, ", ") + ".\n"
}

// shownCycles is how many of the last cycles the text contains.
const shownCycles = 10

// asked returns the parts that a caller requested in addition.
func (s *MetaStatus) asked() string {
	out := ""
	if s.History != nil {
		h := *s.History
		out += "Prediction accuracy of the last cycles:"
		for _, v := range h[max(0, len(h)-shownCycles):] {
			out += fmt.Sprintf(" %.2f", v)
		}
		if len(h) == 0 {
			out += " none"
		}
		out += ".\n"
	}
	if s.Spaces != nil {
		var of []string
		for i, v := range s.Spaces {
			if i < len(s.Predictions) && s.Predictions[i] > 0 {
				of = append(of, fmt.Sprintf("E%d %.2f", i+1, v))
			}
		}
		if len(of) == 0 {
			of = []string{"none"}
		}
		out += "Prediction accuracy by space: " + strings.Join(of, ", ") + ".\n"
	}
	return out
}
