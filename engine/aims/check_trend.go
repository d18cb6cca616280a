package aims

import (
	"context"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/goaldna"
)

// GoalTrend says where the checks of a goal are going. It is a KindNoHistory error when there were none in this mode.
func (s *Service) GoalTrend(ctx context.Context, q GoalTrendQuestion) (*GoalTrend, error) {
	t, err := s.checkTarget(q.Namespace, q.Goal, q.Mode)
	if err != nil {
		return nil, err
	}
	if q.Window == 0 {
		q.Window = goaldna.DefaultWindow
	}
	if q.Window < 1 || q.Window > goaldna.MaxHistory {
		return nil, fault.Invalid("window %d is outside 1…%d", "leave it out for the last 10 checks", q.Window, goaldna.MaxHistory)
	}
	c, err := s.checker(ctx, t)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, &fault.Error{Kind: fault.KindNoHistory, Message: fmt.Sprintf("no step was checked against goal %q in mode %s", fault.Clip(t.text, longestNamed), t.mode),
			Hint: "call check_goal_drift with this goal and mode first"}
	}
	trend, err := c.Trend(q.Window)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindInternal, Message: "measure a trend", Err: err}
	}
	return &GoalTrend{Namespace: t.namespace, GoalID: t.id, Goal: t.text, Mode: t.mode, Trend: trend, Summary: c.Summary(), Events: c.Events(),
		Threshold: c.Options().Threshold, Limit: c.Options().Limit}, nil
}
