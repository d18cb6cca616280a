package goaldna

import (
	"math"
	"slices"
)

// Near is how near an action is to the goal or to a sub-goal.
type Near struct {
	Meaning float64 // cosine in E1, NaN when one of the two has none
	Belongs float64 // cosine in E8, what belongs with what; NaN when one of the two has none
	Score   float64 // of Meaning, the standard score among the action's cosines with texts of other work, see [Elsewhere]; 0: none is known
}

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
	Cosine      float64 // the highest in E1, of those that have both cosines; NaN when none has
	Standing    float64 // the logit of the similarity as it was measured, and the highest standard score: see [Hybrid.Judge]; 0 without a signal

	// Terms as they are written, the rarest first.
	Matched []string // of the action, which goal or sub-goals have
	Foreign []string // of the action, which they do not have
	Missing []string // of the goal, sub-goals apart, which the action does not have
}

// ByWords reports whether words alone decided: no cosine was there.
func (m *Measured) ByWords() bool { return math.IsNaN(m.Cosine) }

const (
	// doubt is what is added to the weight of a step's terms, and to each count of trigrams: who names one word of the goal is not yet wholly about it.
	doubt = 5
	// longestStep is how many terms a step has from which on it counts as no longer, and longestGoal the same of goal and sub-goals together: nearly all that the measure
	// was fitted on have fewer.
	longestStep = 20
	longestGoal = 40
	// shortestStrange is how many terms a step that shares none counts as having at least: "Order lunch" has said as little of the goal as a longer step, and no
	// more for it.
	shortestStrange = 3
)

// coefficients are those of a logistic regression.
type coefficients struct{ containment, highest, mean, belongsHighest, belongsMean, spelling, length, goal, constant float64 }

// Fitted on 4,337 steps of tasks of fourteen public projects (squashed commits that list the commits of their branch; the task is the title of the whole, its first three
// commits are sub-goals), against as many steps of other tasks of the same project and of other projects, with the compact profile. Each counts once more without
// the sub-goals, a hundredth as much: then eight in ten of the steps on a task without sub-goals lie above the usual threshold of .15. The constant is moved so that with
// sub-goals 93 in a hundred do.
var (
	withCosine = coefficients{containment: 3.292, highest: 1.012, mean: 5.654, belongsHighest: 3.125, belongsMean: 1.080, spelling: 3.076, length: -1.211, goal: -.233,
		constant: .216}
	withoutCosine = coefficients{containment: 7.083, spelling: 5.816, length: -.814, goal: -.353, constant: .350}
)

// Measure measures an action. near is how near it is to the goal and to each sub-goal, in any order; one that lacks a cosine does not count, and without any, words
// alone decide. The similarity is the logistic function of a weighted sum of
//
//   - containment: the rarities of the action's terms that goal and sub-goals have, over those of all of its terms plus doubt. Each term counts once,
//     so that repeating one word wins nothing.
//   - the highest and the mean cosine, in E1 and in E8.
//   - spelling: shared trigrams over √((those of the action + doubt)·(those of the text + doubt)), for inflected words and slips of the pen.
//   - ln(1 + the number of the action's terms): that a long step shares nothing with the goal says more than that a short one does. One that shares nothing counts as
//     having [shortestStrange] terms at least.
//   - ln(1 + the number of terms of goal and sub-goals): the more is said of a goal, the more of it any step shares.
//
// There is no signal when there is no cosine, and goal and sub-goals or the action have no term.
func (h *Hybrid) Measure(action string, near ...Near) Measured {
	terms := Terms(action)
	matched, foreign := parted(terms, h.all)
	_, missing := parted(h.goal, terms)
	m := Measured{Signal: true, Containment: math.NaN(), Spelling: h.spelling(NewDNA(action)), Matched: named(matched), Foreign: named(foreign), Missing: named(missing)}
	meaning, belongs := overall(near)
	m.Cosine = meaning.highest
	comparable := len(h.all) > 0 && len(terms) > 0
	if comparable {
		m.Containment = weight(matched) / (weight(terms) + doubt)
	}
	length := float64(min(len(terms), longestStep))
	if len(matched) == 0 {
		length = max(length, shortestStrange)
	}
	words := func(k coefficients) float64 {
		return k.constant + k.containment*absentIsZero(m.Containment) + k.spelling*m.Spelling + k.length*math.Log1p(length) +
			k.goal*math.Log1p(float64(min(len(h.all), longestGoal)))
	}
	switch k := withCosine; {
	case !math.IsNaN(meaning.mean):
		m.Similarity = logistic(words(k) + k.highest*meaning.highest + k.mean*meaning.mean + k.belongsHighest*belongs.highest + k.belongsMean*belongs.mean)
	case comparable:
		m.Similarity = logistic(words(withoutCosine))
	default:
		m.Similarity, m.Signal = NoSignal, false
		return m
	}
	m.Standing = standing(m.Similarity, highestScore(near))
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

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// spread are the highest and the mean of cosines; NaN when there is none.
type spread struct{ highest, mean float64 }

// overall sums up those that have both cosines.
func overall(near []Near) (meaning, belongs spread) {
	var m, b []float64
	for _, n := range near {
		if !math.IsNaN(n.Meaning) && !math.IsNaN(n.Belongs) {
			m, b = append(m, n.Meaning), append(b, n.Belongs)
		}
	}
	return spreadOf(m), spreadOf(b)
}

// highestScore is the highest standard score of those that have both cosines; 0 when none has.
func highestScore(near []Near) float64 {
	highest := math.Inf(-1)
	for _, n := range near {
		if !math.IsNaN(n.Meaning) && !math.IsNaN(n.Belongs) {
			highest = max(highest, n.Score)
		}
	}
	if math.IsInf(highest, -1) {
		return 0
	}
	return highest
}

func spreadOf(cosines []float64) spread {
	if len(cosines) == 0 {
		return spread{math.NaN(), math.NaN()}
	}
	sum := 0.0
	for _, c := range cosines {
		sum += c
	}
	return spread{slices.Max(cosines), sum / float64(len(cosines))}
}
