package answer

import (
	"encoding/json"
	"fmt"
	"math"

	"asterism/engine/drift"
	"asterism/models"

	"github.com/google/uuid"
)

// SpaceDrift is the drift in one space.
type SpaceDrift struct {
	Embedder   string   `json:"embedder"`
	Similarity *float64 `json:"similarity"` // calibrated; null: absent
	DriftScore *float64 `json:"drift_score"`
	Level      *string  `json:"level"`
	Raw        *float64 `json:"raw"`             // the space's own similarity
	Memories   int      `json:"memories"`        // with a value in this space
	Since      *Held    `json:"since,omitempty"` // since when the level has been the same
	Absent     string   `json:"absent,omitempty"`
}

func spaceDriftFrom(s models.Space, d drift.SpaceDrift) SpaceDrift {
	v := SpaceDrift{Embedder: s.String(), Memories: d.Memories}
	if math.IsNaN(d.Similarity) {
		v.Absent = whyAbsent(s, d.Memories)
		return v
	}
	level := string(d.Level)
	v.Similarity, v.DriftScore, v.Raw, v.Level = figure(d.Similarity), figure(1-d.Similarity), figure(d.Raw), &level
	return v
}

// whyAbsent says why a space is not compared.
func whyAbsent(s models.Space, memories int) string {
	switch {
	case s.Info().Origin == models.FromTime:
		return "this space encodes time, and a goal has none"
	case memories == 0:
		return "the reference or all memories have no value in this space"
	}
	return "the reference has no value in this space"
}

// Trend is a line through measurements.
type Trend struct {
	Direction           string   `json:"direction"` // Improving, Stable, Worsening
	Velocity            float64  `json:"velocity"`  // |slope| a check
	Samples             int      `json:"samples"`
	PerDay              *float64 `json:"slope_per_day"`         // null: all samples have the same time
	ProjectedCriticalIn *string  `json:"projected_critical_in"` // null unless the trend is Worsening and the level not yet Critical
	ProjectedCriticalAt *string  `json:"projected_critical_at"`

	Strategy     string        `json:"strategy"`               // of the measurements in the trend
	Timeframe    string        `json:"timeframe,omitempty"`    // of their memories; absent: they were named
	Acceleration *Acceleration `json:"acceleration,omitempty"` // absent: too few measurements
	Cycle        *Cycle        `json:"cycle,omitempty"`        // absent: no significant one
}

// Acceleration is how the slope of a trend changes.
type Acceleration struct {
	PerCheck    float64 `json:"per_check"` // below 0: a fall that gets faster, or a rise that gets slower
	Significant bool    `json:"significant"`
	P           float64 `json:"p"`
	Test        string  `json:"test"`
}

// Cycle is a periodic rise and fall.
type Cycle struct {
	PeriodHours float64 `json:"period_hours"`
	Amplitude   float64 `json:"amplitude"`
	P           float64 `json:"p"`
	Test        string  `json:"test"`
}

// Held says since when a level has been the same.
type Held struct {
	Time   *string `json:"time"`   // of the first measurement with this level
	Checks int     `json:"checks"` // in a row with this level
	Before *string `json:"before"` // the level before; null: no earlier measurement, so the level may be older
}

// The tests, in words.
var (
	accelerationTest = fmt.Sprintf("Student's t of the square term, two-sided, level %g", drift.AccelerationLevel)
	cycleTest        = fmt.Sprintf("Lomb-Scargle periodogram, false alarm level %g", drift.CycleLevel)
)

func heldFrom(h drift.Held) *Held {
	if h.Checks == 0 {
		return nil
	}
	v := &Held{Time: Stamp(h.Since), Checks: h.Checks}
	if h.Before != "" {
		v.Before = new(string(h.Before))
	}
	return v
}

func trendFrom(t *drift.Trend) *Trend {
	if t == nil {
		return nil
	}
	v := &Trend{Direction: string(t.Direction), Velocity: Round(t.Velocity, 6), Samples: t.Samples}
	v.Strategy, v.Timeframe = string(t.Strategy), t.Timeframe
	if a := t.Acceleration; a != nil {
		v.Acceleration = &Acceleration{Round(a.PerCheck, 6), a.Significant, Round(a.P, 4), accelerationTest}
	}
	if c := t.Cycle; c != nil {
		v.Cycle = &Cycle{Round(c.Period.Hours(), 2), Round(c.Amplitude, 4), Round(c.P, 6), cycleTest}
	}
	if !t.AllAtOnce {
		v.PerDay = figure(t.PerDay)
	}
	if t.Direction == drift.Worsening && t.ChecksToCritical > 0 { // otherwise it is Critical already
		s := fmt.Sprintf("%.1f checks at current rate", t.ChecksToCritical)
		v.ProjectedCriticalIn, v.ProjectedCriticalAt = &s, Stamp(t.CriticalAt)
	}
	return v
}

// DriftEntry is a measurement in a history.
type DriftEntry struct {
	Timestamp         *string    `json:"timestamp"`
	OverallSimilarity float64    `json:"overall_similarity"`
	DriftScore        float64    `json:"drift_score"`
	DriftLevel        string     `json:"drift_level"`
	MemoriesAnalyzed  int        `json:"memories_analyzed"`
	TooFew            bool       `json:"too_few,omitempty"` // too few memories to judge: the level is only what the figure gives
	Strategy          string     `json:"strategy"`
	Timeframe         string     `json:"timeframe,omitempty"`           // of the memories; absent if they were named
	MemorySet         string     `json:"memory_set,omitempty"`          // identifies a set of named memories; absent otherwise, or if not known
	CorrectionID      string     `json:"correction_id,omitempty"`       // the correction whose weights were in force
	Marker            string     `json:"marker,omitempty"`              // a correction was applied or undone since the entry before
	PerEmbedder       []*float64 `json:"per_embedder,omitempty"`        // similarity of E1…E13; null: absent
	Delta             *Delta     `json:"delta_from_previous,omitempty"` // absent unless requested
}

// Delta is the similarity minus that of the entry before. It is null in JSON (NaN) for the first entry.
type Delta float64

// MarshalJSON implements json.Marshaler.
func (d Delta) MarshalJSON() ([]byte, error) { return json.Marshal(figure(float64(d))) }

func entryFrom(e *drift.Entry, perEmbedder, delta bool) DriftEntry {
	v := DriftEntry{
		Timestamp: Stamp(e.At), OverallSimilarity: Round(e.Similarity, 6), DriftScore: Round(e.DriftScore(), 6), DriftLevel: string(e.Level),
		MemoriesAnalyzed: e.Analyzed, TooFew: e.TooFew(), Strategy: string(e.Strategy), Timeframe: e.Timeframe, Marker: e.Marker,
	}
	if e.Chosen != uuid.Nil {
		v.MemorySet = e.Chosen.String()
	}
	if e.Correction != uuid.Nil {
		v.CorrectionID = e.Correction.String()
	}
	if perEmbedder {
		for _, s := range e.Spaces {
			v.PerEmbedder = append(v.PerEmbedder, figure(s.Similarity))
		}
	}
	switch {
	case delta && e.Delta == nil:
		v.Delta = new(Delta(math.NaN()))
	case delta:
		v.Delta = new(Delta(*e.Delta))
	}
	return v
}

func entriesFrom(entries []drift.Entry, perEmbedder, delta bool) []DriftEntry {
	out := make([]DriftEntry, 0, len(entries))
	for i := range entries {
		out = append(out, entryFrom(&entries[i], perEmbedder, delta))
	}
	return out
}

// referenceID returns what a measurement was compared with: a goal's id, or "centroid".
func referenceID(m *drift.Measurement) string {
	if m.ReferenceType == drift.ToCentroid {
		return drift.Centroid
	}
	return m.Reference.String()
}
