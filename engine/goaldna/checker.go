package goaldna

import (
	"fmt"
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

// Record takes a similarity in that was measured in whatever way. It returns the event when the similarity is below the threshold, else nil. Without
// a signal there was nothing to compare: the check is recorded and neither raises nor resets the counter of consecutive drifts. The error names a
// step below 0 or a similarity outside [0,1]; then nothing is recorded.
func (c *Checker) Record(step int, action string, similarity float64, signal bool) (*Event, error) {
	if step < 0 {
		return nil, fmt.Errorf("step number %d is below 0: count steps from 0", step)
	}
	if !(similarity >= 0 && similarity <= 1) {
		return nil, fmt.Errorf("similarity %v is outside 0…1", similarity)
	}
	now := c.now().UnixNano()
	c.mu.Lock()
	defer c.mu.Unlock()
	*c.checks.push() = recordedCheck{step, similarity, signal, now}
	c.total++
	switch {
	case !signal:
		return nil, nil
	case similarity >= c.options.Threshold:
		c.consecutive = 0
		return nil, nil
	}
	c.consecutive++
	c.drifted++
	text := cut(action)
	e := c.events.push()
	e.step, e.similarity, e.time, e.text = step, similarity, now, append(e.text[:0], text...)
	return &Event{step, similarity, text, SeverityOf(similarity, c.options.Threshold), time.Unix(0, now).UTC()}, nil
}

// IsDrifting reports that as many checks in a row have drifted as the limit says.
func (c *Checker) IsDrifting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.consecutive >= c.options.Limit
}

// ResetConsecutive sets the counter of consecutive drifts to 0, as after a new plan.
func (c *Checker) ResetConsecutive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.consecutive = 0
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
