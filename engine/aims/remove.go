package aims

import (
	"context"
	"fmt"
	"strings"

	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

// RemoveGoal removes a goal. One that has goals below it goes only with them, when cascade is set. Without its North Star a namespace has no
// goal: its memories become neutral. What checks said about a goal goes with it.
func (s *Service) RemoveGoal(ctx context.Context, id store.ID, cascade bool) (*GoalsRemoved, error) {
	s.setting.Lock()
	defer s.setting.Unlock()
	whole, part := s.find(id)
	if part == nil {
		return nil, &fault.Error{Kind: fault.KindGoal, Message: "no goal has id " + id.String(), Hint: "use an id that get_goals returned"}
	}
	if len(part.Children) > 0 && !cascade {
		return nil, fault.Invalid("goal %s has %d goals below it: %s", "remove those first, or set cascade to remove them with it", id, len(part.Children), named(part.Children))
	}
	out := &GoalsRemoved{}
	for _, t := range part.All() {
		out.Goals = append(out.Goals, t.Goal)
	}
	var left []purpose.Aim
	for _, t := range whole.All() {
		if part.Find(t.ID) == nil {
			left = append(left, t.Aim)
		}
	}
	var err error
	if out.Aligning, err = s.changeAims(ctx, whole.Namespace, left, checksOf(out.Goals)...); err != nil {
		return nil, err
	}
	return out, nil
}

// longestNamed is how many characters of a goal stand in an error or a note.
const longestNamed = 60

// named lists goals in an error.
func named(trees []*purpose.Tree) string {
	var out []string
	for _, t := range trees {
		out = append(out, fmt.Sprintf("%s (%s)", t.ID, fault.Clip(t.Description, longestNamed)))
	}
	return strings.Join(out, ", ")
}
