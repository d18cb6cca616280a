package dream

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/google/uuid"
)

const (
	// EdgeFloor is the weight at which a learned link is removed.
	EdgeFloor = .05
	// NewEdge is the weight with which a link begins, before its first event: the floor and what one event can add. It must lie
	// above the floor, for a link that began at 0 would be at it after any event. 182 replays of one end in which the other
	// does not come to mind take it back to the floor.
	NewEdge = .06

	// leastEvents is how many events begin a link: that in one dream each of two memories brings the other to mind, or that answers had both twice, in one dream or within 30 days. With one, 60 notes of a day had 27 links each after 60
	// questions, nearly half of all pairs; most events are the only one of their pair, and a link of one event is of no use to anything (a path and an answer follow none below .1).
	leastEvents = 2

	kept    = .999
	learned = .01
)

// Strengthen is the weight of a link after an event in which its ends had the activations a and b in [0,1]:
// clamp(0.999·w + 0.01·a·b, .05, 1) (Hebb's rule with decay), or 0, which removes it, when that is the floor.
func Strengthen(w, a, b float64) float64 {
	w = kept*w + learned*a*b
	if w <= EdgeFloor {
		return 0
	}
	return min(w, 1)
}

// Pair is two memories in the order of their ids.
type Pair struct{ A, B uuid.UUID }

// PairOf puts two ids in order.
func PairOf(a, b uuid.UUID) Pair {
	if bytes.Compare(a[:], b[:]) > 0 {
		a, b = b, a
	}
	return Pair{a, b}
}

// Compare is the order of pairs: by A, then B.
func (p Pair) Compare(o Pair) int {
	return cmp.Or(bytes.Compare(p.A[:], o.A[:]), bytes.Compare(p.B[:], o.B[:]))
}

// Other is the end of a pair that id is not.
func (p Pair) Other(id uuid.UUID) uuid.UUID {
	if p.A == id {
		return p.B
	}
	return p.A
}

// Active is a memory that came to mind, and how strongly, in [0,1].
type Active struct {
	ID         uuid.UUID
	Activation float64
}

// LeastActivation is the activation below which a memory takes no part in an event.
const LeastActivation = .5

// Learning collects the events of a dream.
type Learning struct {
	events   map[Pair][]float64 // products of activations, in the order in which they came
	recalled map[Pair]int       // how many of them were answers
	carried  map[Pair]float64   // how many answers of earlier dreams had both, halved with time; see Met
}

// NewLearning starts without events.
func NewLearning() *Learning {
	return &Learning{events: map[Pair][]float64{}, recalled: map[Pair]int{}}
}

// Recalled counts an event that was an answer to a question. Replaying a memory activates the same others in each dream, so it is evidence only once; an answer is evidence
// each time.
func (l *Learning) Recalled(active []Active) {
	before := map[Pair]int{}
	for _, p := range pairsOf(active) {
		before[p] = len(l.events[p])
	}
	l.Together(active)
	for p, n := range before {
		if len(l.events[p]) > n {
			l.recalled[p]++
		}
	}
}

// pairsOf are all pairs of memories.
func pairsOf(active []Active) (out []Pair) {
	for i, a := range active {
		for _, b := range active[:i] {
			out = append(out, PairOf(a.ID, b.ID))
		}
	}
	return out
}

// together is how often a pair was brought together: in this dream, and by answers before it where one of this dream had both again.
func (l *Learning) together(p Pair) float64 {
	n := float64(len(l.events[p]))
	if l.recalled[p] > 0 && l.carried[p] >= leastMet {
		n++
	}
	return n
}

// met are the counts of pairs for the next dreams, without those that have a link now.
func (l *Learning) met(linked func(Pair) bool) map[Pair]float64 {
	out := maps.Clone(l.carried)
	if out == nil {
		out = map[Pair]float64{}
	}
	for p, n := range l.recalled {
		out[p] += float64(n)
	}
	maps.DeleteFunc(out, func(p Pair, _ float64) bool { return linked(p) })
	return out
}

// Together notes an event: all of these memories were in mind at once. Those below LeastActivation are left out.
func (l *Learning) Together(active []Active) {
	for i, a := range active {
		for _, b := range active[:i] {
			if a.ID != b.ID && a.Activation >= LeastActivation && b.Activation >= LeastActivation {
				p := PairOf(a.ID, b.ID)
				l.events[p] = append(l.events[p], min(1, a.Activation)*min(1, b.Activation))
			}
		}
	}
}

// Pairs are those that an event brought together, in order.
func (l *Learning) Pairs() []Pair {
	return slices.SortedFunc(maps.Keys(l.events), Pair.Compare)
}

// Edges returns the links after the events, in order. weights holds the learned links before them, with those of every replayed memory. A link whose ends met in no event
// decays once. Links that do not change are left out.
func (l *Learning) Edges(weights map[Pair]float64) []Edge {
	all := map[Pair]bool{}
	for p := range l.events {
		all[p] = true
	}
	for p := range weights {
		all[p] = true
	}
	var out []Edge
	for _, p := range slices.SortedFunc(maps.Keys(all), Pair.Compare) {
		e := Edge{A: p.A, B: p.B, Before: weights[p]}
		if e.After = l.after(p, e.Before); e.After != e.Before {
			out = append(out, e)
		}
	}
	return out
}

// after applies a pair's events one after another. Weights are rounded to the float32 they are kept in.
func (l *Learning) after(p Pair, w float64) float64 {
	events := l.events[p]
	switch {
	case w == 0 && l.together(p) < leastEvents:
		return 0
	case len(events) == 0:
		w = Strengthen(w, 0, 0)
	case w == 0:
		w = NewEdge
	}
	for _, ab := range events {
		w = Strengthen(w, ab, 1)
	}
	return float64(float32(w))
}
