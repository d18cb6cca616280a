package engine

import (
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// Note is what a caller wants remembered.
type Note struct {
	ID         store.ID // zero: the engine makes a UUIDv7
	Content    string   // required, UTF-8, not blank, at most MaxContentBytes
	Rationale  string   // required by inject_context: why this is worth keeping
	Modality   string   // text (default), code, image, audio, structured, mixed
	Importance *float64 // 0…1, default 0.5
	Namespace  string   // default "default"
	Tags       []string
	Time       time.Time // when it happened; zero: now
	SessionID  string
	Source     string
	Links      []store.ID // related memories; each must exist
}

// Timings says where the time of one call went, in wall-clock time.
type Timings struct {
	Tokenise, Queue, Infer, Measure, Store, Search time.Duration
}

// Remembered is the answer to Remember and Inject.
type Remembered struct {
	ID          store.ID
	Rationale   string
	Spaces      models.Set // spaces really filled, the temporal ones by the stored time
	Dropped     int        // token vectors beyond fingerprint.MaxTokenVectors, which E12 does not keep; 0 for all but very long texts
	Windows     int        // most windows any space needed; 1 for short texts
	DuplicateOf *store.ID  // an exact (or, for Inject, near) copy stored before: a hint to read it, since a near copy may differ in the one word that counts; the note is stored all the same
	Device      string
	Timings     Timings
	UTL         *store.UTL          // Inject only
	Johari      [models.Count]uint8 // Inject only; 0 where the space is absent
	Pulse       *Pulse              // Inject only
}

// Pulse is the running state of a namespace and what it suggests.
type Pulse struct {
	Entropy, Coherence float64
	SuggestedAction    string // epistemic_action, trigger_dream, get_neighborhood, continue
}
