package goaldna

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Checker checks one step after another against a goal and keeps what came of it. It is safe for concurrent use.
type Checker struct {
	goal    string
	dna     *DNA
	options Options
	now     func() time.Time

	mu          sync.Mutex // guards the rest
	checks      ring[recordedCheck]
	events      ring[recordedEvent]
	total       int // checks ever made
	drifted     int // drift events ever
	consecutive int
	run         recordedRun
	reminded    int // of total, at the last reminder
}

// New makes one for a goal. now is the clock; nil: time.Now. The error names the option that is outside its bounds, or a goal that is not
// UTF-8.
func New(goal string, o Options, now func() time.Time) (*Checker, error) {
	if err := o.Check(); err != nil {
		return nil, fmt.Errorf("check a goal: %w", err)
	}
	if !utf8.ValidString(goal) {
		return nil, fmt.Errorf("check a goal: %.40q is not UTF-8: convert it first", goal)
	}
	if now == nil {
		now = time.Now
	}
	return &Checker{goal: strings.Clone(goal), dna: NewDNA(goal), options: o, now: now,
		checks: newRing[recordedCheck](o.History), events: newRing[recordedEvent](o.History)}, nil
}

// Goal is the text that steps are checked against.
func (c *Checker) Goal() string { return c.goal }

// Options are those it was made with.
func (c *Checker) Options() Options { return c.options }

// Similarity is the plain measure, see [DNA.Similarity]; nothing is recorded.
func (c *Checker) Similarity(action string) float64 {
	similarity, _ := c.dna.Similarity(action)
	return similarity
}

// CheckDrift measures an action by the plain measure and records it, see [Checker.Record].
func (c *Checker) CheckDrift(step int, action string) (*Event, error) {
	similarity, signal := c.dna.Similarity(action)
	return c.Record(step, action, similarity, signal)
}

// Step is a check that was measured in whatever way.
type Step struct {
	Number     int // from 0
	Action     string
	Similarity float64 // in [0,1]
	Signal     bool    // false: there was nothing to compare
	Evidence   float64 // see [Hybrid.Evidence]; 0: none, as by the plain measure
	Unclear    bool    // it cannot be said whether the step is on the goal: it is no drift, whatever its similarity, and takes back none
}

// Record takes a similarity in, without evidence for the run, see [Checker.Take].
func (c *Checker) Record(step int, action string, similarity float64, signal bool) (*Event, error) {
	return c.Take(Step{Number: step, Action: action, Similarity: similarity, Signal: signal})
}

// Take takes a check in. It returns the event when the similarity is below the threshold and the step not unclear, else nil. Without a signal there was nothing to compare: the check is recorded and
// neither raises nor resets the counter of consecutive drifts, and leaves the run as it is. The error names a step below 0, a similarity outside [0,1] or evidence that is no
// number; then nothing is recorded.
func (c *Checker) Take(s Step) (*Event, error) {
	switch {
	case s.Number < 0:
		return nil, fmt.Errorf("step number %d is below 0: count steps from 0", s.Number)
	case !(s.Similarity >= 0 && s.Similarity <= 1):
		return nil, fmt.Errorf("similarity %v is outside 0…1", s.Similarity)
	case math.IsNaN(s.Evidence):
		return nil, fmt.Errorf("evidence of step %d is not a number: take 0 where there is none", s.Number)
	}
	now := c.now().UnixNano()
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.checks.push() = recordedCheck{s.Number, s.Similarity, s.Signal, now}
	c.total++
	if !s.Signal {
		return nil, nil
	}
	c.run.take(s.Evidence, s.Number, now)
	switch {
	case s.Unclear:
		return nil, nil
	case s.Similarity >= c.options.Threshold:
		c.consecutive = 0
		return nil, nil
	}
	c.consecutive++
	c.drifted++
	text := cut(s.Action)
	e := c.events.push()
	e.step, e.similarity, e.time, e.text = s.Number, s.Similarity, now, append(e.text[:0], text...)
	return &Event{s.Number, s.Similarity, text, SeverityOf(s.Similarity, c.options.Threshold), time.Unix(0, now).UTC()}, nil
}

// IsDrifting reports that as many checks in a row have drifted as the limit says, or that the run has reached its own limit.
func (c *Checker) IsDrifting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drifting()
}

// drifting needs mu.
func (c *Checker) drifting() bool { return c.consecutive >= c.options.Limit || c.run.drifting() }

// ResetConsecutive sets the counter of consecutive drifts to 0 and begins a new run, as after a new plan.
func (c *Checker) ResetConsecutive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.consecutive, c.run = 0, recordedRun{}
}

// Remind reports whether it is time to remind of the goal, and takes it as done: drifting began with the last check (was says whether there was drifting before it), or
// every checks were made since the last reminder; every 0: only when drifting begins.
func (c *Checker) Remind(was bool, every int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	due := c.drifting() && !was || every > 0 && c.total-c.reminded >= every
	if due {
		c.reminded = c.total
	}
	return due
}

// Events are the drift events that are kept, oldest first.
func (c *Checker) Events() []Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Event, c.events.count)
	for i := range out {
		out[i] = c.events.at(i).event(c.options.Threshold)
	}
	return out
}
