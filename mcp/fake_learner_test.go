package mcp

import (
	"context"
	"math"
	"slices"
	"time"

	"asterism/engine"
	"asterism/engine/metautl"
	"asterism/engine/utl"
	"asterism/models"
)

// This part of the mock learns nothing: it always answers the same, and stores the question. A useful of .13 fails.

func (f *fakeEngine) RecordOutcome(ctx context.Context, o engine.Outcome) error {
	if o.Useful == .13 {
		return f.ask(ctx, "fail STORAGE", o, nil)
	}
	return f.ask(ctx, "", o, nil)
}

func (f *fakeEngine) MetaStatus(context.Context) (*metautl.Status, error) {
	s := &metautl.Status{
		Enabled: true, Accuracy: .8123456789, ConsecutiveLow: 2, Current: utl.Lambdas{S: .6, C: .4}, Base: utl.Lambdas{S: .7, C: .3}, Deviation: utl.Lambdas{S: -.1, C: .1},
		Escalation: metautl.Bayesian, Adjustments: 5, RecentEvents: 3, LastAdjustment: fakeMoment, History: []float64{.5, .75}, Outcomes: 4,
	}
	for i := range s.Spaces {
		s.Spaces[i] = .5
	}
	s.Spaces[models.Semantic] = .9
	return s, nil
}

func (f *fakeEngine) RecalibrateLambda(ctx context.Context, r engine.Recalibration) (*metautl.Recalibration, error) {
	if err := f.ask(ctx, "", r, nil); err != nil {
		return nil, err
	}
	was, is := utl.Lambdas{S: .7, C: .3}, utl.Lambdas{S: .65, C: .35}
	a := &metautl.Adjustment{DeltaS: -.05, DeltaC: .05, Alpha: .05, TriggerError: .3}
	switch {
	case r.ForceBayesian:
		a.Alpha, a.TriggerError = 0, math.NaN()
		return &metautl.Recalibration{Method: metautl.ByOptimiser, Adjustment: a, Before: was, After: is, Optimum: &metautl.Optimum{Lambda: .65, Iterations: 6, Improvement: 7e-5}}, nil
	case r.Domain == "legal":
		return &metautl.Recalibration{Method: metautl.ByNone, Before: was, After: was}, nil
	}
	return &metautl.Recalibration{Method: metautl.ByGradient, Adjustment: a, Before: was, After: is}, nil
}

// fakeEvents has one event for each way in which a field may be absent.
func fakeEvents() []metautl.Event {
	was, is := utl.Lambdas{S: .7, C: .3}, utl.Lambdas{S: .65, C: .35}
	return []metautl.Event{
		{At: fakeMoment, Type: metautl.LambdaAdjustment, Error: .3, Before: was, After: is, Accuracy: .7, Domain: "code", Space: models.Semantic, Stands: 1},
		{At: fakeMoment.Add(time.Hour), Type: metautl.AccuracyAlert, Error: math.NaN(), Before: is, After: is, Accuracy: .65, Escalated: true, Space: metautl.NoSpace, Stands: 9},
	}
}

func (f *fakeEngine) MetaLog(ctx context.Context, q metautl.Query) (*metautl.LogPage, error) {
	if err := f.ask(ctx, "", q, nil); err != nil {
		return nil, err
	}
	events := slices.DeleteFunc(fakeEvents(), func(e metautl.Event) bool { return q.Type != "" && e.Type != q.Type })
	total := len(events)
	events = events[min(q.Offset, total):]
	page := &metautl.LogPage{Events: events[:min(q.Limit, len(events))], Total: total}
	page.More = len(page.Events) < len(events)
	return page, nil
}
