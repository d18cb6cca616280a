package goaldna

import "math"

// Hybrid is a goal with its accepted sub-goals as the hybrid measure sees them. It is never changed, so any number may compare with it at once.
type Hybrid struct {
	goal  []Term
	all   []Term // of goal and sub-goals
	texts []*DNA // goal and sub-goals
}

// NewHybrid takes the terms of a goal and of its sub-goals.
func NewHybrid(goal string, subGoals ...string) *Hybrid {
	h := &Hybrid{goal: Terms(goal), texts: []*DNA{NewDNA(goal)}}
	lists := [][]Term{h.goal}
	for _, s := range subGoals {
		lists, h.texts = append(lists, Terms(s)), append(h.texts, NewDNA(s))
	}
	h.all = merge(lists...)
	return h
}

// Measured is how an action stands to a goal by the hybrid measure.
type Measured struct {
	Similarity  float64 // in [0,1], see [Hybrid.Measure]
	Signal      bool    // false: there was nothing to compare, and the similarity is [NoSignal]
	Containment float64 // share of the action's terms that goal and sub-goals have, by rarity, less doubt; NaN when there are none to compare
	Spelling    float64 // the highest cosine of the action's trigrams with those of the goal or a sub-goal, less doubt
	Cosine      float64 // the highest of those given; NaN when none is

	// Terms as they are written, the rarest first.
	Matched []string // of the action, which goal or sub-goals have
	Foreign []string // of the action, which they do not have
	Missing []string // of the goal, sub-goals apart, which the action does not have
}

const (
	// doubt is what is added to the weight of a step's terms, and to each count of trigrams: who names one word of the goal is not yet wholly about it.
	doubt = 5
	// longestStep is how many terms a step has from which on it counts as no longer: nearly all that the measure was fitted on have fewer.
	longestStep = 20
	// shortestStrange is how many terms a step that shares none counts as having at least: "Order lunch" has said as little of the goal as a longer step, and no
	// more for it. The steps that the measure was fitted on are nearly all longer.
	shortestStrange = 4
)

// coefficients are those of a logistic regression.
type coefficients struct{ containment, highest, mean, spelling, length, constant float64 }

// Fitted on the steps of 806 tasks of five public projects (squashed commits that list the commits of their branch; the task is the title of the whole,
// up to three of its commits are sub-goals), against as many steps of other tasks of the same project and of other projects, with E1 of the
// compact profile. The constant is then moved so that at the usual threshold of .15 one in ten of the steps on the task lies below it.
var (
	withCosine    = coefficients{containment: 5.262, highest: .417, mean: 5.330, spelling: 2.852, length: -1.241, constant: -.009}
	withoutCosine = coefficients{containment: 8.318, spelling: 4.788, length: -.966, constant: -.238}
)

// Measure measures an action. cosines are those of the action's meaning with the goal's and with the sub-goals', in any order, NaN where one of
// the two has none; without any, words alone decide. The similarity is the logistic function of a weighted sum of
//
//   - containment: the rarities of the action's terms that goal and sub-goals have, over those of all of its terms plus doubt. Each term counts once,
//     so that repeating one word wins nothing.
//   - the highest and the mean cosine.
//   - spelling: shared trigrams over √((those of the action + doubt)·(those of the text + doubt)), for inflected words and slips of the pen.
//   - ln(1 + the number of the action's terms): that a long step shares nothing with the goal says more than that a short one does. One that shares nothing counts as
//     having [shortestStrange] terms at least.
//
// There is no signal when there is no cosine, and goal and sub-goals or the action have no term.
func (h *Hybrid) Measure(action string, cosines ...float64) Measured {
	terms := Terms(action)
	matched, foreign := parted(terms, h.all)
	_, missing := parted(h.goal, terms)
	m := Measured{Signal: true, Containment: math.NaN(), Spelling: h.spelling(NewDNA(action)), Matched: named(matched), Foreign: named(foreign), Missing: named(missing)}
	highest, mean := overall(cosines)
	m.Cosine = highest
	comparable := len(h.all) > 0 && len(terms) > 0
	if comparable {
		m.Containment = weight(matched) / (weight(terms) + doubt)
	}
	length := math.Log1p(min(float64(len(terms)), longestStep))
	if len(matched) == 0 {
		length = max(length, math.Log1p(shortestStrange))
	}
	switch {
	case !math.IsNaN(highest):
		m.Similarity = withCosine.apply(absentIsZero(m.Containment), highest, mean, m.Spelling, length)
	case comparable:
		m.Similarity = withoutCosine.apply(m.Containment, 0, 0, m.Spelling, length)
	default:
		m.Similarity, m.Signal = NoSignal, false
	}
	return m
}

// spelling is the highest cosine of trigrams.
func (h *Hybrid) spelling(action *DNA) (highest float64) {
	for _, d := range h.texts {
		shared := float64(d.sharedGrams(action))
		highest = max(highest, shared/math.Sqrt(float64((action.grams.count+doubt)*(d.grams.count+doubt))))
	}
	return highest
}

// absentIsZero: an action without terms has none in common with the goal.
func absentIsZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

func (k coefficients) apply(containment, highest, mean, spelling, length float64) float64 {
	x := k.containment*containment + k.highest*highest + k.mean*mean + k.spelling*spelling + k.length*length + k.constant
	return 1 / (1 + math.Exp(-x))
}

// overall are the highest and the mean of the cosines that are there; NaN when none is.
func overall(cosines []float64) (highest, mean float64) {
	highest = math.NaN()
	n := 0
	for _, c := range cosines {
		if math.IsNaN(c) {
			continue
		}
		if n == 0 || c > highest {
			highest = c
		}
		mean += c
		n++
	}
	return highest, mean / float64(n) // 0/0 is NaN
}
