package workspace

import (
	"time"

	"github.com/google/uuid"
)

// State is the level of activity of a workspace.
type State string

// The states, by the level of C.
const (
	Dormant    State = "dormant"    // below .3, or 10 minutes without activity
	Fragmented State = "fragmented" // below .5
	Emerging   State = "emerging"   // below .8
	Conscious  State = "conscious"  // from .8 on
	Hypersync  State = "hypersync"  // above .95: all memories look the same
)

// Member is a memory in a workspace.
type Member struct {
	ID      uuid.UUID
	Entered time.Time
	R       float64 // order parameter at its entry, 0…1
	Fit     float64 // p̄ at its entry, 0…1
}

// Snapshot is a workspace at one moment: of one namespace and session.
type Snapshot struct {
	Namespace, Session string
	State              State
	C                  float64   // I·R·D; each of them is 0…1, and NaN while the workspace is empty, except R
	I                  float64   // r of the latest entry
	R                  float64   // accuracy of predictions, see [Workspace.SetAccuracy] and [Predictor]
	D                  float64   // see [Differentiation], of the latest entry
	Members            []Member  // newest first
	Capacity           int       // greatest number of members
	Active             time.Time // when a memory was last judged; zero: never
	Seen               int       // number of memories judged since the process loaded the workspace
	Passed             int       // number of arrivals that were dropped because too many were queued
}

// Entry is passed to listeners when a memory enters.
type Entry struct {
	Namespace, Session string
	Member             Member
	Left               []uuid.UUID // members removed for it: the least of a full workspace; all of them if the topic changed
	State              State
}
