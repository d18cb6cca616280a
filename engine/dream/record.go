package dream

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
)

// recordVersion is of the form below; another one is refused.
const recordVersion = 1

// Record is what is written down of a dream before it changes anything: why it was asked for, enough to take it back, and no
// word of any memory. Its form is JSON.
type Record struct {
	Version   int           `json:"v"`
	ID        uuid.UUID     `json:"id"`
	Namespace string        `json:"namespace"`
	Phase     Phase         `json:"phase"`
	Rationale string        `json:"rationale,omitempty"` // empty: of a program that did not write it down
	Started   time.Time     `json:"started"`             // also when what it merged was forgotten
	Finished  bool          `json:"finished"`
	Undone    time.Time     `json:"undone,omitzero"`
	Replayed  int           `json:"replayed"`
	Sampled   int           `json:"sampled"`
	Merges    []MergeChange `json:"merges,omitempty"`
	Links     []LinkChange  `json:"links,omitempty"`
}

// MergeChange is a merge: what the older memory took over from the younger.
type MergeChange struct {
	Older            uuid.UUID   `json:"older"`
	Younger          uuid.UUID   `json:"younger"`
	Similarity       float64     `json:"similarity"`
	Tags             []TagHash   `json:"tags,omitempty"`          // that the older one did not have
	Links            []uuid.UUID `json:"links,omitempty"`         // likewise
	Repeats          uint32      `json:"repeats,omitempty"`       // how often the younger had been stored: the older counts it as storing the same again
	RepeatsAfter     uint32      `json:"repeats_after,omitempty"` // of the older one, once merged; 0: it was not noted
	ImportanceBefore float64     `json:"importance_before"`
	ImportanceAfter  float64     `json:"importance_after"`
	Back             bool        `json:"back,omitempty"` // somebody restored the younger, and the older has given back what it took over
}

// Kind says what a link of a Record is.
type Kind string

// The kinds.
const (
	Learned  Kind = "learned"
	Proposed Kind = "proposed"
)

// LinkChange is a link whose weight a dream changes; 0 means that there is none. A < B.
type LinkChange struct {
	A        uuid.UUID `json:"a"`
	B        uuid.UUID `json:"b"`
	Kind     Kind      `json:"kind"`
	Before   float32   `json:"before"`
	BeforeAt time.Time `json:"before_at,omitzero"` // when the weight Before was set
	After    float32   `json:"after"`
}

// TagHash stands for a tag: the first 16 bytes of its SHA-256 in hexadecimal digits. A record outlives memories, so it must
// not hold what was in them.
type TagHash string

// HashTag returns what stands for a tag.
func HashTag(tag string) TagHash {
	sum := sha256.Sum256([]byte(tag))
	return TagHash(hex.EncodeToString(sum[:16]))
}

// Encode returns the record's form.
func (r *Record) Encode() ([]byte, error) {
	r.Version = recordVersion
	b, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write dream %s: %w", r.ID, err)
	}
	return b, nil
}

// ParseRecord reads what Encode wrote. The error says what does not fit; nothing of a record that has one may be used.
func ParseRecord(b []byte) (*Record, error) {
	r := &Record{}
	if err := json.Unmarshal(b, r); err != nil {
		return nil, fmt.Errorf("read dream: %w", err)
	}
	if r.Version != recordVersion {
		return nil, fmt.Errorf("read dream: version %d, this program knows %d: use the newer program", r.Version, recordVersion)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("read dream %s: %w", r.ID, err)
	}
	return r, nil
}

func (r *Record) check() error {
	if r.ID == uuid.Nil || r.Namespace == "" || r.Started.IsZero() {
		return errors.New("id, namespace or time is missing")
	}
	for _, m := range r.Merges {
		if m.Older == uuid.Nil || m.Younger == uuid.Nil || m.Older == m.Younger {
			return fmt.Errorf("merge of %s and %s is none", m.Older, m.Younger)
		}
	}
	for _, l := range r.Links {
		switch {
		case (Pair{l.A, l.B}) != PairOf(l.A, l.B) || l.A == l.B:
			return fmt.Errorf("link of %s and %s is none", l.A, l.B)
		case l.Kind != Learned && l.Kind != Proposed:
			return fmt.Errorf("link has the unknown kind %q", l.Kind)
		case !(l.Before >= 0 && l.Before <= 1 && l.After >= 0 && l.After <= 1):
			return fmt.Errorf("link has the weights %v and %v, which are outside [0, 1]", l.Before, l.After)
		}
	}
	return nil
}

// Touches reports whether two records change the same link or memory.
func (r *Record) Touches(o *Record) bool {
	memories, links := map[uuid.UUID]bool{}, map[linkKey]bool{}
	for _, m := range o.Merges {
		memories[m.Older], memories[m.Younger] = true, true
	}
	for _, l := range o.Links {
		links[l.key()] = true
	}
	for _, m := range r.Merges {
		if memories[m.Older] || memories[m.Younger] {
			return true
		}
	}
	for _, l := range r.Links {
		if links[l.key()] {
			return true
		}
	}
	return false
}

type linkKey struct {
	Pair
	kind Kind
}

func (l *LinkChange) key() linkKey { return linkKey{Pair{l.A, l.B}, l.Kind} }

// Report is what the record says was done.
func (r *Record) Report() Report {
	out := Report{ID: r.ID, Namespace: r.Namespace, Phase: r.Phase, Rationale: r.Rationale, Started: r.Started, Replayed: r.Replayed, Sampled: r.Sampled}
	for _, m := range r.Merges {
		out.Merges = append(out.Merges, Merge{Older: m.Older, Younger: m.Younger, Similarity: m.Similarity})
	}
	for _, l := range r.Links {
		if l.Kind == Learned {
			out.Edges = append(out.Edges, Edge{A: l.A, B: l.B, Before: float64(l.Before), After: float64(l.After)})
		} else {
			out.Proposals = append(out.Proposals, Proposal{A: l.A, B: l.B, Score: float64(l.After)})
		}
	}
	return out
}
