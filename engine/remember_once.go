package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/models"
)

// MaxOnce is the largest number of notes in one call of [Engine.RememberOnce].
const MaxOnce = 256

// Once is the result for a note: it was stored, or a memory of its namespace already had its text.
type Once struct {
	ID       store.ID
	Known    bool     // ID is that of the existing memory, or of an earlier note of the same call
	NotTaken []string // with Known: as [Remembered] has it
	Redacted []string // as [Remembered] has it
	// The following fields are as in [Remembered], for a note that [Engine.RememberOnce] stored; nil for others.
	MaySupersede  []Candidate
	ReplacedCopy  *ReplacedCopy
	ReplacesNewer []store.ID
}

// RememberOnce stores notes as [Engine.RememberAll] does, all or none. An error names the number of the wrong note, from 1. A text that is already stored is counted and not
// stored again, so repeating the call after a lost answer stores nothing twice. progress, which may be nil, gets the number of finished values of the notes, and the largest possible
// total: a note has one in each space.
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
	many, err := e.in.rememberAll(withProgress(ctx, progress), notes, true)
	if err != nil {
		return nil, err
	}
	out := make([]Once, len(many))
	for i, r := range many {
		out[i] = Once{ID: r.ID, Known: r.AlreadyStored, NotTaken: r.NotTaken, Redacted: r.Redacted, ReplacedCopy: r.ReplacedCopy, ReplacesNewer: r.ReplacesNewer}
		if r.DuplicateOf == nil {
			out[i].MaySupersede = e.in.offerStored(ctx, r.ID)
		}
	}
	return out, nil
}

// Packed is a note with the results of [ModelsAlone.Pack].
type Packed struct {
	Note   Note
	ID     store.ID               // of the memory if the note has none; zero: a new one. The same note with the same ID is one memory, however often it is sent
	Record *fingerprint.Record    // nil: it is embedded where it is stored
	Tokens [models.Count]uint32   // as in [store.Memory]
	Of     [32]byte               // [WordsOf] the embedded texts
	Models [models.Count][32]byte // the hashes of the models that were used
}

// WordsOf identifies the text and rationale from which values are made.
func WordsOf(content, rationale string) [32]byte {
	return sha256.Sum256(slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(content))), []byte(content), []byte(rationale)))
}

// RememberPacked stores notes that were embedded elsewhere, all or none. A note that is already stored is not counted again: a note with an id if that memory exists,
// another note if the namespace has a live memory with its text, or there is a memory with the ID. So repeating the call changes nothing. A note is embedded here if its
// values are from other models, or not from the words that would be stored, since a policy removes secrets here.
func RememberPacked(ctx context.Context, e *Engine, notes []Packed) ([]Once, error) {
	w := &e.in
	drafts, turns := make([]*draft, len(notes)), make([]store.ID, len(notes))
	for i := range notes {
		d, err := w.accept(ctx, notes[i].Note)
		if err != nil {
			return nil, err
		}
		drafts[i], turns[i] = d, textTurn(d.memory)
	}
	release, err := w.texts.lockAll(ctx, turns)
	if err != nil {
		return nil, err
	}
	defer release()
	out := make([]Once, len(notes))
	var late []*draft
	var at []int
	given := map[store.ID]*store.Memory{}
	for i, d := range drafts {
		id, held, err := w.held(ctx, d, notes[i].ID)
		if err != nil {
			return nil, err
		}
		if held {
			out[i] = Once{ID: id, Known: true}
			continue
		}
		if err := w.checkDraft(ctx, d, given); err != nil {
			return nil, err
		}
		if err := w.take(d, &notes[i]); err != nil {
			return nil, err
		}
		late, at = append(late, d), append(at, i)
	}
	if len(late) == 0 {
		return out, nil
	}
	many, err := w.rememberDrafts(ctx, late)
	if err != nil {
		return nil, err
	}
	for i, r := range many {
		out[at[i]] = Once{ID: r.ID, Known: r.AlreadyStored, NotTaken: r.NotTaken, Redacted: r.Redacted}
	}
	return out, nil
}

// take uses values that were made elsewhere, if they are of this memory's words and these models.
func (w *writer) take(d *draft, p *Packed) error {
	m := d.memory
	if p.Record == nil || p.Of != WordsOf(m.Content, m.Rationale) || p.Models != m.ModelHashes {
		return nil
	}
	d.job, d.packed, m.Tokens = &sched.Job{}, p.Record, p.Tokens
	return w.fingerprint([]*draft{d})
}

// ofNote adds to an error which note it is about.
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

// withProgress returns a context that counts the values of a call's notes while they are made.
func withProgress(ctx context.Context, tell func(done, total int)) context.Context {
	if tell == nil {
		return ctx
	}
	return context.WithValue(ctx, progressKey{}, tell)
}

// progressOf returns the function that withProgress stored; nil if there is none.
func progressOf(ctx context.Context) func(done, total int) {
	tell, _ := ctx.Value(progressKey{}).(func(done, total int))
	return tell
}
