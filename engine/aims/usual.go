package aims

import (
	"context"
	"time"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"
)

// usual is the ordinary series of measurements of a reference, whatever looks at chosen memories or by other strategies lie between.
type usual struct {
	history  *drift.History
	id       store.ID
	critical float64 // the similarity below which drift is Critical
	looks    bool    // where there is nothing else, looks at chosen memories are a series too: of themselves, not of the namespace
}

// newest is the newest measurement of the series, with its delta; the newest by any strategy where none is ordinary; nil: there is none. A look at chosen memories says nothing of
// the others: see looks.
func (u usual) newest(ctx context.Context) (*drift.Entry, error) {
	made, err := u.history.Series(ctx, u.id, (*drift.Measurement).Ordinary, drift.MaxTrend)
	if err == nil && len(made) == 0 {
		if made, err = u.history.Series(ctx, u.id, func(m *drift.Measurement) bool { return u.looks || m.Timeframe != "" }, drift.MaxTrend); err == nil && len(made) > 0 {
			return &drift.Mark(made)[len(made)-1], nil
		}
	}
	return drift.Usual(drift.Mark(made)), fault.Storage("read drift history", err)
}

// trend is that of the series since a time, or why there is none, and why the other measurements are not of it.
func (u usual) trend(ctx context.Context, from time.Time) (t *drift.Trend, why string, err error) {
	newest, err := u.newest(ctx)
	if err != nil {
		return nil, "", err
	}
	var series []drift.Entry
	if newest != nil {
		if series, err = u.history.Series(ctx, u.id, newest.Like, drift.MaxTrend); err != nil {
			return nil, "", fault.Storage("read drift history", err)
		}
	}
	if t, why = drift.Fit(madeSince(series, from), u.critical); t != nil || newest == nil {
		return t, why, nil
	}
	all, err := u.history.Series(ctx, u.id, func(*drift.Measurement) bool { return true }, drift.MaxTrend)
	if others := drift.Otherwise(madeSince(all, from), &newest.Measurement); others != "" {
		why += "; the others are no part of it: " + others
	}
	return nil, why, fault.Storage("read drift history", err)
}

// madeSince are the entries that were made from a time on.
func madeSince(entries []drift.Entry, from time.Time) []drift.Entry {
	for i := range entries {
		if !entries[i].At.Before(from) {
			return entries[i:]
		}
	}
	return nil
}
