package path

import (
	"math"
	"time"

	"asterism/engine/contradict"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// The basis of a hop.
const (
	HopCausal   = "causal"   // E5
	HopSemantic = "semantic" // E1
	HopLink     = "link"     // stored with one of the two memories
)

// Step is one step of a path. Score is in (0, 1]: the weight of a stored link, otherwise see hopScale.
type Step struct {
	By         string // HopCausal, HopSemantic or HopLink
	Score      float64
	Similarity float64 // in the space of By; NaN for a link
	// Margin is how much greater the similarity in E5 is in this direction than in the other; NaN unless By is HopCausal.
	Margin float64
	// Said is which of the two the words of the other name as its cause: 1 the first, −1 the second, 0 neither; takesUp and −takesUp: weak evidence.
	Said float64
	// Directed reports that a link leads from the first to the second; Later is how much later the second happened.
	Directed bool
	Later    time.Duration
}

// hopScale turns similarities of one space into scores of hops.
//
// The more similar random pairs are, the rarer they are: above the similarity that one random pair in a hundred exceeds
// (threshold; there is no hop below it), their share falls e-fold each spread. So among n memories a hop of a given
// similarity has n·.01·exp(−(similarity − threshold)/spread) rivals that occur by chance. Its score is the probability that
// it is none of them if one of all is real: 1/(1 + rivals). The score of a path, their product, is then the probability that
// none of its hops is a coincidence.
//
// Plain similarities would not work. They are below 1, so one doubtful hop would be better than four good ones; those of
// different spaces could not be compared; and in a large store, where every memory has near neighbours by chance, everything
// would lead everywhere.
type hopScale struct{ threshold, spread, chance float64 } // chance: the rivals at the threshold, .01·n

// The scales for namespaces too small to be measured, without their chance: from 200,000 random pairs of the 61 notes in
// examples/notes, compact models. The threshold is the 99th percentile, the spread (99.9th − 99th)/ln 10.
//
// How similar random pairs are depends on the subjects in a store: the 99th percentile of causal similarity is .08 in sentences
// about everyday causes (e-CARE), .10 in the notes, .19 in one person's chats and in one project's issues (semantic: .29, .42,
// .58, .65), while the spread changes less (.015 to .034; semantic .041 to .083). So thresholds are measured on the store
// itself, see scales.
var notedScales = map[models.Space]hopScale{
	models.Causal:   {threshold: .10, spread: .018},
	models.Semantic: {threshold: .42, spread: .045},
}

// score is 0 for similarities below the threshold and for NaN.
func (s hopScale) score(similarity float64) float64 {
	if !(similarity >= s.threshold) {
		return 0
	}
	return 1 / (1 + s.chance*math.Exp(-(similarity-s.threshold)/s.spread))
}

// least is the similarity below which there is no hop in any path: the threshold, or in a large store the similarity whose
// score is LeastScore.
func (s hopScale) least() float64 {
	return s.threshold + max(0, s.spread*math.Log(s.chance*LeastScore/(1-LeastScore)))
}

// hop returns the best hop between two memories: a stored link, or a similarity in one of
// the path's spaces. Score 0: there is none.
func (g *memoryGraph) hop(from, to *store.Memory, l link) Step {
	best := Step{By: HopLink, Score: l.weight, Similarity: math.NaN(), Margin: math.NaN(), Directed: l.directed}
	for _, space := range g.spaces {
		similarity := likeness(space, from, to)
		if score := g.scales[space].score(similarity); score > best.Score && g.comparable(from, to) && (space != models.Causal || g.mayCause(from, to)) {
			best = Step{By: hopNames[space], Score: score, Similarity: similarity, Margin: math.NaN()}
			if space == models.Causal {
				best.Margin = similarity - likeness(space, to, from)
			}
			if space == models.Causal && mends(to.Content, from.Content) {
				best.Margin = 0 // there is no hop in the other direction that could be better
			}
		}
	}
	if !from.Time.IsZero() && !to.Time.IsZero() {
		best.Later = to.Time.Sub(from.Time)
	}
	return best
}

// mayCause reports whether a memory may cause another one, by their words. It may not if both are about one thing and one replaces, denies, repeats or details the other, or if the first
// says that the subject of the second is repaired. A text that reports no fact or event, such as a rule, a step or a heading, is neither cause nor effect, however similar it is to others
// in E5.
func (g *memoryGraph) mayCause(from, to *store.Memory) bool {
	return g.statesFact(from) && g.statesFact(to) && g.between(from, to) == "" && !mends(from.Content, to.Content)
}

// statesFact returns [contradict.Tells] of a memory, computed once; it is true for a memory that is not text.
func (g *memoryGraph) statesFact(m *store.Memory) bool {
	if m.Modality != "text" {
		return true
	}
	if g.facts == nil {
		g.facts = map[store.ID]bool{}
	}
	states, known := g.facts[m.ID]
	if !known {
		states = contradict.Tells(m.Content)
		g.facts[m.ID] = states
	}
	return states
}

// between returns the relation of two memories that are about one thing; "": they are not, or the words of one name the other as its cause.
func (g *memoryGraph) between(a, b *store.Memory) contradict.Relation {
	relation := g.pairs.Between(a, b)
	if relation != "" && math.Abs(said(a.Content, b.Content)) == 1 {
		return ""
	}
	return relation
}

// link is a stored link with its weight; 0: there is none.
type link struct {
	weight   float64
	directed bool // it leads from one to the other only
}

var hopNames = map[models.Space]string{models.Causal: HopCausal, models.Semantic: HopSemantic}

// likeness is the cosine of two stored values, at most 1. E5 compares from's cause with to's effect. NaN if one is
// absent.
func likeness(space models.Space, from, to *store.Memory) float64 {
	a, b := &from.Record[space], &to.Record[space]
	if a.Absent() || b.Absent() {
		return math.NaN()
	}
	return min(1, cosine(a, 0, b, len(b.Scales)-1))
}

// cosine is the product of two packed unit vectors: the i-th of a and the j-th of b.
func cosine(a *fingerprint.Packed, i int, b *fingerprint.Packed, j int) float64 {
	width := len(a.Int8) / len(a.Scales)
	x, y := a.Int8[i*width:(i+1)*width], b.Int8[j*width:(j+1)*width]
	sum := int32(0)
	for k, v := range x {
		sum += int32(v) * int32(y[k])
	}
	return float64(sum) * float64(a.Scales[i]) * float64(b.Scales[j])
}
