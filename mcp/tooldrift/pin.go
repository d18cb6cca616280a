package tooldrift

import (
	"encoding/json"
	"fmt"
	"time"
)

// Pin is one server's whole list, as a person has reviewed it. A check never changes it.
type Pin struct {
	Format   int       `json:"format"` // pinFormat
	Name     string    `json:"name"`
	Server   Target    `json:"server"`
	Pinned   time.Time `json:"pinned"`
	Accepted time.Time `json:"accepted"` // when List became the baseline
	// Capabilities are those of the client that got the list: servers offer more tools to clients with more capabilities.
	Capabilities json.RawMessage `json:"capabilities,omitempty"`
	List         List            `json:"list"`
	Retired      List            `json:"retired"` // tools that were accepted once and are gone, in their last version
}

const pinFormat = 1

// Compare classifies a new list against the baseline. A tool that returns after its accepted removal is new, and the report says whether its definition is still the same. So a
// change cannot be hidden by a removal and a return.
func (p *Pin) Compare(now List) Report {
	r := Classify(p.List, now)
	retired := map[string]string{} // content by name; each name is there once, and not in p.List
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

// accept makes a list the baseline and remembers removed tools.
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
			there[t.Name] = true // the last one of a name counts
		}
	}
	p.Retired, p.List, p.Accepted = List{Tools: retired}, now, at
	return nil
}
