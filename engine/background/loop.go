package background

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Task is the work of a loop.
type Task struct {
	Name string // in state, metrics and log
	// Work does what there is to do now, with [Round.Try], until only waiting subjects are left or ctx ends.
	Work  func(ctx context.Context, r *Round)
	Every time.Duration // from the start of one round to the start of the next, the first at once; 0: only after a kick, or when failed work is to be retried
	Pause Pause         // after failures; zero: Usual
	Log   *slog.Logger
}

// Loop runs a task, one round at a time. It is safe for concurrent use.
type Loop struct {
	task   Task
	ctx    context.Context
	cancel context.CancelFunc
	bell   chan struct{} // holds one when there may be a reason to wake
	done   chan struct{} // closed after the last round

	mu      sync.Mutex
	begun   bool // or was ended before it started
	kicked  bool
	inRound bool
	last    bool // the next round is the last
	failing map[string]*subject

	lastStart, lastEnd, lastSuccess, lastErrorAt time.Time
	lastError                                    string
	failures                                     int64
}

// New makes a loop that does nothing until it is started. It can be kicked before.
func New(t Task) *Loop {
	if t.Pause == (Pause{}) {
		t.Pause = Usual
	}
	if t.Log == nil {
		t.Log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	return &Loop{task: t, ctx: ctx, cancel: cancel, bell: make(chan struct{}, 1), done: make(chan struct{}), failing: map[string]*subject{}}
}

// Start starts the rounds; a second call, or one after the loop was ended, does nothing.
func (l *Loop) Start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun {
		l.begun = true
		go l.run()
	}
}

// Kick starts a round soon: at once, or after the one in progress. It does not wait, and does not end the pause of a failed
// subject.
func (l *Loop) Kick() {
	l.mu.Lock()
	l.kicked = true
	l.mu.Unlock()
	l.ring()
}

// Stop cuts the current round short and returns after the last round.
func (l *Loop) Stop() {
	l.cancel()
	l.neverBegin()
	<-l.done
}

// Finish runs one last round, in which no subject waits, and returns when it has ended. When ctx ends first, the work is cut short.
func (l *Loop) Finish(ctx context.Context) {
	defer l.cancel()
	l.neverBegin()
	l.mu.Lock()
	l.last = true
	l.mu.Unlock()
	l.ring()
	select {
	case <-l.done:
	case <-ctx.Done():
		l.cancel()
		<-l.done
	}
}

// neverBegin ends a loop that was not started.
func (l *Loop) neverBegin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun {
		l.begun = true
		close(l.done)
	}
}

func (l *Loop) ring() {
	select {
	case l.bell <- struct{}{}:
	default:
	}
}

// State returns the state of the loop.
func (l *Loop) State() State {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := State{
		Name: l.task.Name, Running: l.inRound || l.kicked && !l.rests(time.Now()), LastStart: l.lastStart.UTC(), LastEnd: l.lastEnd.UTC(), LastSuccess: l.lastSuccess.UTC(),
		Failures: l.failures, LastError: l.lastError, LastErrorAt: l.lastErrorAt.UTC(),
	}
	var newest time.Time
	for _, s := range l.failing {
		out.InARow = max(out.InARow, s.inARow)
		if out.Since.IsZero() || s.since.Before(out.Since) {
			out.Since = s.since.UTC()
		}
		if s.at.After(newest) {
			newest, out.LastError, out.LastErrorAt = s.at, s.text, s.at.UTC()
		}
		if !s.until.IsZero() && (out.NextTry.IsZero() || s.until.Before(out.NextTry)) {
			out.NextTry = s.until.UTC()
		}
	}
	return out
}
