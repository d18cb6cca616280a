package aims

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/drift"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// The kinds of corrections.
const (
	ReweightSpaces = "reweight_spaces"
	ReweightGoals  = "reweight_goals"
	NoCorrection   = "none"
)

// LeastGain is the gain in measured similarity for which weights are changed.
const LeastGain = .005

// CorrectDrift measures drift from the North Star, or from the centre of the memories when none is set. At Medium or worse, or with Force, it measures the same memories
// under two proposals. One weights spaces by how well each separates work on the goal from unrelated texts; the other weights sibling goals by how much of the work belongs
// to each. The better one is applied if it gains enough. Weights cannot bring back work that has left the goal; the answer then says so. With too few memories for a level
// it says that, and proposes only with Force. What is reported is measured, and [Service.Drift] measures the same afterwards. A dry run, an answer without a correction, and
// an error leave the store unchanged.
func (s *Service) CorrectDrift(ctx context.Context, q CorrectionQuestion) (*Correction, error) {
	namespace, err := OneNamespace(q.Namespace)
	if err != nil {
		return nil, err
	}
	release, err := s.turn(ctx, CentroidID(namespace)) // no memory has this id: it stands for the namespace
	if err != nil {
		return nil, err
	}
	defer release()
	if q.Undo != uuid.Nil {
		return s.undoCorrection(ctx, namespace, q)
	}
	a, err := s.assess(ctx, namespace, uuid.Nil, nil, q.Timeframe, q.Strategy)
	if err != nil {
		return nil, err
	}
	c := newCorrecting(a, q.Progress)
	if err := c.measure(ctx); err != nil {
		return nil, err
	}
	out := c.answer()
	out.Needed = needed(&out.Before)
	if out.Before.TooFew() && !q.Force {
		out.Why = fmt.Sprintf("too few memories to judge: the timeframe has %d, %d are needed", out.Before.Analyzed, drift.LeastJudged)
		return out, nil
	}
	if !out.Needed && !q.Force {
		out.Why = fmt.Sprintf("similarity %.3f is drift %s; corrections begin at %s, below %.2f", out.Before.Similarity, out.Before.Level, drift.Medium, s.thresholds.Low)
		return out, nil
	}
	best, tried, err := c.best(ctx)
	if err != nil {
		return nil, err
	}
	if gain := c.gain(best); gain < LeastGain {
		out.Why = tooLittle(out, tried)
		return out, nil
	}
	out.adopt(best, c)
	out.Why = fmt.Sprintf("%s: similarity %.3f before, %.3f after", best.why, out.Before.Similarity, out.After.Similarity)
	if q.DryRun {
		return out, nil
	}
	return out, s.applyCorrection(ctx, a, best, out)
}

// needed reports whether a measurement asks for a correction. One of too few memories tells no level, so it asks for none.
func needed(m *drift.Measurement) bool { return m.Level.Worse(drift.Low) && !m.TooFew() }

// tooLittle says why nothing is changed.
func tooLittle(out *Correction, tried string) string {
	if out.Needed {
		return fmt.Sprintf("drift is %s, similarity %.2f over %d memories of %s, and no weights raise the similarity by %.3f (%s): get_alignment_drift shows the memories that stray most. Return to the goal, or set the goal that the work has now",
			out.Before.Level, out.Before.Similarity, out.Before.Analyzed, spanOf(out.Before.Timeframe), LeastGain, tried)
	}
	if out.Before.TooFew() {
		return fmt.Sprintf("no other weights raise the similarity enough (%s; %.3f is needed), and %d memories are too few to judge: %d are needed", tried, LeastGain, out.Before.Analyzed, drift.LeastJudged)
	}
	return fmt.Sprintf("no other weights raise the similarity enough (%s; %.3f is needed)", tried, LeastGain)
}

// spanOf is a timeframe in words.
func spanOf(timeframe string) string {
	switch timeframe {
	case "":
		return "those named"
	case drift.All:
		return "all time"
	}
	return "the last " + timeframe
}

// applyCorrection writes, in one batch, the new weights, how to take them back, and both measurements.
func (s *Service) applyCorrection(ctx context.Context, a *assessment, p *proposal, out *Correction) error {
	id, err := uuid.NewV7()
	if err != nil {
		return &fault.Error{Kind: fault.KindInternal, Message: "make id", Err: err}
	}
	undo := drift.Undo{Correction: id, Namespace: a.namespace, At: s.now()}
	if undo.Before, _, err = s.store.Read(ctx, store.ShelfState, weightsKey(a.namespace)); err != nil {
		return fault.Storage("read weights of spaces", err)
	}
	for _, g := range a.reference.Goals() {
		if w, ok := p.goals[g.ID]; ok && w != g.Weight {
			undo.Goals = append(undo.Goals, drift.GoalWeight{Goal: g.ID, Weight: g.Weight})
		}
	}
	weights := drift.Weights{Correction: id, Spaces: p.spaces}
	out.After.Correction, out.After.At = id, s.now()
	err = s.putCorrection(ctx, a.namespace, p.goals, []drift.Measurement{out.Before, out.After},
		store.Entry{Shelf: store.ShelfState, Key: weightsKey(a.namespace), Value: weights.Encode()},
		store.Entry{Shelf: store.ShelfUndo, Key: undoKey(id), Value: undo.Encode()})
	if err == nil {
		out.ID, out.Applied = id, true
	}
	return err
}

// putCorrection writes weights of goals (none: they stay), measurements and other entries, all or none.
func (s *Service) putCorrection(ctx context.Context, namespace string, goals map[store.ID]float64, made []drift.Measurement, entries ...store.Entry) error {
	err := s.history.RecordBy(ctx, func(recorded []store.Entry) error {
		recorded = append(recorded, entries...)
		if len(goals) > 0 {
			return s.SetGoalWeights(ctx, namespace, goals, recorded...)
		}
		return s.store.Put(ctx, recorded...)
	}, made...)
	var ours *fault.Error
	if errors.As(err, &ours) {
		return err
	}
	return fault.Storage("store correction", err)
}

// undoKey is where the undo record of a correction stands on the shelf of undo.
func undoKey(correction store.ID) []byte { return append([]byte("correction\x00"), correction[:]...) }
