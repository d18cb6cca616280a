package validity

import (
	"time"

	"github.com/google/uuid"
)

// Fact is the part of a memory that decides when it is valid.
type Fact struct {
	ID          uuid.UUID
	Version     uint64    // of the memory
	Time        time.Time // when it happened
	From, Until time.Time // when its statement is valid, [From, Until); zero: open
	Supersedes  []uuid.UUID
	Gone        bool // forgotten, and can be restored: it is never shown nor in force, and what it superseded stays replaced by what supersedes it
}

// Begins returns when a memory replaces what it supersedes: when it begins to be valid, or when it happened if it does not say.
func (f *Fact) Begins() time.Time {
	if !f.From.IsZero() {
		return f.From
	}
	return f.Time
}

// Within reports whether t is in [From, Until).
func (f *Fact) Within(t time.Time) bool {
	return !t.Before(f.From) && (f.Until.IsZero() || t.Before(f.Until))
}

// InForce reports whether the memory has begun at t and has not ended.
func (f *Fact) InForce(t time.Time) bool { return f.Within(t) && !t.Before(f.Begins()) }
