package engine

import (
	"time"

	"asterism/engine/drift"
)

// StatusQuestion asks for the whole state.
type StatusQuestion struct {
	Namespace      string
	IncludeHistory bool
	HistoryCount   int // 1…100; 0: 10
}

// Autonomous is the whole state of a namespace and of the engine, as get_autonomous_status tells it.
type Autonomous struct {
	Namespace       string
	Goals           *GoalTree
	Drift           *drift.Entry // the newest in history; nil: never measured
	Trend           *drift.Trend
	NoTrend         string
	History         []drift.Entry // when asked for: the newest, oldest first
	HistoryTotal    int           // when asked for: entries there are
	Pulse           *Pulse
	Lifecycle       string // infancy, growth, maturity
	Workspace       *WorkspaceState
	Dreaming        bool
	LastDream       *time.Time
	NearCopies      int // pending: pairs that the next dream would merge, as of the last dry run or dream; −1 unknown
	Status          *Status
	Recommendations []string
}
