package answer

import (
	"asterism/engine/metautl"
	"asterism/engine/utl"
)

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

func lambdasFrom(l utl.Lambdas) LambdaPair { return LambdaPair{Round(l.S, 6), Round(l.C, 6)} }

// MetaStatusFrom is what get_meta_learning_status says, without history and spaces.
func MetaStatusFrom(s *metautl.Status) MetaStatus {
	return MetaStatus{
		Enabled: s.Enabled, Accuracy: Round(s.Accuracy, 6), LowCycles: s.ConsecutiveLow,
		Current: lambdasFrom(s.Current), Base: lambdasFrom(s.Base), Deviation: lambdasFrom(s.Deviation),
		Escalation: string(s.Escalation), Adjustments: s.Adjustments, RecentEvents: s.RecentEvents, LastAdjustment: Stamp(s.LastAdjustment),
	}
}

// Rounded is never nil.
func Rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = Round(v, 6)
	}
	return out
}
