package mcp

import (
	"context"
	"time"

	"asterism/engine/metautl"
)

// getMetaLearningLog shows what happened to the weights and the accuracy.
func getMetaLearningLog() *tool {
	return &tool{
		name:        "get_meta_learning_log",
		title:       "Show events of meta-learning",
		description: "What happened to λ and the accuracy of predictions, oldest first: all events of 7 days, then one an hour for 90 days.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"start_time":{"type":"string","description":"ISO 8601, included"},
			"end_time":{"type":"string","description":"ISO 8601, included"},
			"event_type":{"type":"string","enum":["lambda_adjustment","bayesian_escalation","accuracy_alert","accuracy_recovery","weight_clamped","self_healing","human_escalation"]},
			` + domainProperty + `,
			"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},
			"offset":{"type":"integer","minimum":0,"default":0}},
			"additionalProperties":false}`,
		output:  `"events":{"type":"array","items":{"type":"object"}},"total_count":{"type":"integer"},"has_more":{"type":"boolean"},"query_time_ms":{"type":"number"}`,
		always:  []string{"events", "total_count", "has_more", "query_time_ms"},
		prepare: prepareMetaLog,
	}
}

const (
	defaultEvents = 100
	// mostOffset is the largest whole number that every JSON reader keeps exactly.
	mostOffset = 1<<53 - 1
)

func prepareMetaLog(a *arguments) job {
	q := metautl.Query{
		From: a.isoTime("start_time"), To: a.isoTime("end_time"),
		Type: a.eventType("event_type"), Domain: a.domain("domain"),
		Limit: a.integer("limit", 1, metautl.MaxLimit, defaultEvents), Offset: a.integer("offset", 0, mostOffset, 0),
	}
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		start := time.Now()
		page, err := e.MetaLog(ctx, q)
		if err != nil {
			return nil, err
		}
		return &outcome{payload: metaLogFrom(page, time.Since(start))}, nil
	}
}

// MetaLog is what get_meta_learning_log answers.
type MetaLog struct {
	Events  []MetaEvent `json:"events"`      // oldest first, so that a page stays the same while events arrive
	Total   int         `json:"total_count"` // before limit and offset
	More    bool        `json:"has_more"`
	QueryMs float64     `json:"query_time_ms"`
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

func metaLogFrom(p *metautl.LogPage, took time.Duration) MetaLog {
	v := MetaLog{Events: make([]MetaEvent, 0, len(p.Events)), Total: p.Total, More: p.More, QueryMs: ms(took)}
	for i := range p.Events {
		v.Events = append(v.Events, metaEventFrom(&p.Events[i]))
	}
	return v
}

func metaEventFrom(e *metautl.Event) MetaEvent {
	v := MetaEvent{
		Timestamp: stamp(e.At), Type: string(e.Type), Error: figure(e.Error), Before: lambdasFrom(e.Before), After: lambdasFrom(e.After),
		Accuracy: round(e.Accuracy, 6), Escalated: e.Escalated, Domain: string(e.Domain),
	}
	if e.Space != metautl.NoSpace {
		v.Space = new(int(e.Space))
	}
	if e.Stands > 1 {
		v.Stands = e.Stands
	}
	return v
}
