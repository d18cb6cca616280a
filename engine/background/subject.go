package background

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"
)

// subject is a failing subject.
type subject struct {
	inARow int
	since  time.Time // the first failure
	at     time.Time // the last one
	text   string    // its error text; the same text is not logged again
	until  time.Time // it waits until then; zero: it is being tried
}

// maxErrorBytes bounds the stored text of an error, and maxNameBytes the name in front of it.
const (
	maxErrorBytes = 500
	maxNameBytes  = 150
)

// waits reports whether a subject's pause is not over.
func (l *Loop) waits(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.failing[name]
	return s != nil && time.Now().Before(s.until)
}

// begin records that a subject is being tried.
func (l *Loop) begin(name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastStart = time.Now()
	if s := l.failing[name]; s != nil {
		s.until = time.Time{}
	}
}

// end records the result of a try.
func (l *Loop) end(name string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	l.lastEnd = now
	switch s := l.failing[name]; {
	case err == nil:
		l.lastSuccess = now
		l.well(name, s)
	case l.ctx.Err() == nil:
		if s == nil {
			s = &subject{since: now}
			l.failing[name] = s
		}
		l.failed(name, s, err, now)
	}
}

// well removes a subject that had failed; nil: it had not.
func (l *Loop) well(name string, s *subject) {
	if s != nil {
		delete(l.failing, name)
		l.task.Log.Info("background work is well again", "loop", l.task.Name, "of", name, "failures", s.inARow)
	}
}

// failed counts a failure, logs it unless it was logged already, and makes the subject wait.
func (l *Loop) failed(name string, s *subject, err error, now time.Time) {
	text := l.count(name, err, now)
	said := s.text == text
	s.inARow++
	pause := l.task.Pause.after(s.inARow, rand.Float64())
	s.at, s.text, s.until = now, text, now.Add(pause)
	if !said {
		l.report(name, err, "in", pause)
	}
}

// served records a failure that is not retried.
func (l *Loop) served(name string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(name, err, time.Now())
	l.report(name, err)
}

func (l *Loop) count(name string, err error, now time.Time) (text string) {
	l.failures++
	l.lastError, l.lastErrorAt = words(name, err), now
	return l.lastError
}

// report logs a failure, with the stack of a panic; more are additional log attributes.
func (l *Loop) report(name string, err error, more ...any) {
	level, message, more := slog.LevelWarn, "background work failed", append([]any{"loop", l.task.Name, "of", name, "error", err}, more...)
	if p := (*panicked)(nil); errors.As(err, &p) {
		level, message, more = slog.LevelError, "background work panicked", append(more, "stack", string(p.stack))
	}
	l.task.Log.Log(context.Background(), level, message, more...)
}

// forget removes failed subjects that were not tried in a round that could have tried them: there is nothing left to do for them. A round that failed as a whole tried
// nothing.
func (l *Loop) forget(began time.Time) {
	if l.failing[""] != nil && l.failing[""].until.After(began) {
		return
	}
	for name, s := range maps.Clone(l.failing) {
		if !s.until.After(began) {
			l.well(name, s)
		}
	}
}

// words formats an error as one line of bounded length, which a long name cannot fill.
func words(name string, err error) string {
	text := strings.ReplaceAll(err.Error(), "\n", "; ")
	if name != "" {
		text = fmt.Sprintf("%s: %s", cut(name, maxNameBytes), text)
	}
	return cut(text, maxErrorBytes)
}

// cut keeps at most most bytes, and marks the cut.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}
