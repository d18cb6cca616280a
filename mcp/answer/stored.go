package answer

import (
	"fmt"
	"time"

	"asterism/engine"
	"asterism/engine/compare"
	"asterism/engine/store"
	"asterism/models"
)

// Injected is what inject_context answers.
type Injected struct {
	Stored
	UTL    *UTL                  `json:"utl"`
	Johari [models.Count]*string `json:"johari"`
}

// Stored is what inject_context and store_memory both answer.
type Stored struct {
	FingerprintID      store.ID  `json:"fingerprintId"`
	Rationale          string    `json:"rationale"`
	EmbedderCount      int       `json:"embedderCount"`
	EmbeddingLatencyMs int64     `json:"embeddingLatencyMs"`
	DuplicateOf        *store.ID `json:"duplicateOf"`
	Again
	SimilarTo    *Similar      `json:"similar_to,omitempty"`
	Related      []Related     `json:"related,omitempty"` // of inject_context, at most three
	MaySupersede []Candidate   `json:"may_supersede,omitempty"`
	Unread       string        `json:"unread,omitempty"` // the language of the text is not read
	Device       string        `json:"device"`
	Windows      int           `json:"windows,omitempty"`             // only when a text was too long for one
	Dropped      int           `json:"droppedTokenVectors,omitempty"` // what E12 does not keep of a very long text
	Timings      StoredTimings `json:"timings"`

	say sayer
}

// UnreadTextNote says of a stored memory that the models do not read its language.
const UnreadTextNote = "the models do not read this language; it is found and compared by its words"

// Similar is a memory about the same thing, and how what was stored stands to it.
type Similar struct {
	ID      store.ID      `json:"id"`
	Class   compare.Class `json:"class"`
	Differs string        `json:"differs"` // the class and the places that differ, in words
}

// SimilarFrom is what an answer says of a similar memory; nil: there is none.
func SimilarFrom(s *engine.Similar) *Similar { return (*Similar)(s) }

// Engine is the similar memory as the engine says it; nil stays nil.
func (s *Similar) Engine() *engine.Similar { return (*engine.Similar)(s) }

// StoredTimings is how long a memory took to keep, in milliseconds.
type StoredTimings struct {
	Tokenise float64 `json:"tokenise"`
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Store    float64 `json:"store"`
}

// UTL is how much was learned from a memory.
type UTL struct {
	Learned       *float64 `json:"learned,omitempty"` // how much the memory teaches, see utl.Learned; absent where only what is stored is known
	LearningScore float64  `json:"learningScore"`     // the published sigmoid, see utl.LearningScore
	Entropy       float64  `json:"entropy"`
	Coherence     float64  `json:"coherence"`
	Surprise      float64  `json:"surprise"`
}

// StoredFrom is what store_memory says of a memory that was kept.
func StoredFrom(r *engine.Remembered) Stored {
	t := r.Timings
	s := Stored{
		FingerprintID:      r.ID,
		Rationale:          r.Rationale,
		EmbedderCount:      len(r.Spaces.Spaces()),
		EmbeddingLatencyMs: (t.Tokenise + t.Queue + t.Infer).Round(time.Millisecond).Milliseconds(),
		DuplicateOf:        r.DuplicateOf,
		Again:              AgainFrom(r),
		SimilarTo:          SimilarFrom(r.SimilarTo),
		Related:            RelatedFrom(r.Related),
		MaySupersede:       CandidatesFrom(r.MaySupersede),
		Device:             r.Device,
		Timings:            StoredTimings{ms(t.Tokenise), ms(t.Queue), ms(t.Infer), ms(t.Store)},
	}
	s.Dropped = r.Dropped
	if r.Unread {
		s.Unread = UnreadTextNote
	}
	if r.Windows > 1 {
		s.Windows = r.Windows
	}
	return s
}

// InjectedFrom is what inject_context says of a memory that was kept and measured.
func InjectedFrom(r *engine.Remembered) Injected {
	v := Injected{Stored: StoredFrom(r), Johari: johariNames(r.Johari)}
	if r.UTL != nil {
		v.UTL = utlFrom(*r.UTL)
		v.UTL.Learned = new(Round(r.Learned, 4))
	}
	return v
}

func utlFrom(u store.UTL) *UTL {
	return &UTL{
		LearningScore: Round(float64(u.LearningScore), 4), Entropy: Round(float64(u.Entropy), 4),
		Coherence: Round(float64(u.Coherence), 4), Surprise: Round(float64(u.Surprise), 4),
	}
}

// Quadrants are the names of the quadrants in the order of their numbers, from 1.
var Quadrants = []string{"open", "blind", "hidden", "unknown"}

// johariNames gives the quadrant of each space; null where the space is absent or was not measured.
func johariNames(quadrants [models.Count]uint8) (out [models.Count]*string) {
	for i, q := range quadrants {
		if q >= 1 && int(q) <= len(Quadrants) {
			out[i] = &Quadrants[q-1]
		}
	}
	return out
}

// Words says that a memory is kept, and what is like it.
func (s Stored) Words() string {
	out := fmt.Sprintf("Stored as %s.\n", named(s.FingerprintID))
	if s.AlreadyStored {
		out = ""
	}
	out += s.say.of(s.Again.Words(named(s.FingerprintID)))
	if s.DuplicateOf != nil && !s.AlreadyStored {
		out += fmt.Sprintf("The same words are stored as %s.\n", named(*s.DuplicateOf))
	}
	if s.Unread != "" {
		out += "Note: " + s.Unread + ".\n"
	}
	out += s.related() + s.say.of(s.offer())
	if s.Dropped > 0 {
		out += fmt.Sprintf("The text is long: E12 leaves out its last %s.\n", count(s.Dropped, "token", "tokens"))
	}
	return out
}

// Words says also what was measured.
func (i Injected) Words() string { return i.Stored.Words() + i.UTL.words() }

// words are the figures in a line; none where nothing was measured.
func (u *UTL) words() string {
	if u == nil {
		return ""
	}
	if u.Learned == nil {
		return fmt.Sprintf("Entropy %.2f, coherence %.2f.\n", u.Entropy, u.Coherence)
	}
	return fmt.Sprintf("Learned %.2f (entropy %.2f, coherence %.2f).\n", *u.Learned, u.Entropy, u.Coherence)
}
