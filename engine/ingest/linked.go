package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"asterism/engine"
)

// rememberLinked remembers the notes that name other memories, after all others and one by one, the oldest first: what a note names must be there before it. A chain
// of notes takes at most as many rounds as it is long; what is left when a round brings nothing names memories that are nowhere.
func (r *run) rememberLinked(ctx context.Context) error {
	left, err := r.fresh(ctx, r.linked)
	if err != nil {
		return err
	}
	r.count(0, len(r.linked)-len(left))
	slices.SortStableFunc(left, func(a, b engine.Note) int { return a.Time.Compare(b.Time) })
	for len(left) > 0 {
		refused, causes, err := r.round(ctx, left)
		if err != nil {
			return err
		}
		if len(refused) == len(left) {
			for i, n := range refused {
				r.problem(fmt.Errorf("%s: %w", whence(&n), causes[i]))
			}
			return nil
		}
		left = refused
		if r.Progress != nil {
			r.Progress(r.now())
		}
	}
	return nil
}

// round remembers each of the notes and returns those that were refused, with the causes.
func (r *run) round(ctx context.Context, notes []engine.Note) (refused []engine.Note, causes []error, err error) {
	for _, n := range notes {
		err := r.patiently(ctx, []engine.Note{n})
		var e *engine.Error
		switch {
		case err == nil:
			r.count(1, 0)
		case errors.As(err, &e) && e.Kind == engine.KindInvalid:
			refused, causes = append(refused, n), append(causes, err)
		default:
			return nil, nil, err
		}
	}
	return refused, causes, nil
}
