package engine

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
)

// A note that says what a live memory of its namespace says, in the same text, is stored once and counted: the answer names the memory, how often it
// was said and when last. What makes it another memory is what the note itself says of when, in which session, or from which source it is: who says
// "ok" in two sessions has said two things. A note that names none of these says no more than its text, so any memory with the text is the same.
//
// A memory that was forgotten, that another one supersedes, or whose validity has ended is not what the note says now: the note is stored anew. So is
// one that somebody says now, of what another memory has said otherwise since ("CI is CircleCI", "CI is Buildkite", "CI is CircleCI"): see [writer.again]. So is
// one with AllowDuplicate. One that brings an id is known by its id; see checkGiven.
//
// What else the note says (why, tags, importance, links) is not taken over; the answer names what it was, and update_memory sets it.

// known is the memory that a draft repeats: one that is stored, or one of a draft before it.
type known struct {
	memory *store.Memory
	draft  *draft // nil: it is stored
}

// identity is what a note says of itself beside its text, as the note has it: zero where it says nothing.
type identity struct {
	time            time.Time
	session, source string
}

func (i *identity) fits(m *store.Memory) bool {
	return (i.time.IsZero() || i.time.Equal(m.Time)) && (i.session == "" || i.session == m.SessionID) && (i.source == "" || i.source == m.Source)
}

// alone reports whether the draft is stored whatever else is.
func (d *draft) alone() bool { return d.given || d.note.AllowDuplicate }

// textTurn is what those who store the same text in a namespace take turns on.
func textTurn(m *store.Memory) (id store.ID) {
	sum := sha256.Sum256(slices.Concat(m.TextHash[:], []byte(m.Namespace)))
	copy(id[:], sum[:])
	return id
}

// holdTexts waits for the turns on the texts of the drafts: who stores the same text comes later, and finds it.
func (w *writer) holdTexts(ctx context.Context, drafts []*draft) (release func(), err error) {
	var ids []store.ID
	for _, d := range drafts {
		if !d.alone() {
			ids = append(ids, textTurn(d.memory))
		}
	}
	return w.texts.lockAll(ctx, ids)
}

// recognise finds what each draft repeats. The caller holds their texts.
func (w *writer) recognise(ctx context.Context, drafts []*draft) error {
	first := map[store.ID][]*draft{} // by the turns of their texts
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

// findKnown finds the stored memory that a draft repeats, and one that it would repeat had it not been forgotten.
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
			d.anew(m.ID)
			d.answer.ReplacedCopy = &ReplacedCopy{m.ID, heads}
			continue
		}
		if again, err := w.again(ctx, d, m); err != nil {
			return err
		} else if again {
			d.anew(m.ID)
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

// findReplaced finds out whether a draft that is stored whatever else is repeats only what others have replaced: it is no copy of what holds then. Of a text with more than mostCopies
// memories it is not asked.
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
		d.anew(m.ID)
		d.answer.ReplacedCopy = &ReplacedCopy{m.ID, replaced[m.ID]}
	}
	return nil
}

// mostCopies bounds how many memories with one text findReplaced looks at.
const mostCopies = 64

// anew notes that a draft is stored in spite of a memory with its text, which is not what holds.
func (d *draft) anew(old store.ID) { d.again, d.answer.DuplicateOf = append(d.again, old), nil }

// ReplacedCopy is a memory with the same text as a note, which others have replaced. So the note was stored again.
type ReplacedCopy struct {
	ID store.ID
	By []store.ID // what is current instead
}

// copyBefore looks at the newest copy that is older than a draft and of another time, session or source: where that one was replaced, or another memory has said otherwise between the
// two, the draft says what was true before and is true again, and it is no copy of what is known.
func (w *writer) copyBefore(ctx context.Context, d *draft, old *store.Memory) error {
	replaced, err := w.replaced(ctx, []*store.Memory{old})
	if err != nil {
		return err
	}
	if heads := replaced[old.ID]; len(heads) > 0 {
		d.anew(old.ID)
		d.answer.ReplacedCopy = &ReplacedCopy{old.ID, heads}
		return nil
	}
	first, err := w.saidOtherwise(ctx, old.ID)
	if err == nil && !first.IsZero() && first.Before(d.memory.Time) {
		d.anew(old.ID)
	}
	return err
}

// fresh are the drafts that repeat nothing and have no values yet.
func fresh(drafts []*draft) (out []*draft) {
	for _, d := range drafts {
		if d.known == nil && d.job == nil {
			out = append(out, d)
		}
	}
	return out
}
