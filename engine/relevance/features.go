package relevance

import (
	"math"
	"slices"

	"asterism/models"
)

// Feature is something that a question and a hit have in common, or a fact about one of them.
type Feature struct {
	Name string
	Sign int // the direction in which a higher value may move the chance: 1 up, −1 down, 0 either
}

// Known are the features in the order of [Question.Features].
var Known = []Feature{
	{"cover", 1},        // share of the question's words that the text has, by their weights
	{"cover·words", 1},  // times the logarithm of the number of words: with more words a high share is less likely by chance
	{"cosine", 1},       // in E1
	{"cosine·words", 1}, // with the same factor
	{"near the first", 1},
	{"ahead", 1},    // of the next hit
	{"apart", 1},    // from the mean of the first ten
	{"standard", 1}, // mean standard score in the spaces of meaning, of code, and of relations
	{"lacking", -1}, // names, numbers and identifiers of the question that the text lacks
	{"words", 0},    // logarithm of the number of content words of the question
	{"long", 0},     // how far that is above the logarithm of 20: a text that asks for similar texts
	{"scanned", 0},  // logarithm of the number of searched memories, up to the size of the fitted stores
}

// The cosine is of one space only, since each has a scale of its own. Standard scores share one scale, so theirs is the mean over several. Needs are all spaces that a search must
// compare for its hits to be judged.
var (
	cosines   = []models.Space{models.Semantic}
	standards = []models.Space{models.Semantic, models.Causal, models.Code, models.Graph, models.Entity}
	Needs     = models.SetOf(standards...) | models.SetOf(models.Sparse)
)

// longAt is the place of the feature "long".
var longAt = slices.IndexFunc(Known, func(f Feature) bool { return f.Name == "long" })

// Judges reports whether a hit with these similarities can be judged: an image has no value in standards.
func Judges(similarity *[models.Count]float64) bool {
	for _, s := range standards {
		if !math.IsNaN(similarity[s]) {
			return true
		}
	}
	return false
}

// Bounds prevent extreme values from deciding alone.
const (
	mostStandard = 8.0
	mostLacking  = 3.0
	mostAhead    = 3.0
	longWords    = 20.0
	nearFall     = 3.0  // "near the first" is e^(−3·Behind)
	mostScanned  = 3000 // the largest store that the weights were fitted on
)

// Features returns what the question and a hit have in common, in the order of [Known].
func (q *Question) Features(h *Hit) []float64 {
	cover, lacking := 0.0, 0.0
	held := q.held(h.Text)
	for i, w := range q.words {
		cover += w.weight * held[i]
		if w.mark && w.weight > 0 {
			lacking += 1 - held[i]
		}
	}
	if q.total > 0 {
		cover /= q.total
	}
	cosine, standard := mean(&h.Similarity, cosines, -1, 1), mean(&h.Standard, standards, -mostStandard, mostStandard)
	words := math.Log1p(float64(q.told))
	return []float64{cover, cover * words, cosine, cosine * words, math.Exp(-nearFall * max(0, h.Place.Behind)), min(mostAhead, h.Place.Ahead), min(mostAhead, max(-mostAhead, h.Place.Apart)),
		standard, min(mostLacking, lacking), words, max(0, words-math.Log1p(longWords)), math.Log1p(float64(min(mostScanned, max(0, q.scanned))))}
}

// mean returns the mean over those of some spaces that have a value, each clamped to bounds; 0 if there is none.
func mean(of *[models.Count]float64, spaces []models.Space, least, most float64) float64 {
	sum, n := 0.0, 0.0
	for _, s := range spaces {
		if x := of[s]; !math.IsNaN(x) {
			sum, n = sum+min(most, max(least, x)), n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / n
}
