package path

import (
	"math"
	"time"

	"asterism/engine/contradict"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// What a hop rests on.
const (
	HopCausal   = "causal"   // E5
	HopSemantic = "semantic" // E1
	HopLink     = "link"     // stored with one of the two memories
)

// Step is one step of a path. Score lies in (0, 1]: the weight of a stored link, else see hopScale.
type Step struct {
	By         string // HopCausal, HopSemantic or HopLink
	Score      float64
	Similarity float64 // in the space of By; NaN for a link
	// Margin is how much more alike the two are in E5 this way than the other way; NaN where By is not HopCausal.
	Margin float64
	// Said is which of the two the words of the other name as its cause: 1 the first, −1 the second, 0 neither; takesUp and −takesUp: rather so.
	Said float64
	// Directed says of a link that it leads from the first to the second; Later is how much later the second happened.
	Directed bool
	Later    time.Duration
}

// hopScale turns similarities of one space into scores of hops.
//
// Pairs that have nothing to do with each other are the more rare the more similar they are: above the similarity that one
// random pair in a hundred exceeds (threshold; there is no hop below it), their share falls e-fold each spread. So among n
// memories a hop of a given similarity has n·.01·exp(−(similarity − threshold)/spread) rivals that are there by chance. Its
// score is the probability that it is none of them if one of all is real: 1/(1 + rivals). The score of a path, their product,
// is then the probability that no hop of it is a coincidence.
//
// Plain similarities would not do: as they are below 1, one doubtful hop would be better than four good ones, those of different
// spaces could not be compared, and in a large store, where everybody has near neighbours by chance, everything would lead
// everywhere.
type hopScale struct{ threshold, spread, chance float64 } // chance: the rivals at the threshold, .01·n

// The scales of namespaces too small to be measured themselves, without their chance: from 200,000 random pairs of the 61 notes
// in examples/notes, compact models. The threshold is the 99th percentile, the spread (99.9th − 99th)/ln 10.
//
// How similar random pairs are depends on what a store is about: the 99th percentile of causal similarity is .08 in sentences
// of everyday causes (e-CARE), .10 in the notes, .19 in one person's chats and in one project's issues (semantic: .29, .42,
// .58, .65), while the spread changes less (.015 to .034; semantic .041 to .083). So thresholds are measured where they are
// used, see scales.
var notedScales = map[models.Space]hopScale{
	models.Causal:   {threshold: .10, spread: .018},
	models.Semantic: {threshold: .42, spread: .045},
}

// score is 0 for similarities below the threshold and those that are not numbers.
func (s hopScale) score(similarity float64) float64 {
	if !(similarity >= s.threshold) {
		return 0
	}
	return 1 / (1 + s.chance*math.Exp(-(similarity-s.threshold)/s.spread))
}

// least is the similarity below which a hop is part of no path: the threshold, or in a large store the similarity whose score
// is LeastScore.
func (s hopScale) least() float64 {
	return s.threshold + max(0, s.spread*math.Log(s.chance*LeastScore/(1-LeastScore)))
}

// hop is the best hop between two memories: a stored link, or by one of the path's spaces.
// Score 0: there is none.
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
				best.Margin = 0 // there is no hop the other way that could be the better one
			}
		}
	}
	if !from.Time.IsZero() && !to.Time.IsZero() {
		best.Later = to.Time.Sub(from.Time)
	}
	return best
}

// mayCause reports whether a memory may bring about another one, as far as their words tell: not where both say something of one thing, of which one replaces, denies, repeats or details the other, nor where
// the first says that what the second tells is mended. What tells of nothing that is or happens, such as a rule, a step or a heading, is no cause and no effect, however like it is to others in E5.
func (g *memoryGraph) mayCause(from, to *store.Memory) bool {
	return g.tells(from) && g.tells(to) && g.between(from, to) == "" && !mends(from.Content, to.Content)
}

// tells is [contradict.Tells] of a memory, asked once; of what is no text it is taken for granted.
func (g *memoryGraph) tells(m *store.Memory) bool {
	if m.Modality != "text" {
		return true
	}
	if g.told == nil {
		g.told = map[store.ID]bool{}
	}
	tells, known := g.told[m.ID]
	if !known {
		tells = contradict.Tells(m.Content)
		g.told[m.ID] = tells
	}
	return tells
}

// between is how two memories stand to each other that say something of one thing; "": they do not, or the words of one name the other as its cause.
func (g *memoryGraph) between(a, b *store.Memory) contradict.Relation {
	relation := g.pairs.Between(a, b)
	if relation != "" && math.Abs(said(a.Content, b.Content)) == 1 {
		return ""
	}
	return relation
}

// link is a stored link of a weight; 0: there is none.
type link struct {
	weight   float64
	directed bool // it leads from one to the other, and not both ways
}

var hopNames = map[models.Space]string{models.Causal: HopCausal, models.Semantic: HopSemantic}

// likeness is the cosine of two stored values, at most 1: E5 holds from's cause against to's effect. NaN when one is
// absent.
func likeness(space models.Space, from, to *store.Memory) float64 {
	a, b := &from.Record[space], &to.Record[space]
	if a.Absent() || b.Absent() {
		return math.NaN()
	}
	return min(1, cosine(a, 0, b, len(b.Scales)-1))
}

// cosine is the product of two packed unit vectors: the i-th of a's with the j-th of b's.
func cosine(a *fingerprint.Packed, i int, b *fingerprint.Packed, j int) float64 {
	width := len(a.Int8) / len(a.Scales)
	x, y := a.Int8[i*width:(i+1)*width], b.Int8[j*width:(j+1)*width]
	sum := int32(0)
	for k, v := range x {
		sum += int32(v) * int32(y[k])
	}
	return float64(sum) * float64(a.Scales[i]) * float64(b.Scales[j])
}
