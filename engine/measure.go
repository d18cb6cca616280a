package engine

import (
	"context"
	"math"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// measure compares the draft with its nearest stored memories in every space and writes what it finds into it.
func (w *writer) measure(ctx context.Context, d *draft) (*namespace, error) {
	start := time.Now()
	m := d.memory
	ns, err := w.namespace(ctx, m.Namespace, true)
	if err != nil {
		return nil, err
	}
	near, err := w.index.Neighbours(ctx, m.Namespace, &d.values, m.Time, utl.LinkNeighbours, d.answer.Spaces)
	if err != nil {
		return nil, &Error{Kind: KindInternal, Message: "find neighbours", Err: err}
	}
	live, err := w.store.Live(ctx, m.Namespace)
	if err != nil {
		return nil, fault.Storage("count memories", err)
	}
	in := utl.Input{Present: d.answer.Spaces, Stored: live, Importance: m.Importance, Semantic: d.values[models.Semantic].Dense}
	for s := range near {
		for _, n := range near[s] {
			in.Neighbours[s] = append(in.Neighbours[s], n.Similarity)
		}
	}
	if in.Beside, err = w.compareWords(ctx, d, near[models.Semantic]); err != nil {
		return nil, err
	}
	if d.answer.DuplicateOf == nil {
		if d.answer.MaySupersede, err = w.offer(ctx, m, near[models.Semantic]); err != nil {
			return nil, err
		}
	}
	d.lesson = w.outcomes.Lambdas(&in)
	d.lesson.Measured = ns.measure(in, m.SessionID)
	d.write(d.lesson.Measured)
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
