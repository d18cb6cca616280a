package answer

import "fmt"

// OutcomeRecorded is what record_outcome answers.
type OutcomeRecorded struct {
	Recorded bool    `json:"recorded"`
	QueryID  *string `json:"query_id"` // null: no query was named
	MemoryID string  `json:"memory_id"`
	Useful   float64 `json:"useful"`
	Accuracy float64 `json:"current_accuracy"` // of all predictions of surprise
	Outcomes int     `json:"outcomes"`         // outcomes that changed something: hits rated since the search weights were last reset, and memories rated without a query
}

// Words says what was recorded, and from how many outcomes search has learned.
func (o OutcomeRecorded) Words() string {
	return fmt.Sprintf("Recorded for %s; %s so far.\n", shortOf(o.MemoryID), count(o.Outcomes, "outcome", "outcomes"))
}

// MetaControlled is the answer of control_meta_learning.
type MetaControlled struct {
	Done   string `json:"done"`             // as requested
	Events int    `json:"events,omitempty"` // removed, by clear
}
