package aims

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/goaldna"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// CheckGoal measures whether a step is still about a goal and records it in the goal's history, which is durable when the call returns. The hybrid
// mode compares with the goals below the goal, too. Nothing is recorded when it fails.
func (s *Service) CheckGoal(ctx context.Context, q GoalCheck) (*GoalChecked, error) {
	target, err := s.checkTarget(q.Namespace, q.Goal, q.Mode)
	if err != nil {
		return nil, err
	}
	if err := q.check(); err != nil {
		return nil, err
	}
	var probes []*fingerprint.Fingerprint // the step's, and behind it those of the goals
	out := &GoalChecked{Namespace: target.namespace, GoalID: target.id, Goal: target.text, Mode: target.mode, Step: q.Step}
	if target.mode == CheckHybrid {
		if probes, err = s.measureHybrid(ctx, target, q.Action, out); err != nil {
			return nil, err
		}
		out.reflect(q.Action)
	} else {
		out.Similarity, out.Signal = goaldna.NewDNA(target.text).Similarity(q.Action)
	}
	out.neutral(q.Action)
	out.takenAway(q.Action)
	if target.mode == CheckHybrid { // behind neutral: a command says nothing in any language
		s.judge.step(out, q.Action)
		if err := (memories{s, target, probes}).beside(ctx, out); err != nil {
			return nil, err
		}
	}
	return out, s.recordCheck(ctx, target, &q, out)
}

func (q *GoalCheck) check() error {
	if q.Step < 0 {
		return fault.Invalid("step_number %d is below 0", "count steps from 0", q.Step)
	}
	if q.Remind < 0 || q.Remind > goaldna.MaxHistory {
		return fault.Invalid("remind_every %d is outside 0…%d", "10 steps are the usual number, 0 reminds only when drifting begins", q.Remind, goaldna.MaxHistory)
	}
	if len(q.Action) > MaxActionBytes {
		return fault.Invalid("action is %d bytes long, the limit is %d", "say in a few sentences what the step does", len(q.Action), MaxActionBytes)
	}
	return fault.Text("action", q.Action, MaxActionBytes, false)
}

// checkTarget is what steps are compared with.
type checkTarget struct {
	namespace string
	id        store.ID // zero: a text alone
	text      string
	mode      CheckMode
	tree      *purpose.Tree // nil: a text alone
}

// checkTarget finds the goal meant.
func (s *Service) checkTarget(namespace, goal string, mode CheckMode) (*checkTarget, error) {
	namespace, err := OneNamespace(namespace)
	if err != nil {
		return nil, err
	}
	if mode == "" {
		mode = CheckHybrid
	}
	if !slices.Contains(CheckModes, mode) {
		return nil, fault.Invalid("unknown mode %q", fmt.Sprintf("valid are %v", CheckModes), mode)
	}
	tree, err := s.goalMeant(namespace, strings.TrimSpace(goal))
	if err != nil {
		return nil, err
	}
	if tree == nil {
		return &checkTarget{namespace: namespace, text: strings.TrimSpace(goal), mode: mode}, nil
	}
	return &checkTarget{namespace, tree.ID, tree.Description, mode, tree}, nil
}

// goalMeant is the goal with an id, with some digits of one, or with a text, the first in the order of the tree; the North Star for "". It is nil when a text is no goal's.
func (s *Service) goalMeant(namespace, goal string) (*purpose.Tree, error) {
	whole := s.Tree(namespace)
	if goal == "" {
		if whole == nil {
			return nil, &fault.Error{Kind: fault.KindGoal, Message: fmt.Sprintf("namespace %s has no North Star to check against", namespace),
				Hint: "set one with set_north_star, or give the goal as a text"}
		}
		return whole, nil
	}
	if id, err := uuid.Parse(goal); err == nil {
		if part := whole.Find(id); part != nil {
			return part, nil
		}
		return nil, noGoal(id, namespace)
	}
	if len(goal) > MaxGoalBytes {
		return nil, fault.Invalid("goal is %d bytes long, the limit is %d", "say the goal in a sentence or two", len(goal), MaxGoalBytes)
	}
	if err := fault.Text("goal", goal, MaxGoalBytes, true); err != nil {
		return nil, err
	}
	for _, t := range whole.All() {
		if t.Description == goal {
			return t, nil
		}
	}
	return byDigits(whole, namespace, goal)
}

// byDigits is the goal of a tree that some digits name, as answers show them; nil where the text is none. A word such as "facade" has the letters of digits: it is a text unless a
// goal's id has them.
func byDigits(whole *purpose.Tree, namespace, text string) (*purpose.Tree, error) {
	part := strings.ToLower(strings.ReplaceAll(text, "-", ""))
	if len(part) < leastDigits || strings.Trim(part, "0123456789abcdef") != "" {
		return nil, nil
	}
	var found []*purpose.Tree
	for _, t := range whole.All() {
		if id := hex.EncodeToString(t.ID[:]); strings.HasPrefix(id, part) || strings.HasSuffix(id, part) {
			found = append(found, t)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return nil, fault.Invalid("%d goals of namespace %s have an id that begins or ends with %s", "give more digits", len(found), namespace, text)
	case strings.ContainsAny(part, "0123456789"):
		return nil, &fault.Error{Kind: fault.KindGoal, Message: fmt.Sprintf("no goal of namespace %s has an id that begins or ends with %s", namespace, text),
			Hint: "use an id that get_goals returned, or say the goal in words"}
	}
	return nil, nil
}

// leastDigits are the fewest by which a goal is named.
const leastDigits = 6

// measureHybrid fills in the hybrid measure. It returns the values of the action, and behind it those of the goals; none of a blank action.
func (s *Service) measureHybrid(ctx context.Context, t *checkTarget, action string, out *GoalChecked) ([]*fingerprint.Fingerprint, error) {
	var goals []*fingerprint.Fingerprint
	for _, goal := range t.tree.All() {
		goals = append(goals, &goal.Values)
		if goal.ID != t.id {
			out.SubGoals = append(out.SubGoals, goal.Description)
		}
	}
	probes, err := t.probes(ctx, s, goals, action)
	if err != nil {
		return nil, err
	}
	var near []goaldna.Near
	if len(probes) > 0 {
		elsewhere, err := s.other.by(ctx, s)
		if err != nil {
			return nil, err
		}
		near = elsewhere.Near(probes[0], probes[1:]...)
	}
	m := goaldna.NewHybrid(t.text, out.SubGoals...).Measure(action, near...)
	out.Similarity, out.Signal, out.Measured = m.Similarity, m.Signal, &m
	return probes, nil
}

// probes are an action's values and behind it those of goals, or of the goal's text when there are none; nothing of a blank action.
func (t *checkTarget) probes(ctx context.Context, s *Service, goals []*fingerprint.Fingerprint, action string) (out []*fingerprint.Fingerprint, err error) {
	if strings.TrimFunc(action, fault.Blank) == "" {
		return nil, nil
	}
	texts := []string{action}
	if t.tree == nil {
		texts = append(texts, t.text)
	}
	results, err := s.embed(ctx, batch.Query, models.SetOf(models.Semantic, models.Graph), s.now(), texts...)
	if err != nil {
		return nil, err
	}
	out = append([]*fingerprint.Fingerprint{&results[0]}, goals...)
	for i := range results[1:] {
		out = append(out, &results[1+i])
	}
	return out, nil
}
