package history

// Op is an operation on one memory.
type Op string

// The operations.
const (
	Remember Op = "remember" // store a memory with Text
	Update   Op = "update"   // replace its text by Text
	Forget   Op = "forget"   // softly
	Restore  Op = "restore"
	Get      Op = "get"
)

// Call is a call about a memory.
type Call struct {
	Memory string // a name that the caller gave it
	Op     Op
	Text   string // of Remember and Update
}

// Outcome is the outcome of a call.
type Outcome int

// The outcomes. A call that was refused because nothing could be done at the time (busy, no quorum) is no part of a history.
const (
	Done    Outcome = iota
	Missing         // there is no such memory, or it is forgotten and the operation wants one that is not
	Unknown         // no answer came
)

// Answer is what a call returned.
type Answer struct {
	Outcome Outcome
	Text    string // of Get that is Done
	Gone    bool   // of Get that is Done: the memory is forgotten
}

// State is a memory in a store.
type State struct {
	There, Gone bool
	Text        string
}

// Step returns the states in which a memory may be after a call that was answered so; none: a store would not have answered that.
func Step(s State, c Call, a Answer) []State {
	after, missing := apply(s, c)
	switch {
	case a.Outcome == Unknown && (missing || after == s):
		return []State{s}
	case a.Outcome == Unknown:
		return []State{s, after}
	case missing != (a.Outcome == Missing):
		return nil
	case c.Op == Get && a.Outcome == Done && (a.Text != s.Text || a.Gone != s.Gone):
		return nil
	}
	return []State{after}
}

// apply carries a call out. missing: there is no memory that it could be about, and nothing changes.
func apply(s State, c Call) (after State, missing bool) {
	switch {
	case c.Op == Remember && !s.There:
		return State{There: true, Text: c.Text}, false
	case c.Op == Remember: // the same text again is the same memory
		return s, false
	case !s.There, c.Op == Update && s.Gone:
		return s, true
	}
	switch c.Op {
	case Update:
		s.Text = c.Text
	case Forget:
		s.Gone = true
	case Restore:
		s.Gone = false
	}
	return s, false
}
