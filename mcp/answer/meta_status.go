package answer

import (
	"time"

	"asterism/engine/metautl"
	"asterism/engine/utl"
)

// MetaStatus is what get_meta_learning_status answers.
type MetaStatus struct {
	Enabled        bool       `json:"enabled"`
	Accuracy       float64    `json:"current_accuracy"` // .5 before the first prediction
	LowCycles      int        `json:"consecutive_low_count"`
	Current        LambdaPair `json:"current_lambdas"`
	Base           LambdaPair `json:"base_lambdas"`     // by the lifecycle
	Deviation      LambdaPair `json:"lambda_deviation"` // current − base
	Escalation     string     `json:"escalation_status"`
	Adjustments    uint64     `json:"adjustment_count"`
	RecentEvents   int        `json:"recent_events_count"` // of the last 24 hours
	LastAdjustment *string    `json:"last_adjustment_at"`
	Helped         Helped     `json:"first_hit_used"`                 // whether learning helps searches
	Settings       Settings   `json:"settings,omitempty"`             // settings that differ from the specification; absent: none
	History        *[]float64 `json:"accuracy_history,omitempty"`     // after each of the last cycles, oldest first; absent unless requested
	Spaces         []float64  `json:"embedder_accuracy,omitempty"`    // E1 first, .5 before the first prediction; absent unless requested
	Predictions    []uint64   `json:"embedder_predictions,omitempty"` // number of predictions, E1 first; absent unless requested

	predicted uint64 // number of predictions in all spaces
}

// Helped is how often the first hit of a search was used, among the searches of the last 90 days with a recorded outcome.
type Helped struct {
	Before HelpedShare `json:"before_learning"` // ranked by automatic weights
	After  HelpedShare `json:"after_learning"`  // ranked by learned ones
	Days   []HelpedDay `json:"days,omitempty"`  // absent unless the history is requested
}

// HelpedShare is a share of searches with its 95 % interval; null without searches.
type HelpedShare struct {
	Searches int      `json:"searches"`
	Used     int      `json:"used"`
	Share    *float64 `json:"share"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
}

// HelpedDay is a day, in UTC, with searches that have a recorded outcome.
type HelpedDay struct {
	Day    string      `json:"day"`
	Before HelpedShare `json:"before_learning"`
	After  HelpedShare `json:"after_learning"`
}

func helpedShareFrom(s metautl.Share) HelpedShare {
	v := HelpedShare{Searches: s.Searches, Used: s.Used}
	if s.Searches > 0 {
		low, high := s.Interval()
		v.Share, v.Low, v.High = figure(s.Of()), figure(low), figure(high)
	}
	return v
}

// DaysFrom returns the days with such searches, oldest first.
func DaysFrom(h *metautl.Helped) []HelpedDay {
	out := make([]HelpedDay, 0, len(h.Days))
	for _, d := range h.Days {
		out = append(out, HelpedDay{Day: d.Day.Format(time.DateOnly), Before: helpedShareFrom(d.Before), After: helpedShareFrom(d.After)})
	}
	return out
}

// LambdaPair is the two weights of the learning score, or their differences.
type LambdaPair struct {
	S float64 `json:"lambda_s"` // of surprise
	C float64 `json:"lambda_c"` // of coherence
}

func lambdasFrom(l utl.Lambdas) LambdaPair { return LambdaPair{Round(l.S, 6), Round(l.C, 6)} }

// MetaStatusFrom returns the answer of get_meta_learning_status, without history and spaces.
func MetaStatusFrom(s *metautl.Status) MetaStatus {
	v := MetaStatus{
		Enabled: s.Enabled, Accuracy: Round(s.Accuracy, 6), LowCycles: s.ConsecutiveLow,
		Current: lambdasFrom(s.Current), Base: lambdasFrom(s.Base), Deviation: lambdasFrom(s.Deviation),
		Escalation: string(s.Escalation), Adjustments: s.Adjustments, RecentEvents: s.RecentEvents, LastAdjustment: Stamp(s.LastAdjustment),
		Settings: SettingsFrom(&s.Settings),
		Helped:   Helped{Before: helpedShareFrom(s.Helped.Before), After: helpedShareFrom(s.Helped.After)},
	}
	for _, n := range s.Predictions {
		v.predicted += n
	}
	return v
}

// Settings are settings of meta-learning by their names.
type Settings map[string]float64

// SettingsFrom returns the settings that differ from the specification; nil: none.
func SettingsFrom(s *metautl.Settings) Settings {
	var out Settings
	rules := s.OrDefault()
	for _, c := range rules.Changed() {
		if out == nil {
			out = Settings{}
		}
		out[c.Name] = c.Value
	}
	return out
}

// Rounded never returns nil.
func Rounded(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = Round(v, 6)
	}
	return out
}
