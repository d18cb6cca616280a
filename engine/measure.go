package engine

import (
	"context"
	"math"
	"runtime"
	"slices"
	"time"

	"asterism/engine/caught"
	"asterism/engine/compare"
	"asterism/engine/contradict"
	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// measure compares the draft with its nearest stored memories in every space and stores the result in it.
func (w *writer) measure(ctx context.Context, d *draft) (*namespace, error) {
	start := time.Now()
	m := d.memory
	ns, err := w.namespace(ctx, m.Namespace, true)
	if err != nil {
		return nil, err
	}
	index, err := w.searched(ctx)
	if err != nil {
		return nil, err
	}
	near, err := index.Neighbours(ctx, m.Namespace, &d.values, m.Time, utl.LinkNeighbours, d.answer.Spaces)
	if err != nil {
		return nil, &Error{Kind: KindInternal, Message: "find neighbours", Err: err}
	}
	live, err := w.store.Live(ctx, m.Namespace)
	if err != nil {
		return nil, fault.Storage("count memories", err)
	}
	in := utl.Input{Present: d.answer.Spaces, Stored: live, Importance: m.Importance, Semantic: d.values[models.Semantic].Dense}
	if d.image == nil {
		in.Unread = w.embedder.UnreadLanguage(m.Content)
	}
	for s := range near {
		for _, n := range near[s] {
			if slices.Contains(d.again, n.ID) { // its own earlier statement is not what is known now
				continue
			}
			in.Neighbours[s] = append(in.Neighbours[s], n.Similarity)
		}
	}
	if in.Beside, err = w.compareNear(ctx, d, near[models.Semantic]); err != nil {
		return nil, err
	}
	d.lesson = w.outcomes.Lambdas(&in)
	d.lesson.Measured = ns.measure(in, m.SessionID)
	d.write(d.lesson.Measured)
	d.answer.Timings.Measure = time.Since(start)
	return ns, nil
}

// write copies the measurement into the memory and the answer.
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

// distances returns the measured distances in the form of the calibration.
func distances(u *store.UTL) (out [models.Count]float64) {
	for s, d := range u.Distance {
		out[s] = float64(d)
		if !finite(out[s]) {
			out[s] = math.NaN()
		}
	}
	return out
}

// Which of the nearest memories a new one is compared with, word by word: the first few that are near, and all that are as near as copies. A text whose language
// the models cannot read is near to all others in it; a comparison of words is not affected by that.
const (
	leastNear   = .5 // similarity in E1
	mostNearest = 2  // for how much is learned; [relatedAmong] to find related memories
	nearCopy    = dream.NearCopy
)

// nearMemory is one of the nearest memories, as it was read; Memory is nil if it no longer exists.
type nearMemory struct {
	*store.Memory
	closest bool // it decides how much is learned
	far     bool // it is not near: it is only compared for a changed value, in words that the models do not know
}

// compareNear reads the nearest memories and compares the draft with them: how much of it is new, what it is related to, and what it may replace.
func (w *writer) compareNear(ctx context.Context, d *draft, nearest []search.Neighbour) (utl.Beside, error) {
	d.answer.Related = nil
	switch {
	case d.image != nil:
		return utl.NotCompared, nil
	case d.answer.DuplicateOf != nil:
		return utl.Copied, nil
	}
	near, err := w.readNear(ctx, d.memory, nearest)
	if err != nil {
		return utl.NotCompared, err
	}
	if d.again != nil { // compare with what holds now, and not with its own earlier statement
		near = slices.DeleteFunc(near, func(n nearMemory) bool { return n.Memory != nil && n.TextHash == d.memory.TextHash })
	}
	words := compare.To(d.memory.Modality, d.memory.Content)
	if err := compareAtOnce(words, d.memory, near); err != nil {
		return utl.NotCompared, err
	}
	beside := compareWords(d, words, near)
	if d.answer.DuplicateOf != nil {
		return beside, nil
	}
	d.answer.Related = contradict.Relate(words, statements(d.memory, near))
	d.answer.MaySupersede, err = w.offer(ctx, d.memory, words, near)
	if beside == utl.NotCompared && len(d.answer.MaySupersede) > 0 { // a memory that may replace another is an update, also if the other is not one of the nearest two
		beside = utl.Updated
	}
	return beside, err
}

// readNear reads those of the nearest memories that a new one is compared with.
func (w *writer) readNear(ctx context.Context, m *store.Memory, nearest []search.Neighbour) ([]nearMemory, error) {
	var ids []store.ID
	var near []nearMemory
	for _, n := range nearest {
		copied, far := n.Similarity > nearCopy, !(n.Similarity > leastNear)
		if n.ID != m.ID && (copied || len(near) < relatedAmong) {
			ids, near = append(ids, n.ID), append(near, nearMemory{closest: !far && (copied || len(near) < mostNearest), far: far})
		}
	}
	many, err := w.store.Get(ctx, w.without(store.Parts{Content: true}), ids...)
	if err != nil {
		return nil, fault.Storage("read the nearest memories", err)
	}
	for i, m := range many {
		if m != nil && m.Deleted.IsZero() { // otherwise it was removed since it was found
			near[i].Memory = m
		}
	}
	return near, nil
}

// relatedAmong is how many of the nearest memories are compared to name what is related.
const relatedAmong = 8

// statements returns those of the nearest memories that can be related to a memory by their words: a longer text makes many statements.
func statements(m *store.Memory, near []nearMemory) (out []*store.Memory) {
	if len(m.Content) > longestOffers {
		return nil
	}
	for _, old := range near[:min(relatedAmong, len(near))] {
		if old.Memory != nil && !old.far && len(old.Content) <= longestOffers {
			out = append(out, old.Memory)
		}
	}
	return out
}

// compareAtOnce compares a new memory's words with those of the nearest on all processors. Later comparisons use the cached results.
func compareAtOnce(words *compare.Newer, m *store.Memory, near []nearMemory) error {
	group := caught.NewGroup()
	group.SetLimit(runtime.GOMAXPROCS(0))
	related := statements(m, near)
	for _, n := range near {
		if n.Memory != nil && (n.closest || slices.Contains(related, n.Memory)) {
			group.Go(func() error { words.From(n.Content); return nil })
		}
	}
	if err := group.Wait(); err != nil {
		return &Error{Kind: KindInternal, Message: "compare with the nearest memories", Err: err}
	}
	return nil
}

// compareWords returns how the draft differs from the closest memories. One with the same words is a copy. If there is none, it stores the nearest about the same thing in the answer, and
// the difference.
func compareWords(d *draft, words *compare.Newer, near []nearMemory) utl.Beside {
	if d.known != nil {
		return utl.Copied
	}
	beside := utl.NotCompared
	for _, m := range near {
		if m.Memory == nil || !m.closest {
			continue
		}
		r := words.From(m.Content)
		if r.Class == compare.Same {
			d.answer.DuplicateOf, d.answer.SimilarTo = &m.ID, nil
			return utl.Copied
		}
		told := contradict.Told(m.Content, words.Text()) != ""
		if r.Class == compare.Different && !told {
			continue
		}
		got := besideOf(&r)
		if told {
			got = utl.Updated
		}
		if beside == utl.NotCompared || got == utl.Reworded && beside != got { // a known statement stays known, whatever else is near
			beside = got
			if !told && !contradict.IsBeside(m.Content, words.Text(), &r) {
				d.answer.SimilarTo = nil
				continue
			}
			d.answer.SimilarTo = &Similar{ID: m.ID, Class: r.Class, Differs: contradict.Differs(m.Content, words.Text(), &r)}
			if told && !r.Class.Update() {
				d.answer.SimilarTo.Class = compare.Changed
			}
		}
	}
	return beside
}

// besideOf maps the result of a comparison to its kind for how much is learned.
func besideOf(r *compare.Result) utl.Beside {
	switch {
	case r.Class == compare.Same:
		return utl.Copied
	case r.Class.Update():
		return utl.Updated
	case r.Class == compare.Detail && r.New:
		return utl.Detailed
	case r.Class == compare.Detail || r.Class == compare.Rephrased:
		return utl.Reworded
	}
	return utl.NotCompared
}
