package engine

import "context"

// Inject is Remember with the measuring step: before the memory is stored, it is compared with what the namespace knows,
// and what was learned is stored with it. A rationale is required.
func (e *Engine) Inject(ctx context.Context, note Note) (*Remembered, error) {
	if err := checkText("rationale", note.Rationale, MaxRationaleBytes, true); err != nil {
		return nil, err
	}
	drafts, err := e.acceptAll(ctx, []Note{note})
	if err != nil {
		return nil, err
	}
	e.tokenise(drafts)
	if err := e.embed(ctx, drafts); err != nil {
		return nil, err
	}
	if err := e.fingerprint(drafts); err != nil {
		return nil, err
	}
	ns, err := e.measure(ctx, drafts[0])
	if err != nil {
		return nil, err
	}
	release, err := e.align(drafts)
	if err != nil {
		return nil, err
	}
	defer release()
	if err := e.keep(ctx, drafts); err != nil {
		return nil, err
	}
	ns.observe(drafts[0])
	e.reflect(ctx, drafts[0])
	drafts[0].answer.Pulse = ns.pulse()
	many, err := e.publish(drafts)
	if err != nil {
		return nil, err
	}
	e.bringToMind(drafts[0].memory)
	return &many[0], nil
}
