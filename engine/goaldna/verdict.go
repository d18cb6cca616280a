package goaldna

import "math"

// Verdict is what can be said of a single step.
type Verdict int

// The verdicts.
const (
	Unclear Verdict = iota // both steps on a goal and steps of other work have such figures
	On                     // the step is for the goal
	Off                    // the step is for something else
)

// limits are the values of [Measured.Standing] below which a step is off the goal, and from which it is on it; between them it is unclear. offUnlike replaces off if no memory of the work is
// like the step. onShared replaces on if the step shares a term with a goal: of steps with the same standing, fewer are on the goal if they share none.
type limits struct{ off, offUnlike, onShared, on float64 }

// stepLimits are the limits for goals with sub-goals and for goals without. They are higher with sub-goals, since a step can be near to more texts. They were chosen on notes of twelve projects,
// tasks of ten others and twelve goals of our own, each with its own steps, steps of other projects and everyday steps (docs/decisions/051).
var stepLimits = struct{ plan, alone limits }{
	plan:  limits{off: -1.5, offUnlike: 0, onShared: 2, on: 2},
	alone: limits{off: -3, offUnlike: -1, onShared: 1, on: 2},
}

// standing returns the logit of the similarity plus the standard score of the cosine. The similarity separates steps of other work of the same kind better, the standard score everyday
// steps. Equal weights separate both kinds about as well as fitted ones.
func standing(similarity, score float64) float64 {
	s := min(max(similarity, leastOdds), 1-leastOdds)
	return math.Log(s/(1-s)) + score
}

// Judge returns the verdict on a single step. It is On only from the threshold of similarity up, and Off only below it. unlike is true if no memory of the work is like the step: then a
// higher standing is already Off.
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
