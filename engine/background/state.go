package background

import (
	"fmt"
	"time"
)

// State is how a loop is doing. A try is one subject's work in one round.
type State struct {
	Name        string    `json:"name"`
	Running     bool      `json:"running"`                // a round is under way, or about to begin
	LastStart   time.Time `json:"last_start,omitzero"`    // of a try; zero: there was none
	LastEnd     time.Time `json:"last_end,omitzero"`      // of a try
	LastSuccess time.Time `json:"last_success,omitzero"`  // when a try last ended well
	Failures    int64     `json:"failures"`               // tries that failed, since the start
	InARow      int       `json:"consecutive_failures"`   // of the subject that failed most often; 0: all is well
	Since       time.Time `json:"failing_since,omitzero"` // the first failure of what fails now
	LastError   string    `json:"last_error,omitempty"`   // of what fails now, or else the last there was
	LastErrorAt time.Time `json:"last_error_at,omitzero"` //
	NextTry     time.Time `json:"next_try,omitzero"`      // of what fails now; zero: it does not wait
}

// Failing reports whether something fails now.
func (s State) Failing() bool { return s.InARow > 0 }

// Trouble says in words what fails, since when, and when it is tried again; empty when nothing fails.
func (s State) Trouble() string {
	if !s.Failing() {
		return ""
	}
	next := "is being tried again"
	if !s.NextTry.IsZero() {
		next = "is tried again at " + stamp(s.NextTry)
	}
	times := "once"
	if s.InARow > 1 {
		times = fmt.Sprintf("%d times in a row", s.InARow)
	}
	return fmt.Sprintf("%s has failed %s since %s and %s: %s", s.Name, times, stamp(s.Since), next, s.LastError)
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
