package engine

import (
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// align is step 4 of inject_context: the purpose vectors of memories that are about to be stored, all zeros where there is no goal. The caller
// must call release when they are stored and can be found, or have failed: until then the goals stay as they are.
func (e *Engine) align(drafts []*draft) (release func(), err error) {
	e.aims.mu.RLock()
	together := map[string][]*store.Memory{}
	for _, d := range drafts {
		together[d.memory.Namespace] = append(together[d.memory.Namespace], d.memory)
	}
	for namespace, memories := range together {
		vectors, err := purposesOf(e.aims.trees[namespace], memories...)
		if err != nil {
			e.aims.mu.RUnlock()
			return nil, err
		}
		for i, m := range memories {
			m.Purpose = vectors[i]
		}
	}
	return e.aims.mu.RUnlock, nil
}

// purposesOf measures memories of one namespace, which must come with their records, against its goals; all zeros without any.
func purposesOf(tree *purpose.Tree, memories ...*store.Memory) ([][models.Count]float32, error) {
	out := make([][models.Count]float32, len(memories))
	if tree == nil || len(memories) == 0 {
		return out, nil
	}
	records := make([]*fingerprint.Record, len(memories))
	for i, m := range memories {
		records[i] = &m.Record
	}
	measured, err := tree.Meter().Measure(records...)
	if err != nil {
		return nil, &Error{Kind: KindPurpose, Message: fmt.Sprintf("measure the purpose of %d memories, the first is %s", len(memories), memories[0].ID), Err: err,
			Hint: "nothing was stored; run `asterism check` to see whether a stored value is damaged"}
	}
	for i, m := range measured {
		out[i] = purpose.Vector(m.Aligned)
	}
	return out, nil
}
