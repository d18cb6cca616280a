package engine

import (
	"context"
	"math"
	"time"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// nearCopy is the similarity in E1 from which a memory is called a copy of another. It says "nearly the same words", not "the same
// statement": of real texts with one number changed, 87 % (below 150 characters) to 100 % (above 500) are above it, of those
// with a "not" put in 95 to 100 %. Of sentence pairs that people judged to mean the same, 14 % are above it; of those judged to
// differ in substance (below 4 of 5), 0.3 %. So duplicateOf is a hint to read the other memory, no ground to drop this one.
const nearCopy = 0.97

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
		return nil, fault.Storage("count memories", err)
	}
	in := utl.Input{Present: d.answer.Spaces, Stored: live, Importance: m.Importance, Semantic: d.values[models.Semantic].Dense}
	for s := range near {
		for _, n := range near[s] {
			in.Neighbours[s] = append(in.Neighbours[s], n.Similarity)
		}
	}
	if d.answer.DuplicateOf == nil {
		d.answer.DuplicateOf = nearCopyOf(near[models.Semantic])
	}
	d.lesson = e.lambdas(&in)
	d.lesson.Measured = ns.measure(in, m.SessionID)
	d.write(d.lesson.Measured)
	d.answer.Timings.Measure = time.Since(start)
	return ns, nil
}

// nearCopyOf is the nearest memory, if it is near enough for a copy.
func nearCopyOf(nearest []search.Neighbour) *store.ID {
	if len(nearest) == 0 || nearest[0].Similarity <= nearCopy {
		return nil
	}
	return &nearest[0].ID
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
