package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/google/uuid"

	"asterism/engine/compare"
	"asterism/engine/contradict"
	"asterism/engine/store"
	"asterism/models"
)

// Limits of one note. They are checked before anything is done.
const (
	MaxContentBytes = 1 << 20 // 1 MiB; longer documents are ingested in chunks
	// MaxImageContentBytes is the size limit of content that names an image: base64 of 4.5 MiB. It fits, with everything else, in one request over HTTP; a
	// larger image is named by its path.
	MaxImageContentBytes = 6 << 20
	MaxRationaleBytes    = 4 << 10
	MaxTags              = 32
	MaxTagBytes          = 128
	MaxNameBytes         = store.MaxNameBytes // namespace, session id
	MaxSourceBytes       = 4 << 10
	MaxLinks             = 64
	MaxSupersedes        = 64
	MaxTopK              = 100
)

// Note is what a caller wants to store.
type Note struct {
	ID         store.ID // zero: the engine makes a UUIDv7
	Content    string   // required, UTF-8, not blank, at most MaxContentBytes
	Rationale  string   // required by inject_context: why this is worth keeping
	Modality   string   // text (default), code, image, audio, structured, mixed
	Importance *float64 // 0…1, default 0.5
	Namespace  string   // default "default"
	Tags       []string
	Domain     string    // field of work, one of [metautl.Domains]: stored as the tag "domain:…"; "" names none
	Time       time.Time // when it happened; zero: now
	SessionID  string
	Source     string
	Links      []store.ID // related memories; each must exist
	// AllowDuplicate stores the note even if the namespace has a memory with the same text; see Remembered.AlreadyStored.
	AllowDuplicate bool
	Supersedes     []store.ID // memories that it replaces: live ones of its namespace, at most MaxSupersedes
	ValidFrom      time.Time  // when it begins to hold; zero: open, and it replaces others from Time on
	ValidUntil     time.Time  // when it stops holding; zero: open
	Repeats        uint32     // in an export: how often the same was stored again, and LastRepeat when last; zero otherwise
	LastRepeat     time.Time
}

// Slight reports whether the importance is 0. Gob does not transmit that: it omits a pointer to 0, and nil means the default.
func (n *Note) Slight() bool { return n.Importance != nil && *n.Importance == 0 }

// Timings is how long the parts of one call took, in wall-clock time.
type Timings struct {
	Tokenise, Queue, Infer, Measure, Store, Search, Passages time.Duration
}

// Remembered is the answer to Remember and Inject.
type Remembered struct {
	ID          store.ID
	Rationale   string
	Spaces      models.Set // spaces with a value, the temporal ones by the stored time
	Dropped     int        // token vectors beyond fingerprint.MaxTokenVectors, which E12 does not store; 0 except for very long texts
	Unread      bool       // only for a single note: the models do not read the language of its text
	Windows     int        // the largest number of windows that a space needed; 1 for short texts
	DuplicateOf *store.ID  // a copy that was stored before, with the same text, or for Inject the same words
	SimilarTo   *Similar   // Inject only: a memory about the same thing, if there is no copy
	// AlreadyStored: the namespace has a memory with this text, ID. The note was counted there and not stored. DuplicateOf is the same id. Rationale is that memory's.
	AlreadyStored bool
	TimesSeen     uint32        // with AlreadyStored: how often it was stored, including now
	LastSeen      time.Time     // with AlreadyStored: now
	NotTaken      []string      // with AlreadyStored: arguments of the note that differ from the memory, which is unchanged
	ForgottenCopy *store.ID     // a softly forgotten memory with this text; the note is stored in addition to it
	ReplacedCopy  *ReplacedCopy // a memory with this text that others have replaced; the note is stored again, since it may be true again
	ReplacesNewer []store.ID    // memories that this one supersedes although they have a later time: intended, or in the wrong order
	MaySupersede  []Candidate   // only for a single note: memories about the same thing that say something else, the nearest first
	Related       []Related     // Inject only: up to three memories about the same thing, and the relation of this one to each, if there is no copy
	Redacted      []string      // secrets that were removed before storing: kind and place of each, in words
	Device        string
	Timings       Timings
	UTL           *store.UTL          // Inject only
	Learned       float64             // Inject only: how much the memory teaches, 0…1; see utl.Learned
	Johari        [models.Count]uint8 // Inject only; 0 if the space is absent
	Pulse         *Pulse              // Inject only
}

// The relation of a new memory to older ones about the same thing; see package contradict.
type (
	Related  = contradict.Related
	Relation = contradict.Relation
)

// The relations.
const (
	Contradicts = contradict.Contradicts
	Updates     = contradict.Replaces
	Details     = contradict.Details
	DetailedBy  = contradict.DetailedBy
	Repeats     = contradict.Repeats
)

// Similar is a memory that is about the same thing as the stored one, by their words. It may say something different: "is enabled", "is not enabled".
type Similar struct {
	ID      store.ID
	Class   compare.Class // the relation of the stored one to it
	Differs string        // the same in words, with the places that differ
}

// Pulse is the running state of a namespace and what it suggests.
type Pulse struct {
	Entropy, Coherence float64
	SuggestedAction    string // SuggestNothing, SuggestDryDream or SuggestDream
}

// The suggestions of a pulse. Each is based on a count that shows that it helps. A call that changes the store is suggested only to a caller that was just shown the changes.
const (
	SuggestNothing  = "continue"
	SuggestDryDream = "trigger_dream with dry_run"                        // the last dream or dry run counted copies that can be removed
	SuggestDream    = "trigger_dream without dry_run; undo takes it back" // only in the answer to a dry run that shows copies
)

// SaidID returns the id of a note that has a time, a session or a source: "ok" three times in a chat is three statements. It is derived from namespace, text and these
// three, so that the same note again is the same memory. A note with none of them is identified by its text; its id is nil.
//
// It has the form of a UUIDv7 (RFC 9562, section 5.7): the note's time in milliseconds, then the hash.
func SaidID(n *Note) (id store.ID) {
	if n.Time.IsZero() && n.SessionID == "" && n.Source == "" {
		return uuid.Nil
	}
	text := TextHash(n.Content)
	h := sha256.New()
	for _, part := range []string{n.Namespace, n.SessionID, n.Source, n.Time.UTC().Format(time.RFC3339Nano), string(text[:])} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	sum := h.Sum(nil)
	binary.BigEndian.PutUint64(id[:], uint64(max(0, n.Time.UnixMilli()))<<16)
	copy(id[6:], sum)
	id[6] = id[6]&0x0f | 0x70 // version 7
	id[8] = id[8]&0x3f | 0x80 // variant
	return id
}

// Said reports whether a note's id is [SaidID] of the note, with its source or without it, as before it got the source.
func (n *Note) Said() bool {
	without := *n
	without.Source = ""
	return n.ID != uuid.Nil && (n.ID == SaidID(n) || n.ID == SaidID(&without))
}
