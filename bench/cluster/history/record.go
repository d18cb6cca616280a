package history

import (
	"math"
	"sync"
	"time"
)

// Entry is a call with its answer, and when both were; in nanoseconds since the recording began.
type Entry struct {
	Client       int
	Call         Call
	Answer       Answer
	Began, Ended int64
}

// Recorder writes calls down. It is safe for concurrent use.
type Recorder struct {
	began   time.Time
	mu      sync.Mutex
	entries []Entry
}

// NewRecorder begins a recording.
func NewRecorder() *Recorder { return &Recorder{began: time.Now()} }

// Begin records when a call is made, and end its outcome; a call that certainly did nothing is left out by never calling end.
func (r *Recorder) Begin(client int, c Call) (end func(Answer)) {
	began := time.Since(r.began).Nanoseconds()
	return func(a Answer) {
		e := Entry{Client: client, Call: c, Answer: a, Began: began, Ended: time.Since(r.began).Nanoseconds()}
		if a.Outcome == Unknown {
			e.Ended = math.MaxInt64 // it may still be carried out
		}
		r.mu.Lock()
		r.entries = append(r.entries, e)
		r.mu.Unlock()
	}
}

// Entries are the calls that have ended.
func (r *Recorder) Entries() []Entry {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]Entry(nil), r.entries...)
}
