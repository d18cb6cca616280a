package engine

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// MaxOnce is how many notes [Engine.RememberOnce] takes in one call.
const MaxOnce = 256

// Once is what became of a note: it was stored, or a memory of its namespace said the same before.
type Once struct {
	ID       store.ID
	Known    bool     // ID is of the memory that was there, or of an earlier note of the same call
	Redacted []string // as [Remembered] has it
}

// RememberOnce stores notes as [Engine.RememberAll] does, all or none, and names in an error the note that is wrong, from 1. A text that is stored is counted and not
// stored again, so the same call once more, because its answer was lost, stores nothing twice. progress, which may be nil, is told how many notes the embedders have been
// given.
func (e *Engine) RememberOnce(ctx context.Context, notes []Note, progress func(done, total int)) ([]Once, error) {
	if len(notes) == 0 || len(notes) > MaxOnce {
		return nil, fault.Invalid("%d memories given at once; from 1 to %d can be", "store them in several calls", len(notes), MaxOnce)
	}
	for i, n := range notes {
		d, err := e.in.accept(ctx, n)
		if err == nil {
			err = e.in.checkLinks(ctx, d.memory.Links)
		}
		if err != nil {
			return nil, ofNote(err, i, len(notes))
		}
	}
	many, err := e.RememberAll(withProgress(ctx, progress), notes)
	if err != nil {
		return nil, err
	}
	out := make([]Once, len(many))
	for i, r := range many {
		out[i] = Once{ID: r.ID, Known: r.AlreadyStored, Redacted: r.Redacted}
	}
	return out, nil
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
