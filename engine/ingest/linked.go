package ingest

import (
	"context"
	"slices"

	"asterism/engine"
	"asterism/engine/store"
)

// rememberLinked remembers the notes that name other memories, after all others: a named memory must be stored first. Each round takes the notes that name none that
// still waits, so a chain of notes takes as many rounds as it is long. In a ring all wait for each other: then all are stored, and the engine reports for each what is
// missing.
func (r *run) rememberLinked(ctx context.Context) error {
	left, err := r.fresh(ctx, r.linked)
	if err != nil {
		return err
	}
	r.count(0, len(r.linked)-len(left))
	waiting := make(map[store.ID]bool, len(left))
	for i := range left {
		waiting[left[i].ID] = true
	}
	for len(left) > 0 {
		ready, wait := readyNotes(left, waiting)
		for batch := range slices.Chunk(ready, batchNotes) {
			stored, err := r.remember(ctx, batch)
			r.count(stored, 0)
			if err != nil {
				return err
			}
			if r.Progress != nil {
				r.Progress(r.now())
			}
		}
		for i := range ready {
			delete(waiting, ready[i].ID)
		}
		left = wait
	}
	return nil
}

// readyNotes splits notes into those that name none of the waiting ones, and the others; if none is ready, all are.
func readyNotes(notes []engine.Note, waiting map[store.ID]bool) (ready, wait []engine.Note) {
	for _, n := range notes {
		if namesAny(&n, waiting) {
			wait = append(wait, n)
		} else {
			ready = append(ready, n)
		}
	}
	if len(ready) == 0 {
		return wait, nil
	}
	return ready, wait
}

// namesAny reports whether a note names one of some memories, as related or as superseded.
func namesAny(n *engine.Note, some map[store.ID]bool) bool {
	named := func(id store.ID) bool { return some[id] }
	return slices.ContainsFunc(n.Links, named) || slices.ContainsFunc(n.Supersedes, named)
}
