package workspace

import (
	"time"

	"github.com/google/uuid"
)

// State names how awake a workspace is.
type State string

// The states, by the level of C.
const (
	Dormant    State = "dormant"    // below .3, or 10 minutes without activity
	Fragmented State = "fragmented" // below .5
	Emerging   State = "emerging"   // below .8
	Conscious  State = "conscious"  // from .8 on
	Hypersync  State = "hypersync"  // above .95: everything looks alike
)

// Member is a memory that is in mind.
type Member struct {
	ID      uuid.UUID
	Entered time.Time
	R       float64 // order parameter at its entry, 0…1
	Fit     float64 // p̄ at its entry, 0…1
}

// Snapshot is a workspace as it is now: of one namespace and session.
type Snapshot struct {
	Namespace, Session string
	State              State
	C                  float64   // I·R·D; each of them 0…1, and NaN while the workspace is empty, but for R
	I                  float64   // r of the latest entry
	R                  float64   // how well is predicted, see [Workspace.Foreseen] and [Foresight]
	D                  float64   // see [Differentiation], of the latest entry
	Members            []Member  // newest first
	Capacity           int       // how many members there are at most
	Active             time.Time // when a memory was judged last; zero: never
	Seen               int       // memories judged since the process has known the workspace
	Passed             int       // of those that came, dropped since too many were waiting to be judged
}

// Entry is told to listeners when a memory enters.
type Entry struct {
	Namespace, Session string
	Member             Member
	Left               []uuid.UUID // who left for it: the least of a full workspace; all of them when the topic changed
	State              State
}
