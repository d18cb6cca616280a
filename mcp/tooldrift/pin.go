package tooldrift

import (
	"encoding/json"
	"fmt"
	"time"
)

// Pin is what a person has looked at: one server's whole list. A check never changes it.
type Pin struct {
	Format   int       `json:"format"` // pinFormat
	Name     string    `json:"name"`
	Server   Target    `json:"server"`
	Pinned   time.Time `json:"pinned"`
	Accepted time.Time `json:"accepted"` // when List became the baseline
	// Capabilities are those of the client that the list was given to: servers offer more tools to clients that can do more.
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	List         List            `json:"list"`
	Retired      List            `json:"retired"` // tools that were accepted once and are gone, as they last were
}

const pinFormat = 1

// Compare classifies a new list against the baseline. A tool that comes back after its removal was accepted is new, and the report says whether its
// definition is still the old one: so a change cannot be hidden by a removal and a return.
func (p *Pin) Compare(now List) Report {
	r := Classify(p.List, now)
	retired := map[string]string{} // content by name, which is there once, and not in p.List
	for _, was := range p.Retired.Tools {
		retired[was.Name] = was.content
	}
	for _, is := range now.Tools {
		was, left := retired[is.Name]
		if !left {
			continue
		}
		why := Reason{Tool: is.Name, Risk: High, Text: "came back with another content than it had when it was removed"}
		if is.content == was {
			why.Text = "came back as it was when it was removed"
		} else {
			r.Returned = append(r.Returned, is.Name)
		}
		r.Reasons = append(r.Reasons, why)
	}
	return r
}

// accept makes a list the baseline and remembers what is gone.
func (p *Pin) accept(now List, at time.Time) error {
	if now.Incomplete != "" {
		return fmt.Errorf("accept list of %q: it is incomplete, and what is missing would count as removed: %s", p.Name, now.Incomplete)
	}
	there := map[string]bool{}
	for _, t := range now.Tools {
		there[t.Name] = true
	}
	var retired []Tool
	for _, t := range append(append([]Tool{}, p.List.Tools...), p.Retired.Tools...) {
		if !there[t.Name] {
			retired = append(retired, t)
			there[t.Name] = true // the latest of a name counts
		}
	}
	p.Retired, p.List, p.Accepted = List{Tools: retired}, now, at
	return nil
}
