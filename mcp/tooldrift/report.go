package tooldrift

import "encoding/json"

// Kind says what a change costs a cache of the beginning of a prompt. Order matters.
type Kind string

// The kinds, by increasing cost. They are checked in the order identity, remove, append, edit, reorder.
const (
	Identity Kind = "identity" // same names, order and content
	Append   Kind = "append"   // all earlier tools unchanged in their places, new ones at the end
	Edit     Kind = "edit"     // all earlier tools in their places, the content of one or more changed
	Reorder  Kind = "reorder"  // the same set in another order, or additions that are not at the end
	Remove   Kind = "remove"   // an earlier tool is missing, whatever was added
)

// Risk says how much has changed of what was trusted. Order does not matter.
type Risk string

// The risks. A report has the highest of its reasons.
const (
	None   Risk = "none"
	Low    Risk = "low"
	Medium Risk = "medium"
	High   Risk = "high"
)

// above reports whether r is the greater risk.
func (r Risk) above(o Risk) bool { return riskOrder[r] > riskOrder[o] }

var riskOrder = map[Risk]int{None: 0, Low: 1, Medium: 2, High: 3}

// Report has the answers to both questions. Names are in the order of their list. Slices may be empty, never nil.
type Report struct {
	Kind       Kind        `json:"kind"`
	Risk       Risk        `json:"risk"`
	Breaking   bool        `json:"breaking"` // a call that worked before would fail
	Added      []string    `json:"added"`
	Removed    []string    `json:"removed"`
	Edited     []string    `json:"edited"`
	Moved      []string    `json:"moved"`     // the smallest set of tools whose moves explain the new order
	Ambiguous  []string    `json:"ambiguous"` // names that occur more than once in one list
	Unseen     []string    `json:"unseen"`    // missing from an incomplete list, so they may not be removed
	Returned   []string    `json:"returned"`  // added, but different from the tool removed under that name (Pin.Compare)
	Renamed    []Rename    `json:"renamed"`   // a hint: removed and added with the same content
	Reasons    []Reason    `json:"reasons"`
	Edits      []ToolEdit  `json:"edits"`
	Divergence *Divergence `json:"divergence"` // nil if the lists are the same
	Incomplete string      `json:"incomplete,omitempty"`
	Before     Side        `json:"before"`
	After      Side        `json:"after"`
}

// Side describes one of the two lists.
type Side struct {
	Tools  int    `json:"tools"`
	Digest string `json:"digest"` // List.Digest
}

// Rename is a removed tool and an added one with the same content.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Reason is one part of the risk.
type Reason struct {
	Tool     string `json:"tool"`
	Field    string `json:"field,omitempty"`
	Risk     Risk   `json:"risk"`
	Breaking bool   `json:"breaking,omitempty"`
	Text     string `json:"text"`
}

// ToolEdit lists the changes of one tool.
type ToolEdit struct {
	Tool    string   `json:"tool"`
	Index   int      `json:"index"`       // position in the new list, from 0
	Byte    int      `json:"byte_offset"` // of the first difference in the tool's own canonical text
	Changes []Change `json:"changes"`
}

// Change is one differing value. Before or After is null in JSON if the value is missing.
type Change struct {
	Path   string          `json:"path"` // JSON pointer into the definition
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Divergence is where the lists begin to differ: a prefix cache is valid up to there.
type Divergence struct {
	Index int `json:"index"`       // of the first tool that differs, from 0
	Byte  int `json:"byte_offset"` // of the first difference in the canonical JSON array
}
