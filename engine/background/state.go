package background

import (
	"fmt"
	"time"
)

// State is the state of a loop. A try is one subject's work in one round.
type State struct {
	Name        string    `json:"name"`
	Running     bool      `json:"running"`                // a round is in progress, or about to begin
	LastStart   time.Time `json:"last_start,omitzero"`    // of a try; zero: there was none
	LastEnd     time.Time `json:"last_end,omitzero"`      // of a try
	LastSuccess time.Time `json:"last_success,omitzero"`  // of a successful try
	Failures    int64     `json:"failures"`               // tries that failed, since the start
	InARow      int       `json:"consecutive_failures"`   // of the subject with the most; 0: nothing fails
	Since       time.Time `json:"failing_since,omitzero"` // the first failure of the subjects that fail now
	LastError   string    `json:"last_error,omitempty"`   // of the subjects that fail now, otherwise the last error
	LastErrorAt time.Time `json:"last_error_at,omitzero"` //
	NextTry     time.Time `json:"next_try,omitzero"`      // of the subjects that fail now; zero: none waits
}

// Failing reports whether a subject fails now.
func (s State) Failing() bool { return s.InARow > 0 }

// Trouble describes what fails, since when, and when it is retried; empty if nothing fails.
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
