package engine

import (
	"context"

	"asterism/engine/outcomes"
)

// Inject is Remember with a measuring step: before the memory is stored, it is compared with what the namespace knows,
// and the result is stored with it. A rationale is required.
func (e *Engine) Inject(ctx context.Context, note Note) (*Remembered, error) {
	if err := checkText("rationale", note.Rationale, MaxRationaleBytes, true); err != nil {
		return nil, err
	}
	drafts, err := e.in.acceptAll(ctx, []Note{note})
	if err != nil {
		return nil, err
	}
	drafts[0].said = true
	e.in.tokenise(drafts)
	if err := e.in.embed(ctx, drafts); err != nil {
		return nil, err
	}
	if err := e.in.fingerprint(drafts); err != nil {
		return nil, err
	}
	release, err := e.in.holdTexts(ctx, drafts)
	if err != nil {
		return nil, err
	}
	defer release()
	var ns *namespace
	var many []Remembered
	for ok := false; !ok; {
		if err := e.in.recognise(ctx, drafts); err != nil {
			return nil, err
		}
		if ns, err = e.in.measure(ctx, drafts[0]); err != nil {
			return nil, err
		}
		if many, ok, err = e.in.storeAndPublish(ctx, drafts); err != nil {
			return nil, err
		}
	}
	release() // the memory can be found; the rest concerns this call only
	out, d := &many[0], drafts[0]
	if d.known != nil { // the measurement is returned, and belongs to no stored memory
		e.minds.Add(d.known.memory)
	} else {
		ns.observe(d)
		e.minds.Add(d.memory)
	}
	out.Pulse, out.Learned, out.Unread = ns.pulse(), d.lesson.Learned(d.memory), e.embedder.Foreign(note.Content)
	if out.DuplicateOf != nil {
		e.outcomes.Hint(*out.DuplicateOf, outcomes.Reinjected)
	}
	if d.known == nil {
		e.outcomes.Stored(ctx, d.memory, d.lesson) // last, since it waits for the disk; the memory can already be found
	}
	return out, nil
}

// storeAndPublish stores drafts that repeat nothing, makes them searchable while the goals cannot change, and counts the others, in one write. ok is false, and nothing
// was done, if a memory that is repeated has changed since it was found.
func (w *writer) storeAndPublish(ctx context.Context, drafts []*draft) (out []Remembered, ok bool, err error) {
	done, ok, err := w.holdKnown(ctx, drafts)
	if err != nil || !ok {
		return nil, false, err
	}
	defer done()
	release, err := w.align(drafts) // to compute the purpose vectors
	if err != nil {
		return nil, false, err
	}
	defer release()
	if err := w.apply(ctx, drafts); err != nil {
		return nil, false, err
	}
	out, err = w.publish(drafts)
	return out, true, err
}
