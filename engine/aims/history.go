package aims

import (
	"context"
	"fmt"
	"strings"
	"time"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// MaxHistory is the most entries of a history that one answer can hold; defaultHistory is how many it holds unless asked.
const (
	MaxHistory     = drift.MaxTrend
	defaultHistory = 50
)

// DriftHistory returns past measurements of a goal, also of one that is no longer set. Without one in the range the answer is a
// KindNoHistory error which says what there is outside it. The trend is that of the newest [drift.MaxTrend] entries of the range, whatever
// the limit.
func (s *Service) DriftHistory(ctx context.Context, q HistoryQuestion) (*DriftHistory, error) {
	if q.Limit == 0 {
		q.Limit = defaultHistory
	}
	if q.Limit < 1 || q.Limit > MaxHistory {
		return nil, fault.Invalid("limit %d is outside 1…%d", "ask for a shorter time_range to see older entries", q.Limit, MaxHistory)
	}
	if q.Range == "" {
		q.Range = defaultTimeframe
	}
	from, ok := drift.Since(q.Range, s.now())
	if !ok {
		return nil, fault.Invalid("Unknown time_range '%s'. Valid: %s", "", q.Range, strings.Join(drift.Timeframes, ", "))
	}
	namespace, err := OneNamespace(q.Namespace)
	if err != nil {
		return nil, err
	}
	id, kind, err := s.historyOf(ctx, namespace, q.Goal)
	if err != nil {
		return nil, err
	}
	page, err := s.history.Newest(ctx, id, from, drift.MaxTrend)
	if err != nil {
		return nil, fault.Storage("read drift history", err)
	}
	out := &DriftHistory{GoalID: id.String(), ReferenceType: s.told(namespace, id, kind), Total: page.Total, Thresholds: s.thresholds}
	if kind == drift.ToCentroid {
		out.GoalID = drift.Centroid
	}
	if err := s.noHistory(out.GoalID, namespace, id, q.Range, page); err != nil {
		return nil, err
	}
	if out.Trend, out.NoTrend, err = (usual{s.history, id, s.thresholds.High, true}).trend(ctx, from); err != nil {
		return nil, err
	}
	out.Entries = drift.Mark(page.Entries[max(0, len(page.Entries)-q.Limit):])
	out.Cut = out.Total > len(out.Entries)
	return out, nil
}

// historyOf finds whose history is meant: the named goal's, or the North Star's, or the centroid's.
func (s *Service) historyOf(ctx context.Context, namespace, goal string) (store.ID, drift.ReferenceType, error) {
	centroid := CentroidID(namespace)
	switch goal {
	case "":
		r, err := s.Reference(ctx, namespace, uuid.Nil)
		if err != nil || r == nil {
			return centroid, drift.ToCentroid, err
		}
		return r.ID, drift.ToGoal, nil
	case drift.Centroid:
		return centroid, drift.ToCentroid, nil
	}
	id, err := uuid.Parse(goal)
	if err != nil {
		return id, "", fault.Invalid("Invalid goal_id UUID '%s': %v", "use an id that get_goals returned, or leave it out for the North Star", goal, err)
	}
	if id == centroid {
		return id, drift.ToCentroid, nil
	}
	return id, drift.ToGoal, nil
}

// noHistory is the error of a page without entries, or with those of another namespace; nil when there are some.
func (s *Service) noHistory(goal, namespace string, id store.ID, timeframe string, page *drift.Page) error {
	out := &fault.Error{Kind: fault.KindNoHistory, Message: fmt.Sprintf("No drift history available for goal '%s'. Call get_alignment_drift with include_history=true first", goal)}
	if elsewhere := s.elsewhere(id, namespace, page); elsewhere != "" {
		out.Message += fmt.Sprintf("; this goal is of namespace %s, not of %s", elsewhere, namespace)
		out.Hint = "name the goal's namespace"
		return out
	}
	if page.Total > 0 {
		return nil
	}
	if page.Before > 0 {
		out.Message += fmt.Sprintf("; %d entries are outside the last %s, made from %s to %s", page.Before, timeframe, page.Oldest.Format(time.RFC3339), page.Newest.Format(time.RFC3339))
		out.Hint = "choose a longer time_range, or all"
	}
	return out
}

// elsewhere is the namespace of a goal's history when it is another one.
func (s *Service) elsewhere(id store.ID, namespace string, page *drift.Page) string {
	if whole, _ := s.find(id); whole != nil {
		if whole.Namespace != namespace {
			return whole.Namespace
		}
		return "" // also where an earlier program renamed the namespace, and left the old name in the entries
	}
	if len(page.Entries) > 0 && page.Entries[0].Namespace != namespace {
		return page.Entries[0].Namespace
	}
	return ""
}

// Measured is what was measured of a namespace's North Star, or of the centre of its memories while none is set.
type Measured struct {
	*drift.Page              // the newest of all, at most [MaxHistory]
	Latest      *drift.Entry // of the ordinary series; nil: there is none
	Held        drift.Held   // since when its level is so
	Trend       *drift.Trend // of the ordinary series
	NoTrend     string       // why there is no trend
}

// Measured returns the newest measurements.
func (s *Service) Measured(ctx context.Context, namespace string) (*Measured, error) {
	id, _, err := s.historyOf(ctx, namespace, "")
	if err != nil {
		return nil, err
	}
	from, _ := drift.Since(drift.All, s.now())
	out := &Measured{}
	if out.Page, err = s.history.Newest(ctx, id, from, MaxHistory); err != nil {
		return nil, fault.Storage("read drift history", err)
	}
	drift.Mark(out.Entries)
	series := usual{s.history, id, s.thresholds.High, false}
	if out.Latest, err = series.newest(ctx); err != nil {
		return nil, err
	}
	if out.Latest != nil {
		alike, err := s.history.Series(ctx, id, out.Latest.Like, drift.MaxTrend)
		if err != nil {
			return nil, fault.Storage("read drift history", err)
		}
		out.Held, _ = drift.LevelsHeld(alike)
	}
	out.Trend, out.NoTrend, err = series.trend(ctx, from)
	return out, err
}

// Thresholds are the similarities from which on a level of drift holds.
func (s *Service) Thresholds() drift.Thresholds { return s.thresholds }

// ThinHistory leaves one measurement a day of what is older than [drift.Keep].
func (s *Service) ThinHistory(ctx context.Context) error {
	n, err := s.history.Thin(ctx, s.now())
	if n > 0 {
		s.log.Info("thinned old drift history to one measurement a day", "removed", n)
	}
	return fault.Storage("thin drift history", err)
}
