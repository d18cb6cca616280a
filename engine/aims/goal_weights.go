package aims

import (
	"context"
	"math"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// SetGoalWeights gives goals of a namespace other weights among the children of their parents, in one write with the given entries. Its memories are then realigned. A goal
// that does not exist is a KindGoal error.
func (s *Service) SetGoalWeights(ctx context.Context, namespace string, weights map[store.ID]float64, entries ...store.Entry) error {
	s.setting.Lock()
	defer s.setting.Unlock()
	tree := s.Tree(namespace)
	for id, w := range weights {
		if tree.Find(id) == nil {
			return noGoal(id, namespace)
		}
		if !(w > 0) || math.IsInf(w, 0) {
			return fault.Invalid("weight %v of goal %s is not above 0", "remove a goal that should not count", w, id)
		}
	}
	var next []purpose.Aim
	for _, t := range tree.All() {
		a := t.Aim
		if w, ok := weights[a.ID]; ok && w != a.Weight {
			a.Weight, a.Updated = w, s.now()
		}
		next = append(next, a)
	}
	_, err := s.changeAims(ctx, namespace, next, entries...)
	return err
}
