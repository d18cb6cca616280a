package sched

import (
	"fmt"
	"strings"

	"asterism/models"
)

// lose moves every space away from a backend whose device is lost, at once and with one line in the log. Batches that run there fail and are run by the next
// backend (see try), and nothing new is sent there. It returns after all spaces have moved, whichever goroutine moved them, so that no caller demotes one of
// them again.
func (s *Scheduler) lose(which int, cause error) {
	s.losing.Lock()
	defer s.losing.Unlock()
	if s.lost[which].Swap(true) {
		return
	}
	var moved, stranded models.Set
	for _, e := range s.embedders {
		switch e.leave(which, cause) {
		case left:
			moved = moved.With(e.space)
		case nowhere:
			stranded = stranded.With(e.space)
		}
	}
	attrs := []any{"backend", s.backends[which].Name(), "cause", cause.Error(), "moved", codes(moved)}
	if stranded != 0 {
		attrs = append(attrs, "without_any", codes(stranded))
	}
	s.log.Warn("a backend is lost: its spaces go to the next that has them", attrs...)
}

// leaving is what happens to a space when a backend is lost.
type leaving int

const (
	elsewhere leaving = iota // it did not run there
	left
	nowhere // no other backend has it
)

// leave moves the space away from a lost backend.
func (e *embedder) leave(which int, cause error) leaving {
	cause = fmt.Errorf("%s: %w", e.s.backends[which].Name(), cause)
	if e.backends[0] == which && e.onTrial.CompareAndSwap(true, false) { // it runs on another backend, and stays there
		e.noteDemotion(cause, 1)
		return elsewhere
	}
	for at := e.current.Load(); e.backends[at] == which; at = e.current.Load() {
		to := e.next(int(at))
		if to < 0 {
			return nowhere
		}
		if e.current.CompareAndSwap(at, int32(to)) {
			e.noteDemotion(cause, to-int(at))
			return left
		}
	}
	return elsewhere
}

// next is the index of the first backend after place that is not lost; -1 if there is none.
func (e *embedder) next(place int) int {
	for i := place + 1; i < len(e.backends); i++ {
		if !e.s.lost[e.backends[i]].Load() {
			return i
		}
	}
	return -1
}

// codes lists spaces for a log: "E1 E5".
func codes(set models.Set) string {
	var out []string
	for _, s := range set.Spaces() {
		out = append(out, s.Code())
	}
	return strings.Join(out, " ")
}
