package store

import (
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// ID names a memory: a UUIDv7 chosen by the caller, so that applying a write twice is the same as once.
type ID = uuid.UUID

const (
	// DefaultNamespace is that of memories whose writer named none.
	DefaultNamespace = "default"
	// MaxNameBytes is how long the name of a namespace or a session can be.
	MaxNameBytes = 256
)

// Memory is one memory as it is kept. Namespace, Tags, Time, Modality, SessionID and Source are filters.
type Memory struct {
	ID          ID
	Version     uint64 // of this memory; a write with a version at or below the stored one changes nothing
	Namespace   string
	Content     string
	Rationale   string
	Modality    string
	Importance  float64
	Tags        []string
	Time        time.Time // when it happened; the temporal spaces are functions of it
	Created     time.Time // when it was received
	Updated     time.Time
	Deleted     time.Time // zero unless forgotten softly
	SessionID   string
	Source      string
	TextHash    [32]byte // SHA-256 of the normalised text; of an image, of "image", NUL and the file's bytes
	Profile     string
	ModelHashes [models.Count][32]byte // zero for arithmetic spaces
	Tokens      [models.Count]uint32   // tokens seen by each space
	Purpose     [models.Count]float32
	Johari      [models.Count]uint8 // 0 not measured, 1 open, 2 blind, 3 hidden, 4 unknown
	UTL         UTL
	Links       []ID // related memories given by the writer
	Record      fingerprint.Record
}

// UTL is what was measured when the memory came in; Measured is false for memories stored without measuring.
// Distance is the raw distance to the nearest neighbours in each space (NaN where it is absent or nothing was
// stored yet): the newest measured memories of a namespace calibrate the next one, so no other state is kept.
type UTL struct {
	Measured                                    bool
	LearningScore, Entropy, Coherence, Surprise float32
	Distance                                    [models.Count]float32
}
