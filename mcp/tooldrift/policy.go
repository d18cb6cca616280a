package tooldrift

import "fmt"

// Policy says what a reconnect accepts.
type Policy struct {
	Force  bool // accept reorder and remove too
	Strict bool // accept only identity; overrides Force
}

// Verdict is the decision about a new list.
type Verdict string

// The verdicts.
const (
	Accept Verdict = "accept"
	Warn   Verdict = "warn" // accepted, with warnings to show
	Refuse Verdict = "refuse"
)

// Decision is a verdict with its reasons.
type Decision struct {
	Verdict  Verdict  `json:"verdict"`
	Why      string   `json:"why"`
	Warnings []string `json:"warnings"` // one for each tool; may be empty
}

// Accepted reports whether the new list replaces the old one.
func (d Decision) Accepted() bool { return d.Verdict != Refuse }

// Decide applies a policy to a report. It accepts identity and append; edit with a warning that names each tool and where it differs; reorder and remove only with Force. If
// something is uncertain, such as an incomplete list or a repeated name, it never accepts without a warning, and not at all under Strict.
func Decide(r Report, p Policy) Decision {
	d := Decision{Verdict: Accept, Why: string(r.Kind), Warnings: warnings(r)}
	switch {
	case p.Strict && r.Kind != Identity:
		d.Verdict, d.Why = Refuse, fmt.Sprintf("%s: strict accepts identity alone", r.Kind)
	case p.Strict && r.Incomplete != "":
		d.Verdict, d.Why = Refuse, "strict accepts no incomplete list: "+r.Incomplete
	case (r.Kind == Reorder || r.Kind == Remove) && !p.Force:
		d.Verdict, d.Why = Refuse, fmt.Sprintf("%s: is accepted only with --force", r.Kind)
	case len(d.Warnings) > 0:
		d.Verdict = Warn
	}
	return d
}

func warnings(r Report) []string {
	out := []string{}
	for _, e := range r.Edits {
		out = append(out, fmt.Sprintf("tool %q was edited: it differs from byte %d of its definition, first at %s", e.Tool, e.Byte, e.Changes[0].Path))
	}
	for _, name := range r.Removed {
		out = append(out, fmt.Sprintf("tool %q was removed", name))
	}
	for _, name := range r.Moved {
		out = append(out, fmt.Sprintf("tool %q was moved", name))
	}
	if r.Kind == Reorder && len(r.Moved) == 0 {
		out = append(out, "tools were added before others")
	}
	for _, name := range r.Returned {
		out = append(out, fmt.Sprintf("tool %q came back with another content than it had when it was removed", name))
	}
	for _, name := range r.Ambiguous {
		out = append(out, fmt.Sprintf("name %q is there more than once", name))
	}
	if r.Incomplete != "" {
		out = append(out, "the list is incomplete: "+r.Incomplete)
	}
	return out
}
