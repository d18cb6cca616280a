package aims

import (
	"asterism/engine/drift"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// DriftQuestion asks how far the work has left a goal.
type DriftQuestion struct {
	Namespace      string         // "": the default one
	Goal           store.ID       // zero: the North Star, or the centroid of the namespace's memories when none is set
	Memories       []store.ID     // look at these only, whatever their time; nil: those of the timeframe
	Timeframe      string         // of drift.Timeframes; "": 24h. Of the memories, and of history and trend
	Strategy       drift.Strategy // "": cosine
	IncludeHistory bool           // give the entries of the timeframe too
	Progress       func(done, total int)
}

// Drift is a measurement. It is in the history when this is returned.
type Drift struct {
	drift.Measurement
	Recommendations []drift.Recommendation // of Medium and worse; none where there are too few memories to judge
	Needed          int                    // memories needed for a level, where there are fewer; 0: there are enough
	Unread          int                    // memories that are left out: models do not read them, or the goal
	Strays          []Stray                // memories that are least similar to the reference, the worst first; none where there are too few to judge
	History         []drift.Entry          // when asked for: the newest 100 of the timeframe, oldest first
	HistoryTotal    int                    // when asked for: entries in the timeframe
	Trend           *drift.Trend           // nil: see NoTrend
	NoTrend         string                 // why there is no trend
	Held            drift.Held             // since when the level holds, by measurements made as this one
	SpacesHeld      [models.Count]drift.Held
}

// Stray is a memory that is less like the reference than the others.
type Stray struct {
	Memory *store.Memory // with its text
	Theta  float64       // its similarity to the reference, the mean over the spaces
	Below  float64       // how far that is below the mean of all that were measured
}

// HistoryQuestion asks for past measurements of one goal.
type HistoryQuestion struct {
	Namespace string
	Goal      string // UUID, "centroid", or "": the North Star, or the centroid when none is set
	Range     string // of drift.Timeframes; "": 24h
	Limit     int    // 1…100; 0: 50
}

// DriftHistory is the newest Limit entries of the range, oldest first; never empty.
type DriftHistory struct {
	GoalID        string // UUID or "centroid"
	ReferenceType drift.ReferenceType
	Entries       []drift.Entry
	Total         int  // entries in the range
	Cut           bool // Total > len(Entries)
	Trend         *drift.Trend
	NoTrend       string
	Thresholds    drift.Thresholds // from which similarity on which level holds
}

// CorrectionQuestion asks for a correction of measured drift, or for one to be undone.
type CorrectionQuestion struct {
	Namespace string
	Timeframe string         // "": 24h
	Strategy  drift.Strategy // "": cosine
	Force     bool           // also when drift is below the threshold
	DryRun    bool           // propose and measure, change nothing
	Undo      store.ID       // take this correction back instead
	Progress  func(done, total int)
}

// Correction says what was proposed, whether it was applied, and what was measured before and after.
type Correction struct {
	ID            store.ID // names the undo record; zero when nothing was applied
	Needed        bool     // drift was at the threshold or worse, and there were enough memories to judge
	Applied       bool
	Undone        bool
	Kind          string            // reweight_spaces, reweight_goals, none
	Why           string            // in words
	Before, After drift.Measurement // After is measured with the proposal in force; equal to Before when there is none
	SpacesBefore  [models.Count]float64
	SpacesAfter   [models.Count]float64
	GoalsBefore   []purpose.Goal // with their weights; empty when goals are not concerned
	GoalsAfter    []purpose.Goal
}
