package background

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Task is what a loop does.
type Task struct {
	Name string // in state, metrics and log
	// Work does what there is to do now, by [Round.Try], until nothing is left that does not wait or ctx ends.
	Work  func(ctx context.Context, r *Round)
	Every time.Duration // from one round's beginning to the next one's, the first at the start; 0: only when it is kicked, or something waits to be tried again
	Pause Pause         // after failures; zero: Usual
	Log   *slog.Logger
}

// Loop runs a task, one round at a time. It is safe for concurrent use.
type Loop struct {
	task   Task
	ctx    context.Context
	cancel context.CancelFunc
	bell   chan struct{} // holds one when there may be something to wake for
	done   chan struct{} // closed when no round will come any more

	mu      sync.Mutex
	begun   bool // or never to begin
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

// Start begins the rounds; a second call, or one after the loop was ended, does nothing.
func (l *Loop) Start() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.begun {
		l.begun = true
		go l.run()
	}
}

// Kick has a round begin soon: at once, or after the one that is under way. It waits for nothing, and ends no pause of what failed.
func (l *Loop) Kick() {
	l.mu.Lock()
	l.kicked = true
	l.mu.Unlock()
	l.ring()
}

// Stop cuts the round under way short and returns when no more will come.
func (l *Loop) Stop() {
	l.cancel()
	l.neverBegin()
	<-l.done
}

// Finish has one more round run, the last, in which nothing waits, and returns when it has ended. When ctx ends first, the work is cut short.
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

// State says how the loop is doing.
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
