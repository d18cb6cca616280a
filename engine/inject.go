package engine

import (
	"context"

	"asterism/engine/outcomes"
)

// Inject is Remember with the measuring step: before the memory is stored, it is compared with what the namespace knows,
// and what was learned is stored with it. A rationale is required.
func (e *Engine) Inject(ctx context.Context, note Note) (*Remembered, error) {
	if err := checkText("rationale", note.Rationale, MaxRationaleBytes, true); err != nil {
		return nil, err
	}
	drafts, err := e.in.acceptAll(ctx, []Note{note})
	if err != nil {
		return nil, err
	}
	e.in.tokenise(drafts)
	if err := e.in.embed(ctx, drafts); err != nil {
		return nil, err
	}
	if err := e.in.fingerprint(drafts); err != nil {
		return nil, err
	}
	ns, err := e.in.measure(ctx, drafts[0])
	if err != nil {
		return nil, err
	}
	many, err := e.in.storeAndPublish(ctx, drafts)
	if err != nil {
		return nil, err
	}
	out, d := &many[0], drafts[0]
	ns.observe(d)
	out.Pulse = ns.pulse()
	e.minds.Add(d.memory)
	if out.DuplicateOf != nil {
		e.outcomes.Hint(*out.DuplicateOf, outcomes.Reinjected)
	}
	e.outcomes.Stored(ctx, d.memory, d.lesson) // last, as it waits for the disk: the memory can be found meanwhile
	return out, nil
}

// storeAndPublish stores drafts and lets them be found, while the goals stay what they are.
func (w *writer) storeAndPublish(ctx context.Context, drafts []*draft) ([]Remembered, error) {
	release, err := w.align(drafts)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := w.apply(ctx, drafts); err != nil {
		return nil, err
	}
	return w.publish(drafts)
}
