package aims

import (
	"context"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// Drift measures how far memories have left a goal, and adds the measurement to the goal's history. Where no North Star is set and no goal is named, they are compared with
// the centre of all memories of the namespace. A goal or memory that the namespace does not have is an error that names it. A timeframe without memories is an error too.
func (s *Service) Drift(ctx context.Context, q DriftQuestion) (*Drift, error) {
	a, err := s.assess(ctx, q.Namespace, q.Goal, q.Memories, q.Timeframe, q.Strategy)
	if err != nil {
		return nil, err
	}
	var thetas []theta
	t, err := a.tally(ctx, a.reference, q.Progress, func(m Alignment) { thetas = append(thetas, theta{m.ID, m.Theta()}) })
	if err != nil {
		return nil, err
	}
	m, err := a.conclude(ctx, t, a.weights)
	if err != nil {
		return nil, err
	}
	if err := s.history.Record(ctx, *m); err != nil {
		return nil, fault.Storage("record drift", err)
	}
	out := &Drift{Measurement: *m, Unread: a.unread}
	out.ReferenceType = s.told(a.namespace, a.id, a.kind)
	if m.TooFew() {
		out.Needed = drift.LeastJudged
	} else {
		out.Recommendations = drift.Recommend(m)
		if out.Strays, err = s.strays(ctx, thetas); err != nil {
			return nil, err
		}
	}
	page, err := s.history.Newest(ctx, a.id, a.from, drift.MaxTrend)
	if err != nil {
		return nil, fault.Storage("read drift history", err)
	}
	series, err := s.history.Series(ctx, a.id, m.Like, drift.MaxTrend)
	if err != nil {
		return nil, fault.Storage("read drift history", err)
	}
	out.Trend, out.NoTrend = drift.Fit(madeSince(series, a.from), s.thresholds.High)
	out.Held, out.SpacesHeld = drift.LevelsHeld(series)
	if q.IncludeHistory {
		out.History, out.HistoryTotal = drift.Mark(page.Entries), page.Total
	}
	return out, nil
}

// told is a reference type as it is told: that of the North Star has a name of its own.
func (s *Service) told(namespace string, id store.ID, kind drift.ReferenceType) drift.ReferenceType {
	if tree := s.Tree(namespace); kind == drift.ToGoal && tree != nil && tree.ID == id {
		return drift.ToNorthStar
	}
	return kind
}
