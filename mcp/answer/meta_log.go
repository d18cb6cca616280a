package answer

import (
	"time"

	"asterism/engine/metautl"
)

// MetaLog is what get_meta_learning_log answers.
type MetaLog struct {
	Events  []MetaEvent    `json:"events"`      // oldest first, so that a page stays the same while events arrive
	Total   int            `json:"total_count"` // before limit and offset
	More    bool           `json:"has_more"`
	Counts  map[string]int `json:"statistics"` // events of each type in the range of time and the domain
	QueryMs float64        `json:"query_time_ms"`
}

// MetaEvent is something that happened to the weights or the accuracy.
type MetaEvent struct {
	Timestamp *string    `json:"timestamp"`
	Type      string     `json:"event_type"`
	Error     *float64   `json:"prediction_error"` // predicted − actual; null: no single prediction led to it
	Before    LambdaPair `json:"lambda_before"`
	After     LambdaPair `json:"lambda_after"`
	Accuracy  float64    `json:"accuracy_avg"`
	Escalated bool       `json:"escalated"`
	Domain    string     `json:"domain,omitempty"`         // absent: of none
	Space     *int       `json:"embedder_index,omitempty"` // 0 is E1; absent: of no single space
	Stands    uint32     `json:"stands_for,omitempty"`     // events of its hour that it stands for, when more than itself
}

// MetaLogFrom is what get_meta_learning_log says of a page.
func MetaLogFrom(p *metautl.LogPage, took time.Duration) MetaLog {
	v := MetaLog{Events: make([]MetaEvent, 0, len(p.Events)), Total: p.Total, More: p.More, Counts: map[string]int{}, QueryMs: ms(took)}
	for t, n := range p.Counts {
		v.Counts[string(t)] = n
	}
	for i := range p.Events {
		v.Events = append(v.Events, metaEventFrom(&p.Events[i]))
	}
	return v
}

func metaEventFrom(e *metautl.Event) MetaEvent {
	v := MetaEvent{
		Timestamp: Stamp(e.At), Type: string(e.Type), Error: figure(e.Error), Before: lambdasFrom(e.Before), After: lambdasFrom(e.After),
		Accuracy: Round(e.Accuracy, 6), Escalated: e.Escalated, Domain: string(e.Domain),
	}
	if e.Space != metautl.NoSpace {
		v.Space = new(int(e.Space))
	}
	if e.Stands > 1 {
		v.Stands = e.Stands
	}
	return v
}
