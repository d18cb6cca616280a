package answer

import (
	"fmt"
	"slices"
	"strings"

	"asterism/mcp/tooldrift"
)

// ToolDrift says what a change of a server's tools means.
type ToolDrift struct {
	Drift     bool               `json:"drift"`
	Report    tooldrift.Report   `json:"report"`
	Decision  tooldrift.Decision `json:"decision"`  // for a reconnect without --force and --strict
	Untrusted bool               `json:"untrusted"` // the descriptions of tools come from their server
}

// ToolDriftFrom converts a report to the answer of classify_tool_drift.
func ToolDriftFrom(r tooldrift.Report) ToolDrift {
	return ToolDrift{r.Kind != tooldrift.Identity, r, tooldrift.Decide(r, tooldrift.Policy{}), true}
}

// ServerDrift is what check_server_drift answers.
type ServerDrift struct {
	Name     string  `json:"name"`
	Status   string  `json:"status"` // clean, drift; unknown: no drift was seen, but the list was incomplete
	Pinned   *string `json:"pinned_at"`
	Accepted *string `json:"accepted_at"`     // when the compared list became the baseline
	Noise    string  `json:"noise,omitempty"` // what the server printed besides messages
	ToolDrift
}

// ServerDriftFrom converts a checked server to the answer of check_server_drift.
func ServerDriftFrom(c *tooldrift.Checked) ServerDrift {
	v := ServerDrift{Name: c.Pin.Name, Status: "clean", Pinned: Stamp(c.Pin.Pinned), Accepted: Stamp(c.Pin.Accepted), Noise: c.Now.Noise, ToolDrift: ToolDriftFrom(c.Report)}
	switch {
	case c.Drifted():
		v.Status = "drift"
	case c.Unknown():
		v.Status = "unknown"
	}
	return v
}

// shownReasons is how many reasons, warnings and names the text contains. An untrusted server chose the names, so each has at most reasonText characters.
const (
	shownReasons = 5
	reasonText   = 120
)

// Words says whether the tools have changed, the risk, and what a reconnect would do.
func (d ToolDrift) Words() string { return d.changed() }

func (d *ToolDrift) changed() string {
	var b strings.Builder
	r := &d.Report
	if d.Drift {
		fmt.Fprintf(&b, "The tools changed: %s, risk %s", r.Kind, r.Risk)
		if r.Breaking {
			b.WriteString(", calls that worked before would fail")
		}
		b.WriteString(".\n")
	} else if r.Incomplete == "" && len(r.Unseen) == 0 {
		b.WriteString("The tools are the same.\n")
	} else {
		b.WriteString("No change was seen, but part of the list could not be compared.\n")
	}
	b.WriteString(listed("Untrusted text from the server:\n", grave(r)))
	if d.Decision.Verdict != tooldrift.Accept {
		fmt.Fprintf(&b, "A reconnect would %s: %s\n", d.Decision.Verdict, ended(cut(d.Decision.Why, reasonText)))
	}
	if r.Incomplete != "" {
		fmt.Fprintf(&b, "The list is incomplete: %s\n", ended(cut(r.Incomplete, reasonText)))
	}
	b.WriteString(listed("Listed twice, in the server's words:\n", quoted(r.Ambiguous)))
	b.WriteString(listed("Removed and then added again with other content, in the server's words:\n", quoted(r.Returned)))
	return b.String()
}

// quoted returns names from an untrusted source in quotes.
func quoted(names []string) (out []string) {
	for _, name := range names {
		out = append(out, fmt.Sprintf("%q", name))
	}
	return out
}

// grave returns the reasons of the risk, the most severe first, and then the tools that were added or removed without one.
func grave(r *tooldrift.Report) (out []string) {
	reasons := slices.Clone(r.Reasons)
	rank := func(x tooldrift.Reason) int {
		if x.Breaking {
			return -1
		}
		return slices.Index([]tooldrift.Risk{tooldrift.High, tooldrift.Medium, tooldrift.Low, tooldrift.None}, x.Risk)
	}
	slices.SortStableFunc(reasons, func(a, b tooldrift.Reason) int { return rank(a) - rank(b) })
	told := map[string]bool{}
	for _, x := range reasons {
		told[x.Tool] = true
		out = append(out, fmt.Sprintf("%q: %s (%s)", x.Tool, x.Text, x.Risk))
	}
	for _, list := range []struct {
		verb  string
		names []string
	}{{"removed", r.Removed}, {"not seen", r.Unseen}, {"added", r.Added}} {
		for _, name := range list.names {
			if !told[name] {
				out = append(out, fmt.Sprintf("%s %q", list.verb, name))
			}
		}
	}
	return out
}

// listed returns the first lines under a heading, and how many more there are; empty if there are none.
func listed(head string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(head)
	for _, line := range lines[:min(shownReasons, len(lines))] {
		b.WriteString("- " + cut(line, reasonText) + "\n")
	}
	if more := len(lines) - shownReasons; more > 0 {
		fmt.Fprintf(&b, "- %d more\n", more)
	}
	return b.String()
}

// Words says whether a pinned server has changed.
func (s ServerDrift) Words() string {
	var b strings.Builder
	switch s.Status {
	case "unknown":
		b.WriteString("Whether the server has drifted is not known.\n")
	case "clean":
		fmt.Fprintf(&b, "Clean: the list is as it was accepted %s.\n", minute(s.Accepted))
		if s.Decision.Verdict == tooldrift.Accept {
			return b.String() + s.noise()
		}
	}
	return b.String() + s.changed() + s.noise()
}

// noise reports that the server printed text that is not a message.
func (s *ServerDrift) noise() string {
	if s.Noise == "" {
		return ""
	}
	return "The server also printed text that is no message: " + ended(cut(s.Noise, reasonText)) + "\n"
}
