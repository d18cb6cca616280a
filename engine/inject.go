package engine

import (
	"context"
	"math"
	"time"

	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// nearCopy is the similarity from which a memory counts as a copy of another.
const nearCopy = 0.97

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
	if err := e.keep(ctx, drafts); err != nil {
		return nil, err
	}
	ns.observe(drafts[0])
	drafts[0].answer.Pulse = ns.pulse()
	many, err := e.publish(drafts)
	if err != nil {
		return nil, err
	}
	return &many[0], nil
}

// measure compares the draft with its nearest stored memories in every space and writes what it finds into it.
func (e *Engine) measure(ctx context.Context, d *draft) (*namespace, error) {
	start := time.Now()
	m := d.memory
	ns, err := e.namespace(ctx, m.Namespace, true)
	if err != nil {
		return nil, err
	}
	near, err := e.index.Neighbours(ctx, m.Namespace, &d.values, m.Time, utl.LinkNeighbours, d.answer.Spaces)
	if err != nil {
		return nil, &Error{Kind: KindInternal, Message: "find neighbours", Err: err}
	}
	live, err := e.store.Live(ctx, m.Namespace)
	if err != nil {
		return nil, storage("count memories", err)
	}
	in := utl.Input{Present: d.answer.Spaces, Stored: live, Importance: m.Importance, Semantic: d.values[models.Semantic].Dense}
	for s := range near {
		for _, n := range near[s] {
			in.Neighbours[s] = append(in.Neighbours[s], n.Similarity)
		}
	}
	if top := near[models.Semantic]; d.answer.DuplicateOf == nil && len(top) > 0 && top[0].Similarity > nearCopy {
		d.answer.DuplicateOf = &top[0].ID
	}
	d.write(ns.measure(in, m.SessionID))
	d.answer.Timings.Measure = time.Since(start)
	return ns, nil
}

// write puts the measurement into the memory and the answer.
func (d *draft) write(got utl.Measured) {
	u := &d.memory.UTL
	u.Measured = true
	u.LearningScore, u.Entropy = float32(got.LearningScore), float32(got.Entropy)
	u.Coherence, u.Surprise = float32(got.Coherence), float32(got.Surprise)
	for s := range got.Distance {
		u.Distance[s] = float32(got.Distance[s])
		d.memory.Johari[s] = uint8(got.Johari[s])
	}
	d.answer.UTL = u
	d.answer.Johari = d.memory.Johari
}

// distances is what was measured, as the calibration takes it.
func distances(u *store.UTL) (out [models.Count]float64) {
	for s, d := range u.Distance {
		out[s] = float64(d)
		if !finite(out[s]) {
			out[s] = math.NaN()
		}
	}
	return out
}
