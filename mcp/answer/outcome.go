package answer

// OutcomeRecorded is what record_outcome answers.
type OutcomeRecorded struct {
	Recorded bool    `json:"recorded"`
	QueryID  *string `json:"query_id"` // null: no question was named
	MemoryID string  `json:"memory_id"`
	Useful   float64 `json:"useful"`
	Accuracy float64 `json:"current_accuracy"` // of all predictions of surprise
	Outcomes int     `json:"outcomes"`         // that taught something: hits judged since the weights of search were last reset, and memories judged by themselves
}
