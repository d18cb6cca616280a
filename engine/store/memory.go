package store

import (
	"time"

	"asterism/engine/fingerprint"
	"asterism/models"

	"github.com/google/uuid"
)

// ID identifies a memory: a UUIDv7 chosen by the caller, so that applying a write twice is the same as once.
type ID = uuid.UUID

// ShortIDDigits is how many of an id's last hexadecimal digits answers show. These digits are random (UUIDv7); the first ones are the time and nearly equal in memories of
// one hour. Among ten thousand memories the chance that any two share them is 1 in 90; answers then show more digits.
const ShortIDDigits = 8

// ShortID returns the digits that identify a memory in answers.
func ShortID(id ID) string {
	s := id.String()
	return s[len(s)-ShortIDDigits:]
}

const (
	// DefaultNamespace is that of memories whose writer gave none.
	DefaultNamespace = "default"
	// MaxNameBytes is the greatest length of the name of a namespace or a session.
	MaxNameBytes = 256
)

// Memory is one memory as it is stored. Namespace, Tags, Time, Modality, SessionID and Source are filters.
type Memory struct {
	ID          ID
	Version     uint64 // of this memory; a write with a version at or below the stored one changes nothing
	Namespace   string
	Content     string
	Rationale   string
	Modality    string
	Importance  float64
	Tags        []string
	Time        time.Time // when the event happened; the temporal spaces are functions of it
	Created     time.Time // when it was received
	Updated     time.Time
	Deleted     time.Time // zero unless forgotten softly
	SessionID   string
	Source      string
	TextHash    [32]byte // SHA-256 of the normalised text; of an image, of "image", NUL and the file's bytes
	Profile     string
	ModelHashes [models.Count][32]byte // zero for arithmetic spaces
	Tokens      [models.Count]uint32   // number of tokens that each space's model saw
	Purpose     [models.Count]float32
	Johari      [models.Count]uint8 // 0 not measured, 1 open, 2 blind, 3 hidden, 4 unknown
	UTL         UTL
	Links       []ID      // related memories given by the writer
	Supersedes  []ID      // memories that this one replaces, given by the writer
	ValidFrom   time.Time // from when on its statement is true; zero: open
	ValidUntil  time.Time // until when its statement is true; zero: open
	Repeats     uint32    // how often the same content was stored again since this version
	LastRepeat  time.Time // when it was last stored again; zero: never
	Record      fingerprint.Record
}

// Reference is a link that belongs to a memory: it is stored with OpRemember, and removed by a new version or by the purge of either end.
type Reference struct {
	Kind EdgeKind // EdgeGiven or EdgeSupersedes
	To   ID
}

// References returns the links that belong to the memory.
func (m *Memory) References() []Reference {
	out := make([]Reference, 0, len(m.Links)+len(m.Supersedes))
	for _, to := range m.Links {
		out = append(out, Reference{EdgeGiven, to})
	}
	for _, to := range m.Supersedes {
		out = append(out, Reference{EdgeSupersedes, to})
	}
	return out
}

// Unlink removes the references to purged memories from m, and reports whether there were any. It makes new lists.
func (m *Memory) Unlink(gone func(ID) bool) bool {
	links, superseded := without(m.Links, gone), without(m.Supersedes, gone)
	changed := len(links) < len(m.Links) || len(superseded) < len(m.Supersedes)
	m.Links, m.Supersedes = links, superseded
	return changed
}

func without(ids []ID, gone func(ID) bool) (kept []ID) {
	for _, id := range ids {
		if !gone(id) {
			kept = append(kept, id)
		}
	}
	return kept
}

// UTL is what was measured when the memory was stored; Measured is false for memories stored without
// measuring. Distance is the raw distance to the nearest neighbours in each space (NaN where the space is
// absent or nothing was stored yet). The newest measured memories of a namespace calibrate the next one, so
// no other state is kept.
type UTL struct {
	Measured                                    bool
	LearningScore, Entropy, Coherence, Surprise float32
	Distance                                    [models.Count]float32
}

// Repeat applies OpRepeat after [Decide] has allowed it.
func (m *Memory) Repeat(c *Command) {
	m.Repeats = c.Count
	if at := c.At.UTC().Round(0); at.After(m.LastRepeat) {
		m.LastRepeat = at
	}
}
