package engine

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// A note with the same text as a live memory of its namespace is stored once and counted: the answer names the memory, how often it
// was stored and when last. The note is a memory of its own only if its time, session or source differs: "ok" in two sessions
// is two statements. A note that names none of these is identified by its text, so it equals any memory with that text.
//
// Three kinds of memories do not count as the same: forgotten ones, superseded ones, and those whose validity has ended. The note is then stored again. So is a
// note that is said now, of which another memory has said something else since ("CI is CircleCI", "CI is Buildkite", "CI is CircleCI"): see [writer.again]. So is
// a note with AllowDuplicate. A note with an id is identified by its id; see checkGiven.
//
// The other fields of the note (why, tags, importance, links) are not taken over. The answer names those that differ, and update_memory sets them.

// known is the memory that a draft repeats: a stored one, or one of an earlier draft of the call.
type known struct {
	memory *store.Memory
	draft  *draft // nil: it is stored
}

// identity are the fields that identify a note in addition to its text: zero if the note does not have them.
type identity struct {
	time            time.Time
	session, source string
}

func (i *identity) fits(m *store.Memory) bool {
	return (i.time.IsZero() || i.time.Equal(m.Time)) && (i.session == "" || i.session == m.SessionID) && (i.source == "" || i.source == m.Source)
}

// alone reports whether the draft is stored regardless of other memories.
func (d *draft) alone() bool { return d.given || d.note.AllowDuplicate }

// textTurn returns the id of the turn that callers with the same text in a namespace wait for.
func textTurn(m *store.Memory) (id store.ID) {
	sum := sha256.Sum256(slices.Concat(m.TextHash[:], []byte(m.Namespace)))
	copy(id[:], sum[:])
	return id
}

// holdTexts waits for the turns on the texts of the drafts: a later caller with the same text then finds it stored.
func (w *writer) holdTexts(ctx context.Context, drafts []*draft) (release func(), err error) {
	var ids []store.ID
	for _, d := range drafts {
		if !d.alone() {
			ids = append(ids, textTurn(d.memory))
		}
	}
	return w.texts.lockAll(ctx, ids)
}

// recognise finds what each draft repeats. The caller holds the turns on their texts.
func (w *writer) recognise(ctx context.Context, drafts []*draft) error {
	first := map[store.ID][]*draft{} // by the ids of their turns
	for _, d := range drafts {
		d.known = nil
		turn := textTurn(d.memory)
		if !d.alone() {
			if err := w.findKnown(ctx, d); err != nil {
				return err
			}
			for _, before := range first[turn] {
				if d.known == nil && d.identity().fits(before.memory) {
					d.known = &known{before.memory, before}
				}
			}
		}
		if d.note.AllowDuplicate && !d.given {
			if err := w.findReplaced(ctx, d); err != nil {
				return err
			}
		}
		if d.known == nil {
			first[turn] = append(first[turn], d)
		}
	}
	return nil
}

func (d *draft) identity() *identity {
	return &identity{d.note.Time, d.note.SessionID, d.note.Source}
}

// findKnown finds the stored memory that a draft repeats, and a forgotten one that it would otherwise repeat.
func (w *writer) findKnown(ctx context.Context, d *draft) error {
	var live []*store.Memory
	var before *store.Memory // the newest copy that is older than the draft
	d.answer.ForgottenCopy, d.answer.ReplacedCopy, d.again = nil, nil, nil
	err := w.store.Same(ctx, d.memory.Namespace, d.memory.TextHash, func(m *store.Memory) (bool, error) {
		if m.Deleted.IsZero() && m.Time.Before(d.memory.Time) && (before == nil || m.Time.After(before.Time)) {
			before = m
		}
		switch {
		case !d.identity().fits(m):
		case !m.Deleted.IsZero():
			d.answer.ForgottenCopy = &m.ID
		case m.ValidUntil.IsZero() || m.ValidUntil.After(w.now()):
			live = append(live, m)
		}
		return true, nil
	})
	if err != nil {
		return fault.Storage("look for a copy", err)
	}
	replaced, err := w.replaced(ctx, live)
	if err != nil {
		return err
	}
	for _, m := range live {
		if heads := replaced[m.ID]; len(heads) > 0 {
			d.storeAgain(m.ID)
			d.answer.ReplacedCopy = &ReplacedCopy{m.ID, heads}
			continue
		}
		if again, err := w.again(ctx, d, m); err != nil {
			return err
		} else if again {
			d.storeAgain(m.ID)
			continue
		}
		d.known, d.again, d.answer.ForgottenCopy, d.answer.ReplacedCopy = &known{memory: m}, nil, nil, nil
		return nil
	}
	if before == nil || !d.said || len(d.again) > 0 {
		return nil
	}
	return w.copyBefore(ctx, d, before)
}

// findReplaced finds out whether a draft that is stored regardless repeats only memories that others have replaced. It is then no copy of what holds now. It does nothing for a
// text with more than mostCopies memories.
func (w *writer) findReplaced(ctx context.Context, d *draft) error {
	if d.answer.DuplicateOf == nil { // no live memory has the text
		return nil
	}
	var live []*store.Memory
	err := w.store.Same(ctx, d.memory.Namespace, d.memory.TextHash, func(m *store.Memory) (bool, error) {
		if m.Deleted.IsZero() {
			live = append(live, m)
		}
		return len(live) <= mostCopies, nil
	})
	if err != nil {
		return fault.Storage("look for a copy", err)
	}
	if len(live) > mostCopies {
		return nil
	}
	replaced, err := w.replaced(ctx, live)
	if err != nil || len(replaced) < len(live) {
		return err
	}
	for _, m := range live {
		d.storeAgain(m.ID)
		d.answer.ReplacedCopy = &ReplacedCopy{m.ID, replaced[m.ID]}
	}
	return nil
}

// mostCopies is the largest number of memories with one text that findReplaced reads.
const mostCopies = 64

// storeAgain records that a draft is stored although a memory has its text, since that memory no longer holds.
func (d *draft) storeAgain(old store.ID) { d.again, d.answer.DuplicateOf = append(d.again, old), nil }

// ReplacedCopy is a memory with the same text as a note, which others have replaced. So the note was stored again.
type ReplacedCopy struct {
	ID store.ID
	By []store.ID // what is current instead
}

// copyBefore checks the newest copy that is older than a draft and has another time, session or source. If that copy was replaced, or another memory said something else between the
// two, the draft is true again, and is no copy of what is known.
func (w *writer) copyBefore(ctx context.Context, d *draft, old *store.Memory) error {
	replaced, err := w.replaced(ctx, []*store.Memory{old})
	if err != nil {
		return err
	}
	if heads := replaced[old.ID]; len(heads) > 0 {
		d.storeAgain(old.ID)
		d.answer.ReplacedCopy = &ReplacedCopy{old.ID, heads}
		return nil
	}
	first, err := w.saidOtherwise(ctx, old.ID)
	if err == nil && !first.IsZero() && first.Before(d.memory.Time) {
		d.storeAgain(old.ID)
	}
	return err
}

// fresh returns the drafts that repeat nothing and have no values yet.
func fresh(drafts []*draft) (out []*draft) {
	for _, d := range drafts {
		if d.known == nil && d.job == nil {
			out = append(out, d)
		}
	}
	return out
}
