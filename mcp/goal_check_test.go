package mcp

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/goaldna"
	"asterism/engine/store"
	"asterism/mcp/answer"
)

// fakeChecks returns three checks, one of them without a signal.
var fakeChecks = goaldna.Summary{GoalTokens: 2, TotalChecks: 3, DriftEvents: 1, Consecutive: 1,
	Run: goaldna.Run{Evidence: 3.25, Drifting: true, Steps: 2, From: 5, Since: fakeMoment}, Drifting: true,
	Trend: goaldna.Trend{Direction: goaldna.Worsening, Slope: -.1, Average: .2, Min: .1, Max: .3, Window: 10, Checks: 3, Points: 2, Consecutive: 1, DriftEvents: 1}}

func (f *fakeEngine) CheckGoal(ctx context.Context, q engine.GoalCheck) (*engine.GoalChecked, error) {
	if err := f.ask(ctx, q.Namespace, q, nil); err != nil {
		return nil, err
	}
	out := &engine.GoalChecked{Namespace: orDefault(q.Namespace), GoalID: fakeStar.ID, Goal: fakeStar.Description, Mode: q.Mode, Step: q.Step, Similarity: .1, Signal: true,
		Drift: true, Severity: goaldna.Moderate, Threshold: .15, Limit: 3, Summary: fakeChecks}
	if q.Goal != "" {
		out.GoalID, out.Goal = store.ID{}, q.Goal
	}
	if q.Mode == engine.CheckHybrid {
		out.SubGoals = []string{fakeBelow.Description}
		out.Measured = &goaldna.Measured{Similarity: .1, Signal: true, Containment: .25, Spelling: .125, Cosine: math.NaN(), Matched: []string{"press"}, Missing: []string{"Ship"}}
		for range answer.TermsShown + 2 {
			out.Measured.Foreign = append(out.Measured.Foreign, "ink")
		}
	}
	return out, nil
}

func (f *fakeEngine) GoalTrend(ctx context.Context, q engine.GoalTrendQuestion) (*engine.GoalTrend, error) {
	if err := f.ask(ctx, q.Namespace, q, nil); err != nil {
		return nil, err
	}
	out := &engine.GoalTrend{Namespace: orDefault(q.Namespace), GoalID: fakeStar.ID, Goal: fakeStar.Description, Mode: q.Mode, Trend: fakeChecks.Trend, Summary: fakeChecks, Threshold: .15, Limit: 3}
	for n := range 3 {
		out.Events = append(out.Events, goaldna.Event{Step: n, Similarity: .1, ActionText: "oil the rollers", Severity: goaldna.Moderate, Time: fakeMoment})
	}
	return out, nil
}

func TestQuestionsOfGoalChecks(t *testing.T) {
	for _, tc := range []struct {
		tool, args string
		want       any
	}{
		{"check_goal_drift", `{"step_number":0,"action":""}`, engine.GoalCheck{Mode: engine.CheckHybrid, Remind: 10}},
		{"check_goal_drift", `{"step_number":1,"action":"a","replanned":true,"remind_every":0}`, engine.GoalCheck{Step: 1, Action: "a", Mode: engine.CheckHybrid, Replanned: true}},
		{"check_goal_drift", `{"step_number":7,"action":"a","goal":"g","mode":"plain","namespace":"n"}`,
			engine.GoalCheck{Namespace: "n", Goal: "g", Step: 7, Action: "a", Mode: engine.CheckPlain, Remind: 10}},
		{"get_goal_trend", `{}`, engine.GoalTrendQuestion{Mode: engine.CheckHybrid, Window: 10}},
		{"get_goal_trend", `{"window":2,"goal":"g","mode":"plain","namespace":"n"}`, engine.GoalTrendQuestion{Namespace: "n", Goal: "g", Mode: engine.CheckPlain, Window: 2}},
	} {
		fake := newFake()
		if err := askRaw(t, fake, tc.tool, tc.args, &struct{}{}); err != nil || !reflect.DeepEqual(fake.asked, tc.want) {
			t.Errorf("%s %s: the engine is asked %+v, want %+v; %v", tc.tool, tc.args, fake.asked, tc.want, err)
		}
	}
}

func TestBadArgumentsOfGoalChecks(t *testing.T) {
	for _, tc := range []struct{ tool, args, says string }{
		{"check_goal_drift", `{"action":"a"}`, "step_number is required: the number of the step"},
		{"check_goal_drift", `{"step_number":1}`, "action is required: what the step does"},
		{"check_goal_drift", `{"step_number":-1,"action":"a"}`, "step_number is -1; it must be in 0…"},
		{"check_goal_drift", `{"step_number":1.5,"action":"a"}`, "step_number must be a whole number"},
		{"check_goal_drift", `{"step_number":1,"action":"a","mode":"exact"}`, "valid are hybrid, plain"},
		{"check_goal_drift", `{"step_number":1,"action":"` + strings.Repeat("a", engine.MaxActionBytes+1) + `"}`, "the limit is 16384"},
		{"check_goal_drift", `{"step_number":1,"action":"a","remind_every":1001}`, "remind_every is 1001; it must be in 0…1000"},
		{"get_goal_trend", `{"window":0}`, "window is 0; it must be in 1…200"},
		{"get_goal_trend", `{"window":201}`, "window is 201; it must be in 1…200"},
	} {
		err := askRaw(t, newFake(), tc.tool, tc.args, &struct{}{})
		if err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s %.60s: %v, want words that say %q", tc.tool, tc.args, err, tc.says)
		}
	}
}

// goalCheckEffects are the arguments of check_goal_drift and get_goal_trend.
func goalCheckEffects() []effect {
	step := given{"step_number": 1, "action": "Bake a cake", "namespace": "work"}
	fresh := func(s *stage) any { return s.fresh() }
	checked := func(s *stage) any { // a namespace with a North Star and three checks of it, and one check of a text
		namespace := s.fresh()
		s.must("set_north_star", given{"namespace": namespace, "description": "Sail around the world"})
		for n := range 3 {
			s.must("check_goal_drift", given{"namespace": namespace, "step_number": n, "action": "Order lunch"})
		}
		s.must("check_goal_drift", given{"namespace": namespace, "step_number": 3, "action": "Order lunch", "mode": "plain"})
		s.must("check_goal_drift", given{"namespace": namespace, "step_number": 4, "action": "Order lunch", "goal": "Bake bread"})
		return namespace
	}
	return []effect{
		{"check_goal_drift", "goal", step, nil, "Bake bread", "goal_id", present, missing},
		{"check_goal_drift", "step_number", given{"action": "a", "namespace": "work"}, 1, 7, "step_number", is(1), is(7)},
		{"check_goal_drift", "action", given{"step_number": 1, "namespace": "work"}, "zebra", "zebra quagga", "terms.foreign_total", is(1), is(2)},
		{"check_goal_drift", "mode", step, nil, "plain", "terms", present, missing},
		{"check_goal_drift", "namespace", given{"step_number": 1, "action": "a", "goal": "Bake bread"}, nil, "work", "namespace", is("default"), is("work")},
		{"check_goal_drift", "remind_every", given{"step_number": 1, "action": "a", "goal": "Bake bread", "namespace": fresh}, nil, 1, "reminder", missing, present},
		{"check_goal_drift", "replanned", given{"step_number": 9, "action": "Order lunch", "namespace": checked}, nil, true, "consecutive_drifts", is(4), is(1)},
		{"get_goal_trend", "window", given{"namespace": checked}, nil, 1, "trend.checks", is(3), is(1)},
		{"get_goal_trend", "goal", given{"namespace": checked}, nil, "Bake bread", "total_checks", is(3), is(1)},
		{"get_goal_trend", "mode", given{"namespace": checked}, nil, "plain", "total_checks", is(3), is(1)},
		{"get_goal_trend", "namespace", given{"goal": "Sail around the world"}, checked, fresh, "error.message", missing, holds("no step was checked")},
	}
}
