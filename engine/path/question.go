package path

import (
	"slices"
	"time"

	"asterism/engine/contradict"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

// The kinds of path. What a hop from a to b is:
//
//   - causal: a brought about b. Its similarity is that of a's cause vector with b's effect vector (E5); a stored link counts
//     from the memory that has it to the one it names. So a path runs along effects, and the way back is another question.
//   - semantic: a and b mean the same thing (E1). It has no direction, and stored links are followed both ways.
//   - any: for each hop the better of both, and stored links both ways.
const (
	Causal   = "causal"
	Semantic = "semantic"
	Any      = "any"
)

// Types lists the kinds of path.
var Types = []string{Causal, Semantic, Any}

// Limits and defaults of a path question.
const (
	MaxHops     = 6
	DefaultHops = 4
	// expansions is how many memories' neighbours are looked up before the search gives up proving; each is a scan of the
	// index, or two. The way back is only a hint and gets fewer.
	expansions     = 500
	expansionsBack = 100
	// LeastScore is the score below which a chain is no path: it is nine times likelier that one of its hops is a
	// coincidence. Measured on 4,244 sentences of e-CARE dev, half causes and half effects, compact models, 200 pairs each: a
	// causal path of this score within four hops have 42 % of the causes to their own effects, 30 % of the effects to their
	// causes (what E5 knows of direction is not much), none of the random pairs. With .01 it is 64, 48 and 6 %, with .0003 87, 65 and 54 %.
	LeastScore = .1
)

// Question asks how one memory leads to another.
type Question struct {
	From, To store.ID
	MaxHops  int                       // 1…MaxHops; 0: DefaultHops
	Type     string                    // of Types; "": Causal
	Progress func(searched, limit int) // told after each memory whose neighbours were looked up; may be nil
}

// Answer is what a Question gets. The best path is the one whose hop scores have the greatest product, then the one of
// fewer hops, then of lower ids. The hops out of a memory are its stored links, those nearest to it in each space
// of the path's type, and the hop to the last memory; those less similar than the threshold do not exist. A
// chain whose score is below LeastScore is no path.
type Answer struct {
	Route
	Reverse    *Route // of a causal or any path that was not found: one from To to From; nil: none, or none that a short look found
	Type       string
	MaxHops    int
	Searched   int                   // memories whose neighbours were looked up for Route, at most expansions
	Complete   bool                  // false: that limit was reached, so a better path may exist, or one where none was found
	Namespaces []string              // searched for neighbours: those of From and To; stored links are followed anywhere
	Thresholds [models.Count]float64 // similarity below which no hop is part of a path, in the spaces of the type; 0 elsewhere
	Unread     bool                  // models do not read one of the ends, or cannot compare the two: they are joined by links alone
	// Relation is how the newer of the two ends stands to the older one, where both say something of one thing: they are joined by links and meaning alone. "": they do not.
	Relation contradict.Relation
	Took     time.Duration
}

// Route is a chain of memories. The zero Route is no chain.
type Route struct {
	Memories []*store.Memory // with their text
	Hops     []Step          // one less
	Score    float64         // product of theirs, in (0, 1]
	// Direction says whether its causes bring about its effects, and not the other way round; Chance is how likely that is, by E5. "" and NaN where the question is not of causes.
	Direction string
	Chance    float64
}

// check fills in the defaults and refuses what cannot be answered.
func (q *Question) check() error {
	if q.MaxHops == 0 {
		q.MaxHops = DefaultHops
	}
	if q.Type == "" {
		q.Type = Causal
	}
	switch {
	case q.MaxHops < 1 || q.MaxHops > MaxHops:
		return fault.Invalid("max_hops %d is outside 1…%d", "longer chains say little: ask for a path to a memory in between", q.MaxHops, MaxHops)
	case !slices.Contains(Types, q.Type):
		return fault.Invalid("unknown path_type %q", "valid are causal, semantic and any", q.Type)
	case q.From == q.To:
		return fault.Invalid("from and to are both %s", "give two different memories; a path leads from one to another", q.From)
	}
	return nil
}
