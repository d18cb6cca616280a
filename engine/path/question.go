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
	// expansions is for how many memories neighbours are searched before the search gives up proving that a path is the
	// best; each costs a scan of the index, or two. The way back is only a hint and gets fewer.
	expansions     = 500
	expansionsBack = 100
	// LeastScore is the score below which a chain is not a path: then it is nine times likelier that one of its hops is a coincidence. It
	// was measured on 4,244 sentences of e-CARE dev, half causes and half effects, compact models, 200 pairs each. 42 % of the causes have
	// a causal path of this score within four hops to their own effects, 30 % of the effects to their causes (E5 distinguishes directions
	// poorly), and none of the random pairs. With .01 it is 64, 48 and 6 %, with .0003 87, 65 and 54 %.
	LeastScore = .1
)

// Question asks how one memory leads to another.
type Question struct {
	From, To store.ID
	MaxHops  int                       // 1…MaxHops; 0: DefaultHops
	Type     string                    // of Types; "": Causal
	Progress func(searched, limit int) // called after each memory whose neighbours were searched; may be nil
}

// Answer is the answer to a Question. The best path is the one whose hop scores have the greatest product, then the
// one with fewer hops, then the one with lower ids. The hops from a memory are its stored links, those to the nearest
// memories in each space of the path's type, and the hop to the last memory; similarities below the threshold give no
// hop. A chain whose score is below LeastScore is not a path.
type Answer struct {
	Route
	Reverse    *Route // if a causal or any path was not found: a path from To to From; nil: there is none, or a short search found none
	Type       string
	MaxHops    int
	Searched   int                   // memories whose neighbours were searched for Route, at most expansions
	Complete   bool                  // false: that limit was reached, so there may be a better path, or a path although none was found
	Namespaces []string              // whose neighbours were searched: those of From and To; stored links are followed into all namespaces
	Thresholds [models.Count]float64 // by space of the type: similarities below it give no hop; 0 for other spaces
	Unread     bool                  // models do not read one of the ends, or cannot compare the two: only links join them
	// Relation is that of the newer end to the older one if both are about one thing: then only links and meaning join them. "": they are not.
	Relation contradict.Relation
	Took     time.Duration
}

// Route is a chain of memories. The zero Route has no memories.
type Route struct {
	Memories []*store.Memory // with their text
	Hops     []Step          // one less
	Score    float64         // product of the hops' scores, in (0, 1]
	// Direction says whether the route runs from causes to effects, or the other way; Chance is the probability by E5. "" and NaN if the question is not about causes.
	Direction string
	Chance    float64
}

// check fills in the defaults and refuses invalid questions.
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
