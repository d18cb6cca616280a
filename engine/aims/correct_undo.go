package aims

import (
	"context"
	"errors"
	"fmt"
	"math"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// undoCorrection takes the last correction of a namespace back: the weights before it are in force again. It measures before and after,
// as far as there are memories in the timeframe; otherwise the measurements have a NaN similarity, of no memories.
func (s *Service) undoCorrection(ctx context.Context, namespace string, q CorrectionQuestion) (*Correction, error) {
	u, err := s.undoRecord(ctx, namespace, q.Undo)
	if err != nil {
		return nil, err
	}
	now, err := s.weights(ctx, namespace)
	if err != nil {
		return nil, err
	}
	if now.Correction != u.Correction {
		return nil, fault.Invalid("correction %s was made before correction %s, which is in force", "undo the later one first", u.Correction, now.Correction)
	}
	then := drift.Uncorrected()
	if u.Before != nil {
		if then, err = drift.ParseWeights(u.Before); err != nil {
			return nil, fault.Storage("read undo record of a correction", err)
		}
	}
	out := &Correction{ID: u.Correction, Kind: ReweightSpaces, SpacesBefore: now.Spaces, SpacesAfter: then.Spaces}
	goals, err := s.restorable(ctx, namespace, u, out)
	if err != nil {
		return nil, err
	}
	made, err := s.measureUndo(ctx, namespace, q, goals, then, out)
	if err != nil || q.DryRun {
		return out, err
	}
	err = s.putCorrection(ctx, namespace, goals, made,
		store.Entry{Shelf: store.ShelfState, Key: weightsKey(namespace), Value: u.Before},
		store.Entry{Shelf: store.ShelfUndo, Key: undoKey(u.Correction)})
	out.Undone = err == nil
	return out, err
}

// undoRecord finds how to take a correction back.
func (s *Service) undoRecord(ctx context.Context, namespace string, id store.ID) (*drift.Undo, error) {
	b, ok, err := s.store.Read(ctx, store.ShelfUndo, undoKey(id))
	if err != nil {
		return nil, fault.Storage("read undo record of a correction", err)
	}
	if !ok {
		return nil, fault.Invalid("there is no correction %s to undo", "use the id that trigger_drift_correction returned; one that was undone is gone", id)
	}
	u, err := drift.ParseUndo(b)
	if err != nil {
		return nil, fault.Storage("read undo record of a correction", err)
	}
	if u.Namespace != namespace {
		return nil, fault.Invalid("correction %s is of namespace %s, not of %s", "name its namespace", id, u.Namespace, namespace)
	}
	return u, nil
}

// restorable are the weights to give back to goals, of those that are still there.
func (s *Service) restorable(ctx context.Context, namespace string, u *drift.Undo, out *Correction) (map[store.ID]float64, error) {
	if len(u.Goals) == 0 {
		return nil, nil
	}
	out.Kind = ReweightGoals
	r, err := s.Reference(ctx, namespace, uuid.Nil)
	if err != nil || r == nil {
		return nil, err
	}
	goals := map[store.ID]float64{}
	for _, g := range u.Goals {
		if r.tree.Find(g.Goal) != nil {
			goals[g.Goal] = g.Weight
		}
	}
	if len(goals) > 0 {
		out.GoalsBefore, out.GoalsAfter = r.Goals(), r.WithWeights(goals).Goals()
	}
	return goals, nil
}

// measureUndo measures with the weights that are and with those that were, and returns what belongs into the history.
func (s *Service) measureUndo(ctx context.Context, namespace string, q CorrectionQuestion, goals map[store.ID]float64, then drift.Weights, out *Correction) ([]drift.Measurement, error) {
	out.Why = "the weights before it are in force again"
	out.Before, out.After = drift.Measurement{Similarity: math.NaN()}, drift.Measurement{Similarity: math.NaN()}
	a, err := s.assess(ctx, namespace, uuid.Nil, nil, q.Timeframe, q.Strategy)
	if err == nil {
		c := newCorrecting(a, q.Progress)
		if err = c.measure(ctx); err == nil {
			return c.measureThen(ctx, goals, then, out)
		}
	}
	if errors.Is(err, drift.ErrNothing) {
		out.Why = fmt.Sprintf("%s; nothing was measured: %v", out.Why, err)
		return nil, nil
	}
	return nil, err
}

func (c *correcting) measureThen(ctx context.Context, goals map[store.ID]float64, then drift.Weights, out *Correction) ([]drift.Measurement, error) {
	t := c.tallied
	if len(goals) > 0 {
		var err error
		if t, err = c.tally(ctx, c.reference.WithWeights(goals), c.staged(), nil); err != nil {
			return nil, changedMeanwhile(err)
		}
	}
	m, err := c.conclude(ctx, t, then)
	if err != nil {
		return nil, err
	}
	out.Before, out.After = c.before, *m
	out.Needed = needed(&out.Before)
	return []drift.Measurement{out.Before, out.After}, nil
}
