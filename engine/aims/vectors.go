package aims

import (
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"
)

// Align gives memories that are about to be stored their purpose vectors, all zeros where there is no goal. The caller
// must call release when they are stored and can be found, or have failed: until then the goals stay as they are.
func (s *Service) Align(memories ...*store.Memory) (release func(), err error) {
	s.mu.RLock()
	together := map[string][]*store.Memory{}
	for _, m := range memories {
		together[m.Namespace] = append(together[m.Namespace], m)
	}
	for namespace, memories := range together {
		vectors, err := s.judge.measure(s.trees[namespace], memories...)
		if err != nil {
			s.mu.RUnlock()
			return nil, err
		}
		for i, m := range memories {
			m.Purpose = vectors[i]
		}
	}
	return func() {
		s.legible.takeOut(memories)
		s.mu.RUnlock()
	}, nil
}

// Exclude waits for those who hold what [Service.Align] returned, and keeps others from it, and the goals as they are, until release is called.
func (s *Service) Exclude() (release func()) {
	s.mu.Lock()
	return s.mu.Unlock
}

// HoldVectors keeps the background from writing purpose vectors until release is called: who has read one can have it in the index meanwhile.
func (s *Service) HoldVectors() (release func()) {
	s.writing.Lock()
	return s.writing.Unlock
}

// Vectors measures memories as the service does where models read all texts.
func Vectors(tree *purpose.Tree, memories ...*store.Memory) ([][models.Count]float32, error) {
	return judgeBy(Config{}).measure(tree, memories...)
}

// measure measures memories of one namespace, which must come with their records, against its goals; all zeros without any. The alignments of one
// that comes with its text and goes against a goal are lowered; one that models do not read, or beside goals that they do not read, has none.
func (j judge) measure(tree *purpose.Tree, memories ...*store.Memory) ([][models.Count]float32, error) {
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
		return nil, &fault.Error{Kind: fault.KindPurpose, Message: fmt.Sprintf("measure the purpose of %d memories, the first is %s", len(memories), memories[0].ID), Err: err,
			Hint: "nothing was stored; run `asterism check` to see whether a stored value is damaged"}
	}
	for i, m := range measured {
		out[i] = purpose.Vector(m.Aligned)
		turnAgainst(tree, memories[i], &out[i])
		if text := memories[i].Content; text != "" && !j.aligns(tree, text) {
			withhold(&out[i])
		}
	}
	return out, nil
}
