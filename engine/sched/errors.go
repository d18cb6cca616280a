package sched

import (
	"fmt"
	"slices"
	"strings"

	"asterism/models"
)

// MissingError reports that a text could not be embedded in some spaces: every backend that has them
// failed.
type MissingError struct {
	Causes map[models.Space]error
}

// Spaces is the set of the missing spaces.
func (e *MissingError) Spaces() models.Set {
	var s models.Set
	for space := range e.Causes {
		s = s.With(space)
	}
	return s
}

func (e *MissingError) Error() string {
	var parts []string
	for _, space := range e.Spaces().Spaces() {
		parts = append(parts, fmt.Sprintf("%s: %v", space, e.Causes[space]))
	}
	return "embed text: missing " + strings.Join(parts, "; ")
}

// Unwrap returns the causes in order of the spaces.
func (e *MissingError) Unwrap() []error {
	var causes []error
	for _, space := range e.Spaces().Spaces() {
		causes = append(causes, e.Causes[space])
	}
	return causes
}

// JobsError reports which jobs of a call failed. The results of the others are good.
type JobsError struct {
	Jobs   int                   // of the call
	Failed map[int]*MissingError // by index in the call
}

func (e *JobsError) Error() string {
	first := e.order()[0]
	if e.Jobs == 1 {
		return e.Failed[first].Error()
	}
	return fmt.Sprintf("%d of %d texts failed; text %d: %v", len(e.Failed), e.Jobs, first, e.Failed[first])
}

// Unwrap returns the failures in order of the jobs.
func (e *JobsError) Unwrap() []error {
	var errs []error
	for _, i := range e.order() {
		errs = append(errs, e.Failed[i])
	}
	return errs
}

func (e *JobsError) order() []int {
	places := make([]int, 0, len(e.Failed))
	for i := range e.Failed {
		places = append(places, i)
	}
	slices.Sort(places)
	return places
}
