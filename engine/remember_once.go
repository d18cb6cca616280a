package engine

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// MaxOnce is how many notes [Engine.RememberOnce] takes in one call.
const MaxOnce = 256

// Once is what became of a note: it was stored, or a memory of its namespace said the same before.
type Once struct {
	ID         store.ID
	Known      bool        // ID is of the memory that was there, or of an earlier note of the same call
	Remembered *Remembered // nil: known
}

// RememberOnce stores notes as [Engine.RememberAll] does, all or none, but for those whose text a live memory of their namespace has: these are answered with its id.
// So the same call again, because its answer was lost, stores nothing twice; one that is made while the first is still at work waits for it. An error names the note
// that is wrong, from 1. progress, which may be nil, is told how many notes the embedders have been given.
func (e *Engine) RememberOnce(ctx context.Context, notes []Note, progress func(done, total int)) ([]Once, error) {
	if len(notes) == 0 || len(notes) > MaxOnce {
		return nil, fault.Invalid("%d memories given at once; from 1 to %d can be", "store them in several calls", len(notes), MaxOnce)
	}
	release, err := e.once.take(ctx, notes)
	if err != nil {
		return nil, err
	}
	defer release()
	out, fresh, at, err := e.in.sift(ctx, notes)
	if err != nil || len(fresh) == 0 {
		return out, err
	}
	many, err := e.RememberAll(withProgress(ctx, progress), fresh)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if r := at[i]; r >= 0 {
			out[i].ID = many[r].ID
			if !out[i].Known {
				out[i].Remembered = &many[r]
			}
		}
	}
	return out, nil
}

// sift checks the notes and finds those that are known. at[i] is the place in fresh of the note that stores the i-th one's text; -1: nothing is to be stored.
func (w *writer) sift(ctx context.Context, notes []Note) (out []Once, fresh []Note, at []int, err error) {
	type said struct {
		namespace string
		text      [32]byte
	}
	first := map[said]int{}
	for i, n := range notes {
		m, known, err := w.known(ctx, n)
		if err != nil {
			return nil, nil, nil, ofNote(err, i, len(notes))
		}
		key := said{m.Namespace, m.TextHash}
		r, again := first[key]
		switch {
		case known != nil:
			out, at = append(out, Once{ID: *known, Known: true}), append(at, -1)
		case again:
			out, at = append(out, Once{Known: true}), append(at, r)
		default:
			first[key] = len(fresh)
			out, at = append(out, Once{}), append(at, len(fresh))
			fresh = append(fresh, n)
		}
	}
	return out, fresh, at, nil
}

// known checks a note, and finds the memory that says the same.
func (w *writer) known(ctx context.Context, n Note) (*store.Memory, *store.ID, error) {
	d, err := w.accept(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	if err := w.checkLinks(ctx, d.memory.Links); err != nil {
		return nil, nil, err
	}
	id, err := w.duplicate(ctx, d.memory)
	return d.memory, id, err
}

// ofNote says which note an error is about.
func ofNote(err error, i, n int) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Message = fmt.Sprintf("memory %d of %d: %s; none was stored", i+1, n, e.Message)
	return &out
}

// namespaceTurns are the turns on namespaces of calls of RememberOnce.
type namespaceTurns struct{ turns }

// take waits until no other call of RememberOnce stores into the notes' namespaces. All calls take them in one order, so none waits for another in a circle.
func (t *namespaceTurns) take(ctx context.Context, notes []Note) (release func(), err error) {
	names := map[string]bool{}
	for _, n := range notes {
		if n.Namespace == "" {
			n.Namespace = DefaultNamespace
		}
		names[n.Namespace] = true
	}
	var all []func()
	release = func() {
		for _, r := range all {
			r()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		sum := sha256.Sum256([]byte(name))
		one, err := t.lock(ctx, store.ID(sum[:16]))
		if err != nil {
			release()
			return nil, err
		}
		all = append(all, one)
	}
	return release, nil
}

type progressKey struct{}

// withProgress has the notes of a call counted while they are taken in.
func withProgress(ctx context.Context, tell func(done, total int)) context.Context {
	if tell == nil {
		return ctx
	}
	return context.WithValue(ctx, progressKey{}, tell)
}

// progressOf is what withProgress gave; it does nothing where that was nothing.
func progressOf(ctx context.Context) func(done, total int) {
	if tell, ok := ctx.Value(progressKey{}).(func(done, total int)); ok {
		return tell
	}
	return func(int, int) {}
}
