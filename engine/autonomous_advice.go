package engine

import (
	"fmt"
	"strings"
	"time"

	"asterism/engine/drift"
	"asterism/engine/metautl"
)

// HumanRequired is the advice if the optimiser of λ has not helped and a person is asked to act.
const HumanRequired = "surprise is predicted poorly, and recalibrating λ has not helped: see `asterism meta log`, then confirm with `asterism meta acknowledge`"

// stale is how old the newest measurement of drift may be before a new one is advised.
const stale = 24 * time.Hour

// advise returns in words what follows from the numbers, the most urgent first; nothing if nothing follows.
func (a *Autonomous) advise(now time.Time, levels drift.Thresholds) (out []string) {
	for _, u := range a.Unreadable {
		out = append(out, u.Why+"; run `asterism check`, and restore a backup if it finds damage")
	}
	out = append(out, a.adviseMachine()...)
	out = append(out, a.adviseDrift(now, levels)...)
	out = append(out, a.adviseGoals()...)
	return append(out, a.adviseLearning()...)
}

func (a *Autonomous) adviseMachine() (out []string) {
	if why := a.Status.Store.Refuses; why != "" {
		out = append(out, "nothing new can be stored: "+why+"; free space on the disk of the store, or give this user write access to it; searches still work")
	}
	for i := range a.Status.Background {
		if trouble := a.Status.Background[i].Trouble(); trouble != "" {
			out = append(out, "background work fails: "+trouble)
		}
	}
	out = append(out, a.adviseDemoted()...)
	for _, l := range a.Status.Lanes.Lanes {
		if l.Failed > 0 {
			out = append(out, fmt.Sprintf("%d texts could not be embedded in %s: see the log, and store them again", l.Failed, l.Space))
		}
	}
	if s := a.Status.Lanes; s.Cap > 0 && s.InWork >= s.Cap {
		out = append(out, fmt.Sprintf("all %d places of the queue are taken: send less at once", s.Cap))
	}
	if a.Status.Cold > 0 {
		out = append(out, fmt.Sprintf("the vectors of %d memories are read from disk: raise --index-memory if searches are slow", a.Status.Cold))
	}
	return out
}

// adviseDemoted reports which spaces left a backend. Spaces that left for the same reason, for example because a GPU was lost, share a sentence.
func (a *Autonomous) adviseDemoted() (out []string) {
	spaces := map[string][]string{}
	var why []string
	for _, l := range a.Status.Lanes.Lanes {
		if l.Demotions == 0 {
			continue
		}
		words := fmt.Sprintf("on %s after %d backends failed (%s): see `asterism doctor`", l.Backend, l.Demotions, l.Cause)
		if spaces[words] == nil {
			why = append(why, words)
		}
		spaces[words] = append(spaces[words], l.Space.String())
	}
	for _, words := range why {
		runs := "run"
		if len(spaces[words]) == 1 {
			runs = "runs"
		}
		out = append(out, strings.Join(spaces[words], ", ")+" "+runs+" "+words)
	}
	return out
}

func (a *Autonomous) adviseDrift(now time.Time, levels drift.Thresholds) (out []string) {
	if a.Drift == nil {
		if !a.Lacks(PartDrift) && a.Goals.Memories > 0 {
			out = append(out, "drift was never measured against this reference (measurements of chosen memories do not count): call get_alignment_drift")
		}
		return out
	}
	switch far := a.Drift.Level.Worse(drift.Low) && !a.Drift.TooFew(); {
	case far && a.Held.Before == "": // no measurement was ever nearer
		out = append(out, fmt.Sprintf("the memories were far from the goal in each measurement (drift %s, similarity %.2f, below %.2f): if they are about more, set_north_star sets a broader goal; %s names those that stray most", a.Drift.Level, a.Drift.Similarity, levels.Low, measuring(a.Drift)))
	case far:
		out = append(out, fmt.Sprintf("drift is %s (similarity %.2f, below %.2f): %s names the memories that stray most; return to the goal, or set the goal that the work has now", a.Drift.Level, a.Drift.Similarity, levels.Low, measuring(a.Drift)))
	}
	if t := a.Trend; t != nil && t.Direction == drift.Worsening {
		out = append(out, worsening(t))
	}
	if age := now.Sub(a.Drift.At); age > stale {
		out = append(out, fmt.Sprintf("the newest measurement of drift is %d hours old: call get_alignment_drift", int(age.Hours())))
	}
	return out
}

// measuring is the call that measures the memories of an entry again. The default timeframe may hold none of those of a longer one.
func measuring(e *drift.Entry) string {
	if e.Timeframe == "7d" || e.Timeframe == "30d" || e.Timeframe == "all" {
		return "get_alignment_drift (timeframe " + e.Timeframe + ")"
	}
	return "get_alignment_drift"
}

func worsening(t *drift.Trend) string {
	text := fmt.Sprintf("similarity falls by %.3f per check over the last %d", t.Velocity, t.Samples)
	if t.ChecksToCritical == 0 { // another sentence already says that it is Critical
		return text
	}
	text += fmt.Sprintf(": Critical in %.1f checks at current rate", t.ChecksToCritical)
	if !t.CriticalAt.IsZero() {
		text += ", about " + t.CriticalAt.Format(time.RFC3339)
	}
	return text
}

func (a *Autonomous) adviseGoals() (out []string) {
	if len(a.Goals.Goals) == 0 {
		out = append(out, "no North Star is set, so drift is measured against the centre of the memories: set_north_star sets one")
	}
	if a.Goals.Aligning {
		out = append(out, fmt.Sprintf("%d of %d memories are measured against the current goals, the rest is being measured", a.Goals.Measured, a.Goals.Memories))
	}
	return out
}

func (a *Autonomous) adviseLearning() (out []string) {
	if a.Learning != nil && a.Learning.Escalation == metautl.HumanRequired {
		out = append(out, HumanRequired)
	}
	if a.NearCopies > 0 {
		out = append(out, fmt.Sprintf("%d near copies could be merged: trigger_dream with phase nrem merges them (undo reverts it), and with dry_run shows them", a.NearCopies))
	}
	if a.Workspace != nil && a.Workspace.Warning != "" {
		out = append(out, a.Workspace.Warning)
	}
	return out
}
