package goaldna

import "math"

// Verdict is what can be said of a single step.
type Verdict int

// The verdicts.
const (
	Unclear Verdict = iota // steps on a goal and steps elsewhere stand to it like this
	On
	Off
)

// limits are those of [Measured.Standing], between which a step is unclear. offUnlike holds where nothing known of the work is like the step, and onShared where it shares a term with a goal: of the steps that
// share none and stand as high fewer are on it.
type limits struct{ off, offUnlike, onShared, on float64 }

// The limits for goals with sub-goals and for goals without. With sub-goals a step has more texts to be near to, so that they lie higher. They were chosen on notes of twelve projects, tasks of ten others
// and twelve goals of our own, each with its own steps, steps of other projects and everyday ones: see docs/decisions/051.
var stepLimits = struct{ plan, alone limits }{
	plan:  limits{off: -1.5, offUnlike: 0, onShared: 2, on: 2},
	alone: limits{off: -3, offUnlike: -1, onShared: 1, on: 2},
}

// standing is how a step stands to a goal: the logit of the similarity and the standard score of the cosine. The similarity tells more of steps of other work of the same kind, the standard score more of
// everyday steps; with equal weights both kinds are told about as well as by a fit.
func standing(similarity, score float64) float64 {
	s := min(max(similarity, leastOdds), 1-leastOdds)
	return math.Log(s/(1-s)) + score
}

// Judge says what can be said of a single step: that it is on the goal, from the threshold of similarity up, or off it, below. unlike says that nothing known of the work is like the step: then less is
// needed to say that it is off the goal.
func (h *Hybrid) Judge(m *Measured, threshold float64, unlike bool) Verdict {
	l := stepLimits.alone
	if len(h.texts) > 1 {
		l = stepLimits.plan
	}
	if unlike {
		l.off = l.offUnlike
	}
	if len(m.Matched) > 0 {
		l.on = l.onShared
	}
	switch {
	case m.Similarity >= threshold && m.Standing >= l.on:
		return On
	case m.Similarity < threshold && m.Standing < l.off:
		return Off
	}
	return Unclear
}
