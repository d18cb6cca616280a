package mcp

import (
	"context"
	"time"

	"asterism/engine/metautl"
	"asterism/engine/utl"
)

// getMetaLearningStatus says how well the engine predicts, and with which weights.
func getMetaLearningStatus() *tool {
	return &tool{
		name:        "get_meta_learning_status",
		title:       "Show how well is predicted",
		description: "How well the memory predicts surprise and usefulness, the weights λ of the learning score, and whether a person is asked to look.",
		hints:       hints{readOnly: true, idempotent: true},
		input: `{"type":"object","properties":{
			"include_accuracy_history":{"type":"boolean","default":false},
			"include_embedder_breakdown":{"type":"boolean","default":false}},
			"additionalProperties":false}`,
		output: `"enabled":{"type":"boolean"},"current_accuracy":{"type":"number"},"consecutive_low_count":{"type":"integer"},"current_lambdas":{"type":"object"},"base_lambdas":{"type":"object"},"lambda_deviation":{"type":"object"},"escalation_status":{"enum":["none","bayesian","human_required"]},
			"adjustment_count":{"type":"integer"},"recent_events_count":{"type":"integer"},"last_adjustment_at":{"anyOf":[{"type":"string"},{"type":"null"}]},"accuracy_history":{"type":"array","items":{"type":"number"}},"embedder_accuracy":{"type":"array","items":{"type":"number"}}`,
		always: []string{"enabled", "current_accuracy", "consecutive_low_count", "current_lambdas", "base_lambdas", "lambda_deviation", "escalation_status",
			"adjustment_count", "recent_events_count", "last_adjustment_at"},
		prepare: prepareMetaStatus,
	}
}

func prepareMetaStatus(a *arguments) job {
	history, spaces := a.flag("include_accuracy_history", false), a.flag("include_embedder_breakdown", false)
	return func(ctx context.Context, e Engine, _ time.Time) (*outcome, error) {
		s, err := e.MetaStatus(ctx)
		if err != nil {
			return nil, err
		}
		v := metaStatusFrom(s)
		if history {
			v.History = new(rounded(s.History))
		}
		if spaces {
			v.Spaces = rounded(s.Spaces[:])
		}
		return &outcome{payload: v}, nil
	}
}

// MetaStatus is what get_meta_learning_status answers.
type MetaStatus struct {
	Enabled        bool       `json:"enabled"`
	Accuracy       float64    `json:"current_accuracy"` // .5 before any prediction
	LowCycles      int        `json:"consecutive_low_count"`
	Current        LambdaPair `json:"current_lambdas"`
	Base           LambdaPair `json:"base_lambdas"`     // by the lifecycle
	Deviation      LambdaPair `json:"lambda_deviation"` // current − base
	Escalation     string     `json:"escalation_status"`
	Adjustments    uint64     `json:"adjustment_count"`
	RecentEvents   int        `json:"recent_events_count"` // of the last 24 hours
	LastAdjustment *string    `json:"last_adjustment_at"`
	History        *[]float64 `json:"accuracy_history,omitempty"`  // after each of the last cycles, oldest first; absent unless asked for
	Spaces         []float64  `json:"embedder_accuracy,omitempty"` // E1 first; absent unless asked for
}

// LambdaPair is two weights of the learning score, or a difference of such.
type LambdaPair struct {
	S float64 `json:"lambda_s"` // of surprise
	C float64 `json:"lambda_c"` // of coherence
}

func lambdasFrom(l utl.Lambdas) LambdaPair { return LambdaPair{round(l.S, 6), round(l.C, 6)} }

func metaStatusFrom(s *metautl.Status) MetaStatus {
	return MetaStatus{
		Enabled: s.Enabled, Accuracy: round(s.Accuracy, 6), LowCycles: s.ConsecutiveLow,
		Current: lambdasFrom(s.Current), Base: lambdasFrom(s.Base), Deviation: lambdasFrom(s.Deviation),
		Escalation: string(s.Escalation), Adjustments: s.Adjustments, RecentEvents: s.RecentEvents, LastAdjustment: stamp(s.LastAdjustment),
	}
}

// rounded is never nil.
func rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = round(v, 6)
	}
	return out
}
