package tools

import (
	"context"
	"time"

	"asterism/mcp/answer"
	"asterism/mcp/arguments"
)

// getMetaLearningStatus shows how well the engine predicts, and the weights λ.
func getMetaLearningStatus() *Tool {
	return &Tool{
		Name:        "get_meta_learning_status",
		Title:       "Show how well is predicted",
		Description: "How well surprise and usefulness are predicted, and the weights λ of the learning score.",
		Hints:       Hints{ReadOnly: true, Idempotent: true},
		Input: `{"type":"object","properties":{
			"include_accuracy_history":{"type":"boolean"},
			"include_embedder_breakdown":{"type":"boolean"}},
			"additionalProperties":false}`,
		Output: `"enabled":{"type":"boolean"},"current_accuracy":{"type":"number"},"consecutive_low_count":{"type":"integer"},"current_lambdas":{"type":"object"},"base_lambdas":{"type":"object"},"lambda_deviation":{"type":"object"},"escalation_status":{"enum":["none","bayesian","human_required"]},
			"adjustment_count":{"type":"integer"},"recent_events_count":{"type":"integer"},"first_hit_used":{"type":"object"},"last_adjustment_at":{"anyOf":[{"type":"string"},{"type":"null"}]},"accuracy_history":{"type":"array","items":{"type":"number"}},"embedder_accuracy":{"type":"array","items":{"type":"number"}},"embedder_predictions":{"type":"array","items":{"type":"integer"}}`,
		Always: []string{"enabled", "current_accuracy", "consecutive_low_count", "current_lambdas", "base_lambdas", "lambda_deviation", "escalation_status",
			"adjustment_count", "recent_events_count", "last_adjustment_at", "first_hit_used"},
		Prepare: prepareMetaStatus,
	}
}

func prepareMetaStatus(a *arguments.Given) Job {
	history, spaces := a.Flag("include_accuracy_history", false), a.Flag("include_embedder_breakdown", false)
	return func(ctx context.Context, e *Engine, _ time.Time) (*Outcome, error) {
		s, err := e.MetaStatus(ctx)
		if err != nil {
			return nil, err
		}
		v := answer.MetaStatusFrom(s)
		if history {
			v.History = new(answer.Rounded(s.History))
			v.Helped.Days = answer.DaysFrom(&s.Helped)
		}
		if spaces {
			v.Spaces, v.Predictions = answer.Rounded(s.Spaces[:]), s.Predictions[:]
		}
		return &Outcome{Payload: v}, nil
	}
}
