package tools

import (
	"context"
	"time"

	"asterism/engine/metautl"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getMetaLearningLog shows changes of the weights and the accuracy.
func getMetaLearningLog() *Tool {
	return &Tool{
		Name:        "get_meta_learning_log",
		Title:       "Show events of meta-learning",
		Description: "What happened to λ and the accuracy of predictions, oldest first: all events of 7 days, then one an hour for 90 days.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"start_time":{"type":"string","description":"ISO 8601, included"},
			"end_time":{"type":"string","description":"ISO 8601, included"},
			"event_type":{"type":"string","enum":["lambda_adjustment","bayesian_escalation","accuracy_alert","accuracy_recovery","weight_clamped","self_healing","human_escalation"]},
			` + domainProperty + `,
			"limit":{"type":"integer","minimum":1,"maximum":1000,"default":100},
			"offset":{"type":"integer","minimum":0,"default":0}},
			"additionalProperties":false}`,
		Output:  `"events":{"type":"array","items":{"type":"object"}},"total_count":{"type":"integer"},"has_more":{"type":"boolean"},"statistics":{"type":"object"},"query_time_ms":{"type":"number"}`,
		Always:  []string{"events", "total_count", "has_more", "statistics", "query_time_ms"},
		Prepare: prepareMetaLog,
	}
}

const (
	defaultEvents = 100
	// mostOffset is the largest whole number that every JSON reader represents exactly.
	mostOffset = 1<<53 - 1
)

func prepareMetaLog(a *arguments.Given) Job {
	q := metautl.Query{
		From: isoTime(a, "start_time"), To: isoTime(a, "end_time"),
		Type: eventType(a, "event_type"), Domain: domain(a, "domain"),
		Limit: a.Integer("limit", 1, metautl.MaxLimit, defaultEvents), Offset: a.Integer("offset", 0, mostOffset, 0),
	}
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		start := time.Now()
		page, err := e.MetaLog(ctx, q)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.MetaLogFrom(page, q.Offset, time.Since(start))}, nil
	}
}
