package engine

import (
	"context"

	"asterism/engine/compare"
	"asterism/engine/dream"
	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/utl"
)

// Which of the nearest memories a new one is compared with, word by word: the first few that are near at all, and all that lie as near as copies do. A text whose language
// the models cannot read is near to all others of its kind; words do not mind.
const (
	leastNear   = .5 // similarity in E1
	mostNearest = 2
	nearCopy    = dream.NearCopy
)

// compareWords says what the draft says beside the nearest memories. One with the same words is a copy; where there is none, the nearest about the same thing is named, and
// in what the draft differs from it.
func (w *writer) compareWords(ctx context.Context, d *draft, nearest []search.Neighbour) (utl.Beside, error) {
	switch {
	case d.image != nil:
		return utl.NotCompared, nil
	case d.known != nil || d.answer.DuplicateOf != nil:
		return utl.Copied, nil
	}
	var ids []store.ID
	for i, n := range nearest {
		if n.Similarity > nearCopy || i < mostNearest && n.Similarity > leastNear {
			ids = append(ids, n.ID)
		}
	}
	many, err := w.store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return utl.NotCompared, fault.Storage("read the nearest memories", err)
	}
	beside := utl.NotCompared
	for i, m := range many {
		if m == nil || !m.Deleted.IsZero() { // gone since it was found
			continue
		}
		r := compare.In(d.memory.Modality, m.Content, d.memory.Content)
		if r.Class == compare.Same {
			d.answer.DuplicateOf, d.answer.SimilarTo = &ids[i], nil
			return utl.Copied, nil
		}
		if r.Class == compare.Different {
			continue
		}
		if got := besideOf(&r); beside == utl.NotCompared || got == utl.Reworded && beside != got { // known already is known, whatever else is near
			beside = got
			d.answer.SimilarTo = &Similar{ID: ids[i], Class: r.Class, Differs: r.Words()}
		}
	}
	return beside, nil
}

// besideOf is what a comparison means for how much is learned.
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
