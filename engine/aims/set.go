package aims

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

const (
	// MaxGoalBytes is how long a goal's description can be.
	MaxGoalBytes = 4 << 10
	// MaxGoals is how many goals a namespace can have: each is held against every memory.
	MaxGoals = 64
)

// SetNorthStar sets the goal of a namespace. The same words again change nothing. Other words make a new goal in place of the old one. It has an id of its own, and the
// goals below the old one are now below it. Checks against the old one are removed; its history of drift stays under the old id. Memories stored from now on have purpose
// vectors of the new goals; those of the others are measured again in the background.
func (s *Service) SetNorthStar(ctx context.Context, namespace, description string) (*GoalSet, error) {
	g, err := s.acceptGoal(GoalNote{Namespace: namespace, Description: description, Level: purpose.NorthStar})
	if err != nil {
		return nil, err
	}
	s.setting.Lock()
	defer s.setting.Unlock()
	old := s.Tree(g.Namespace)
	if old != nil && old.Description == g.Description {
		return &GoalSet{Goal: old.Goal, Same: true, Spaces: old.Reference.Spaces()}, nil
	}
	aim, err := s.embedGoal(ctx, g)
	if err != nil {
		return nil, err
	}
	out := &GoalSet{Goal: g, Spaces: aim.Reference.Spaces()}
	next := []purpose.Aim{*aim}
	var replaced []purpose.Goal
	for _, t := range old.All() {
		if t == old {
			out.Replaced, replaced = &old.Goal, []purpose.Goal{old.Goal}
			continue
		}
		below := t.Aim
		if below.Parent == old.ID {
			below.Parent, below.Updated = g.ID, g.Created
		}
		next = append(next, below)
	}
	out.Aligning, err = s.changeAims(ctx, g.Namespace, next, checksOf(replaced)...)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// AddGoal adds a goal below another of a higher level. The same words below the same parent at the same level change nothing; white space, a full stop and other signs
// without meaning do not count. A goal that contradicts another, or says the same in other words, is added, and the answer names the other one.
func (s *Service) AddGoal(ctx context.Context, n GoalNote) (*GoalSet, error) {
	g, err := s.acceptGoal(n)
	if err != nil {
		return nil, err
	}
	s.setting.Lock()
	defer s.setting.Unlock()
	tree := s.Tree(g.Namespace)
	if err := placeGoal(&g, tree); err != nil {
		return nil, err
	}
	all := tree.All()
	for _, t := range all {
		if t.Parent == g.Parent && t.Level == g.Level && sameWording(t.Description, g.Description) {
			return &GoalSet{Goal: t.Goal, Same: true, Spaces: t.Reference.Spaces()}, nil
		}
	}
	if len(all) >= MaxGoals {
		return nil, fault.Invalid("namespace %s has %d goals, the limit is %d", "remove one that is done", g.Namespace, len(all), MaxGoals)
	}
	aim, err := s.embedGoal(ctx, g)
	if err != nil {
		return nil, err
	}
	aligning, err := s.changeAims(ctx, g.Namespace, append(aimsOf(all), *aim))
	if err != nil {
		return nil, err
	}
	out := &GoalSet{Goal: g, Spaces: aim.Reference.Spaces(), Aligning: aligning}
	out.compare(all)
	return out, nil
}

func aimsOf(trees []*purpose.Tree) (out []purpose.Aim) {
	for _, t := range trees {
		out = append(out, t.Aim)
	}
	return out
}

// acceptGoal checks a goal on its way in and makes it what will be kept; where it belongs is not looked at.
func (s *Service) acceptGoal(n GoalNote) (g purpose.Goal, err error) {
	if n.Namespace == "" {
		n.Namespace = store.DefaultNamespace
	}
	if n.Namespace == "*" {
		return g, fault.Invalid("namespace %q means all namespaces and cannot have goals of its own", "name one namespace", n.Namespace)
	}
	if err := fault.Text("namespace", n.Namespace, store.MaxNameBytes, false); err != nil {
		return g, err
	}
	if len(n.Description) > MaxGoalBytes {
		return g, fault.Invalid("description is %d bytes long, the limit is %d", "say the goal in a sentence or two", len(n.Description), MaxGoalBytes)
	}
	if err := fault.Text("description", n.Description, MaxGoalBytes, true); err != nil {
		return g, err
	}
	if !slices.Contains(purpose.Levels, n.Level) {
		return g, fault.Invalid("unknown level %q", fmt.Sprintf("valid are %v", purpose.Levels[1:]), n.Level)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return g, &fault.Error{Kind: fault.KindInternal, Message: "make id", Err: err}
	}
	now := s.now()
	return purpose.Goal{ID: id, Namespace: n.Namespace, Level: n.Level, Parent: n.Parent, Description: strings.TrimSpace(n.Description),
		Weight: n.Level.Weight(), Created: now, Updated: now}, nil
}

// placeGoal finds a goal's parent, the North Star when none is named, and refuses one that it cannot be below.
func placeGoal(g *purpose.Goal, tree *purpose.Tree) error {
	if g.Level == purpose.NorthStar {
		return fault.Invalid("level %q is only for the goal at the top", "set it with set_north_star, or `asterism goal set`", g.Level)
	}
	if tree == nil {
		return fault.Invalid("namespace %s has no North Star to be below", "set it first, with set_north_star or `asterism goal set`", g.Namespace)
	}
	if g.Parent == uuid.Nil {
		g.Parent = tree.ID
	}
	parent := tree.Find(g.Parent)
	if parent == nil {
		return noGoal(g.Parent, g.Namespace)
	}
	if !parent.Level.Above(g.Level) {
		return fault.Invalid("a goal of level %s cannot be below goal %s of level %s", "levels fall from parent to child: north_star, strategic, tactical, immediate", g.Level, parent.ID, parent.Level)
	}
	return nil
}

func noGoal(id store.ID, namespace string) error {
	return &fault.Error{Kind: fault.KindGoal, Message: fmt.Sprintf("no goal of namespace %s has id %s", namespace, id), Hint: "use an id that get_goals returned"}
}

// embedGoal embeds a goal's words as a memory's and calibrates it.
func (s *Service) embedGoal(ctx context.Context, g purpose.Goal) (*purpose.Aim, error) {
	strangers, err := s.strangers(ctx)
	if err != nil {
		return nil, err
	}
	results, err := s.embed(ctx, batch.Passage, s.spaces, g.Created, g.Description)
	if err != nil {
		return nil, err
	}
	aim, err := purpose.NewAim(g, &results[0], strangers)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindPurpose, Message: "calibrate goal", Err: err, Hint: "write the goal in words that the models know"}
	}
	return aim, nil
}
