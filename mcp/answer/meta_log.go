package answer

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine/metautl"
)

// MetaLog is what get_meta_learning_log answers.
type MetaLog struct {
	Events  []MetaEvent    `json:"events"`      // oldest first, so that a page does not change while events arrive
	Total   int            `json:"total_count"` // before limit and offset
	More    bool           `json:"has_more"`
	Counts  map[string]int `json:"statistics"` // number of events of each type, within the time range and the domain
	QueryMs float64        `json:"query_time_ms"`

	offset int // of the first event of the page
}

// MetaEvent is a change of the weights or the accuracy.
type MetaEvent struct {
	Timestamp *string    `json:"timestamp"`
	Type      string     `json:"event_type"`
	Error     *float64   `json:"prediction_error"` // predicted − actual; null: not caused by a single prediction
	Before    LambdaPair `json:"lambda_before"`
	After     LambdaPair `json:"lambda_after"`
	Accuracy  float64    `json:"accuracy_avg"`
	Escalated bool       `json:"escalated"`
	Domain    string     `json:"domain,omitempty"`         // absent: no domain
	Space     *int       `json:"embedder_index,omitempty"` // 0 is E1; absent: not about a single space
	Stands    uint32     `json:"stands_for,omitempty"`     // number of events of its hour that it represents, if more than one
}

// MetaLogFrom converts a page from an offset on to the answer of get_meta_learning_log.
func MetaLogFrom(p *metautl.LogPage, offset int, took time.Duration) MetaLog {
	v := MetaLog{Events: make([]MetaEvent, 0, len(p.Events)), Total: p.Total, More: p.More, Counts: map[string]int{}, QueryMs: ms(took), offset: offset}
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

// shownEvents is how many events of a page the text contains.
const shownEvents = 20

// Words returns the first events of the page, one a line.
func (l MetaLog) Words() string {
	if len(l.Events) == 0 {
		return fmt.Sprintf("No events here, %d in all.\n", l.Total)
	}
	var b strings.Builder
	shown := l.Events[:min(shownEvents, len(l.Events))]
	fmt.Fprintf(&b, "%s from offset %d, of %d, oldest first:\n", count(len(shown), "event", "events"), l.offset, l.Total)
	for i := range shown {
		b.WriteString(shown[i].line())
	}
	if end := l.offset + len(shown); end < l.Total {
		fmt.Fprintf(&b, "More with offset %d.\n", end)
	}
	return b.String()
}

// line returns an event as a line.
func (e *MetaEvent) line() string {
	out := fmt.Sprintf("%s %s", minute(e.Timestamp), strings.ReplaceAll(e.Type, "_", " "))
	if e.Before != e.After {
		out += fmt.Sprintf(" λ %s → %s", e.Before.words(), e.After.words())
	}
	out += fmt.Sprintf(", accuracy %.2f", e.Accuracy)
	if e.Domain != "" {
		out += ", " + e.Domain
	}
	if e.Space != nil {
		out += fmt.Sprintf(", E%d", *e.Space+1)
	}
	if e.Escalated {
		out += ", escalated"
	}
	if e.Stands > 1 {
		out += fmt.Sprintf(", one of %d", e.Stands)
	}
	return out + "\n"
}
