package workspace

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"
)

// savedVersion is the version of a workspace's saved form.
const savedVersion = 1

// Saved is the saved form of a workspace, from which a restart restores it: the ids of its members, not their content. The waiting
// memory and the recent memories are not saved; the cohort replaces these until new ones arrive.
type Saved struct {
	Version      int           `json:"v"`
	Active       time.Time     `json:"active"`
	Order        float64       `json:"order"`   // I
	Variety      float64       `json:"variety"` // D
	Contradicted bool          `json:"contradicted,omitempty"`
	Foresight    Predictor     `json:"foresight"`
	Members      []SavedMember `json:"members"` // oldest first
}

// SavedMember is one member; Ago is how many memories have been judged since it entered.
type SavedMember struct {
	ID      uuid.UUID `json:"id"`
	Entered time.Time `json:"entered"`
	R       float64   `json:"r"`
	Fit     float64   `json:"fit"`
	Ago     int       `json:"ago"`
}

// Save encodes the workspace.
func (w *Workspace) Save() ([]byte, error) {
	s := Saved{Version: savedVersion, Active: w.active, Order: w.order, Variety: w.variety, Contradicted: w.contradicted, Foresight: w.foresight, Members: []SavedMember{}}
	for _, k := range w.members {
		s.Members = append(s.Members, SavedMember{k.id, k.entered, k.r, k.fit, w.looks - k.look})
	}
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("save workspace: %w", err)
	}
	return b, nil
}

// ReadSaved decodes what Save encoded. The error names the invalid part.
func ReadSaved(b []byte) (*Saved, error) {
	var s Saved
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, fmt.Errorf("read saved workspace: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read saved workspace: there is more behind it")
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("read saved workspace: %w", err)
	}
	return &s, nil
}

func (s *Saved) check() error {
	if s.Version != savedVersion {
		return fmt.Errorf("it has version %d, this program knows %d", s.Version, savedVersion)
	}
	if len(s.Members) > MaxCapacity {
		return fmt.Errorf("it has %d members, the limit is %d", len(s.Members), MaxCapacity)
	}
	if s.Foresight.Seen < 0 {
		return fmt.Errorf("%d memories were seen", s.Foresight.Seen)
	}
	if err := checkShares(s.Order, s.Variety, s.Foresight.Expected, s.Foresight.Mean); err != nil {
		return err
	}
	seen := map[uuid.UUID]bool{}
	for _, m := range s.Members {
		if seen[m.ID] {
			return fmt.Errorf("memory %s is a member twice", m.ID)
		}
		seen[m.ID] = true
		if m.Ago < 0 {
			return fmt.Errorf("memory %s came %d memories ago", m.ID, m.Ago)
		}
		if err := checkShares(m.R, m.Fit); err != nil {
			return err
		}
	}
	return nil
}

func checkShares(values ...float64) error {
	for _, v := range values {
		if !(v >= 0 && v <= 1) {
			return fmt.Errorf("%v is outside 0…1", v)
		}
	}
	return nil
}

// Restore makes a workspace from its saved form, with those members that find still returns: the newest ones up to the current
// capacity. Options must be checked.
func Restore(namespace, session string, o Options, s *Saved, find func(uuid.UUID) (Thought, bool)) *Workspace {
	w := New(namespace, session, o)
	w.active, w.order, w.variety, w.contradicted, w.foresight = s.Active, s.Order, s.Variety, s.Contradicted, s.Foresight
	for _, m := range s.Members[max(0, len(s.Members)-o.capacity()):] {
		t, ok := find(m.ID)
		if !ok {
			continue
		}
		w.members = append(w.members, &member{
			id: t.ID, version: t.Version, purpose: t.Purpose, neutral: t.neutral(),
			entered: m.Entered, look: -m.Ago, r: m.R, fit: m.Fit, face: valuesOf(&t.Record),
		})
	}
	return w
}
