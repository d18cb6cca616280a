package search

import (
	"errors"
	"fmt"
	"math"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// The directions of a question in E5.
const (
	BothDirections = ""       // in either direction
	FindCauses     = "cause"  // what caused the question's event?
	FindEffects    = "effect" // what did it cause?
)

// Question is what a search looks for.
type Question struct {
	// Values are the question's text in every space, from the query side of the models. Absent spaces take no part.
	// E2, E3 and E4 are computed from Time, not read from here.
	Values fingerprint.Fingerprint
	// Time is when the question is asked, or the time it asks about: E2 measures ages from it, E3 and E4 compare with it.
	// Zero leaves the temporal spaces out.
	Time time.Time
	// Weights say how much each space's standard scores count in the fusion; only their ratios matter. A space of weight 0 is not scanned.
	Weights [models.Count]float64
	// Text is the question; its whole words are looked for too, see [Hit.Words]. "": no words are looked for.
	Text string
	// WordsGain is a factor for the bonus of whole words; 0: the usual bonus. It is greater for a question in a language that few of the models can read.
	WordsGain float64
	TopK      int // at least 1, at most [MaxTopK] unless Exact is set
	// MinSimilarity drops memories whose best similarity over the deciding spaces is below it; 0 or less keeps all. The
	// deciding spaces are E1, E5, E7, E8, E10 and E11 as far as they take part; if none does, E9 and E12; if neither does,
	// all that take part.
	MinSimilarity float64
	Filter        Filter
	// Near is a preferred time: it adds to the scores, see [Near].
	Near Near
	// WithoutContext scores every memory alone: E13 does not use those before it in its session or document, see [Hit.Context].
	WithoutContext bool
	// Fold makes one hit of the memories of a namespace that say the same: the best of them; see [Hit.Copies].
	Fold bool
	// Linear counts every standard score in full; otherwise a score above a limit counts by its logarithm. bench/quality measures the difference.
	Linear    bool
	Files     bool   // code and data that a folder brought count as much as notes, see [Hit.Filed]
	Direction string // FindCauses, FindEffects or BothDirections
	// Together makes this search one with those of other indexes, which ask the same question; nil: this index alone. No replica is used then, and Ranks must be
	// false.
	Together Together
	Exact    bool // compare all memories exactly, and not only candidates
	Ranks    bool // return the ranks of the hits; all memories are compared for this
}

// MaxTopK is the greatest TopK of a search that is not Exact.
const MaxTopK = candidateRows

// Ranking is the answer to a Question, best first.
type Ranking struct {
	Hits    []Hit
	Scanned int // live memories that passed the filter
	Near    int // how many of them belong to the time that Question.Near prefers; 0 without Near
}

// Hit is one memory found.
type Hit struct {
	ID         store.ID
	Score      float64               // fused: the weighted mean of standard scores over the spaces, plus what Near, Context and Words add, minus Filed
	Similarity [models.Count]float64 // NaN where the space took no part, or the memory has no value there
	Standard   [models.Count]float64 // standard scores of Similarity, as they count in the fusion: large ones are drawn in
	Context    float64               // what the memories before it in its session or document added to Score
	Near       float64               // what the memory's time added to Score; 0 where Question.Near prefers none
	Words      float64               // what the words that the question and the memory share added to Score
	Filed      float64               // what Score lost because the memory is code or data which a folder brought
	Copies     []Copy                // with Fold: other memories that passed and say the same, oldest first: those with the same text, and those with the same words that rank not much lower
	Rank       [models.Count]int     // 1 is best; equal similarities share a rank; 0: not ranked there, or not asked for
	Decided    []models.Space        // the spaces that gave at least half of its positive score, greatest share first; at most three
}

// check refuses questions that cannot be answered.
func (q *Question) check() error {
	if q.TopK < 1 {
		return fmt.Errorf("topK %d is below 1", q.TopK)
	}
	if q.TopK > MaxTopK && !q.Exact {
		return fmt.Errorf("topK %d is above %d: a longer ranking must be Exact", q.TopK, MaxTopK)
	}
	if q.Together != nil && q.Ranks {
		return errors.New("ranks are asked for, and one index does not know those among the memories of others")
	}
	if math.IsNaN(q.MinSimilarity) {
		return errors.New("minSimilarity is not a number")
	}
	switch q.Direction {
	case BothDirections, FindCauses, FindEffects:
	default:
		return fmt.Errorf("unknown direction %q: valid are %q, %q and none", q.Direction, FindCauses, FindEffects)
	}
	sum := 0.0
	for i, w := range q.Weights {
		if !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("weight of %v is %v: it must be a number of at least 0", models.Space(i), w)
		}
		sum += w
	}
	if sum == 0 || math.IsInf(sum, 0) {
		return fmt.Errorf("weights sum to %v: at least one space must count", sum)
	}
	return nil
}

// checkValues refuses values that do not have the catalogue's shapes.
func checkValues(f *fingerprint.Fingerprint) error {
	for i := range f {
		v, info := &f[i], models.Catalog[i]
		if v.Absent() || info.Origin == models.FromTime {
			continue
		}
		ok := false
		switch info.Kind {
		case models.Dense:
			ok = len(v.Dense) == info.Width
		case models.Pair:
			ok = len(v.Dense) == 2*info.Width
		case models.Terms:
			ok = len(v.Terms) > 0
		case models.Binary:
			ok = len(v.Bits) == bitWords
		case models.Tokens:
			ok = len(v.Vectors) > 0 && len(v.Vectors)%info.Width == 0
		}
		if !ok {
			return fmt.Errorf("value of %v has %d numbers, %d terms, %d words of bits, %d token numbers: not of width %d",
				info.Space, len(v.Dense), len(v.Terms), len(v.Bits), len(v.Vectors), info.Width)
		}
	}
	return nil
}
