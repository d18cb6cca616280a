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

// Stored is the common part of the answers of inject_context and store_memory.
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
	Unread       string        `json:"unread,omitempty"` // the models cannot read the language of the text
	Device       string        `json:"device"`
	Windows      int           `json:"windows,omitempty"`             // only when a text was too long for one
	Dropped      int           `json:"droppedTokenVectors,omitempty"` // number of vectors of a very long text that E12 does not store
	Timings      StoredTimings `json:"timings"`

	say sayer
}

// UnreadTextNote says that the models cannot read a stored memory's language.
const UnreadTextNote = "the models do not read this language; it is found and compared by its words"

// Similar is a memory about the same thing, and its relation to what was stored.
type Similar struct {
	ID      store.ID      `json:"id"`
	Class   compare.Class `json:"class"`
	Differs string        `json:"differs"` // the class and the differing places, in words
}

// SimilarFrom converts a similar memory for answers; nil: there is none.
func SimilarFrom(s *engine.Similar) *Similar { return (*Similar)(s) }

// Engine converts it back for the engine; nil stays nil.
func (s *Similar) Engine() *engine.Similar { return (*engine.Similar)(s) }

// StoredTimings is how long storing a memory took, in milliseconds.
type StoredTimings struct {
	Tokenise float64 `json:"tokenise"`
	Queue    float64 `json:"queue"`
	Infer    float64 `json:"infer"`
	Store    float64 `json:"store"`
}

// UTL is how much a memory teaches.
type UTL struct {
	Learned       *float64 `json:"learned,omitempty"` // see utl.Learned; absent if only the stored figures are known
	LearningScore float64  `json:"learningScore"`     // the published sigmoid, see utl.LearningScore
	Entropy       float64  `json:"entropy"`
	Coherence     float64  `json:"coherence"`
	Surprise      float64  `json:"surprise"`
}

// StoredFrom converts a stored memory to the answer of store_memory.
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

// InjectedFrom converts a stored and measured memory to the answer of inject_context.
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

// Quadrants are the names of the Johari quadrants by their numbers, from 1.
var Quadrants = []string{"open", "blind", "hidden", "unknown"}

// johariNames returns the quadrant of each space; null if the space is absent or was not measured.
func johariNames(quadrants [models.Count]uint8) (out [models.Count]*string) {
	for i, q := range quadrants {
		if q >= 1 && int(q) <= len(Quadrants) {
			out[i] = &Quadrants[q-1]
		}
	}
	return out
}

// Words says that a memory was stored, and which memories are similar.
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

// Words also contains the measured figures.
func (i Injected) Words() string { return i.Stored.Words() + i.UTL.words() }

// words returns the figures as a line; empty if nothing was measured.
func (u *UTL) words() string {
	if u == nil {
		return ""
	}
	if u.Learned == nil {
		return fmt.Sprintf("Entropy %.2f, coherence %.2f.\n", u.Entropy, u.Coherence)
	}
	return fmt.Sprintf("Learned %.2f (entropy %.2f, coherence %.2f).\n", *u.Learned, u.Entropy, u.Coherence)
}
