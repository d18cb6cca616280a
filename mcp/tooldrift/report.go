package tooldrift

import "encoding/json"

// Kind says what a change costs a cache that keeps the front of a prompt. Order matters.
type Kind string

// The kinds, from cheap to dear. Identity, remove, append, edit, reorder is the order in which they are decided.
const (
	Identity Kind = "identity" // same names, order and content
	Append   Kind = "append"   // every earlier tool unchanged in its place, new ones at the end
	Edit     Kind = "edit"     // every earlier tool in its place, the content of one or more changed
	Reorder  Kind = "reorder"  // the same set in another order, or additions that are not at the end
	Remove   Kind = "remove"   // an earlier tool is missing, whatever was added
)

// Risk says how much of what was trusted is different now. Order does not matter.
type Risk string

// The risks. A report has the highest of its reasons.
const (
	None   Risk = "none"
	Low    Risk = "low"
	Medium Risk = "medium"
	High   Risk = "high"
)

// above tells whether r is the greater risk.
func (r Risk) above(o Risk) bool { return riskOrder[r] > riskOrder[o] }

var riskOrder = map[Risk]int{None: 0, Low: 1, Medium: 2, High: 3}

// Report is the answer to both questions. Names keep the order of their list; slices are empty, never nil.
type Report struct {
	Kind       Kind        `json:"kind"`
	Risk       Risk        `json:"risk"`
	Breaking   bool        `json:"breaking"` // a call that worked before would fail
	Added      []string    `json:"added"`
	Removed    []string    `json:"removed"`
	Edited     []string    `json:"edited"`
	Moved      []string    `json:"moved"`     // the fewest tools whose moving explains the new order
	Ambiguous  []string    `json:"ambiguous"` // names that one list has more than once
	Unseen     []string    `json:"unseen"`    // missing from an incomplete list, so not known to be removed
	Returned   []string    `json:"returned"`  // added, but another thing than was removed under that name (Pin.Compare)
	Renamed    []Rename    `json:"renamed"`   // a hint: removed and added with the same content
	Reasons    []Reason    `json:"reasons"`
	Edits      []ToolEdit  `json:"edits"`
	Divergence *Divergence `json:"divergence"` // nil when the lists are the same
	Incomplete string      `json:"incomplete,omitempty"`
	Before     Side        `json:"before"`
	After      Side        `json:"after"`
}

// Side names one of the two lists.
type Side struct {
	Tools  int    `json:"tools"`
	Digest string `json:"digest"` // List.Digest
}

// Rename is a tool that left and another that came with the same content.
type Rename struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Reason is one thing that makes up the risk.
type Reason struct {
	Tool     string `json:"tool"`
	Field    string `json:"field,omitempty"`
	Risk     Risk   `json:"risk"`
	Breaking bool   `json:"breaking,omitempty"`
	Text     string `json:"text"`
}

// ToolEdit is what changed in one tool.
type ToolEdit struct {
	Tool    string   `json:"tool"`
	Index   int      `json:"index"`       // place in the new list, from 0
	Byte    int      `json:"byte_offset"` // of the first difference in the tool's own canonical text
	Changes []Change `json:"changes"`
}

// Change is one value that differs. Before or After is null in JSON when the value is not there.
type Change struct {
	Path   string          `json:"path"` // JSON pointer into the definition
	Before json.RawMessage `json:"before"`
	After  json.RawMessage `json:"after"`
}

// Divergence is where the lists stop being the same: what a prefix cache still keeps.
type Divergence struct {
	Index int `json:"index"`       // of the first tool that differs, from 0
	Byte  int `json:"byte_offset"` // of the first difference in the canonical JSON array
}
