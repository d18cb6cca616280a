package quality

import (
	"maps"
	"math"
	"slices"
)

// tripleGraph is what is asked, among which entities, and which answers are known to be right.
type tripleGraph struct {
	entities []string // sorted
	place    map[string]int
	asked    []tripleQuestion
	answers  map[tripleKey][]int // places of the entities that complete a triple
}

// tripleKey is a triple that lacks its tail (forward) or its head.
type tripleKey struct {
	given, relation string
	forward         bool
}

type tripleQuestion struct {
	tripleKey
	answer string
}

// newTripleGraph asks for the tail and for the head of every triple in asked; known ones only tell what else is right.
func newTripleGraph(asked, known []triple) *tripleGraph {
	g := &tripleGraph{place: map[string]int{}, answers: map[tripleKey][]int{}}
	all := slices.Concat(asked, known)
	for _, t := range all {
		g.place[t.head], g.place[t.tail] = 0, 0
	}
	g.entities = slices.Sorted(maps.Keys(g.place))
	for i, e := range g.entities {
		g.place[e] = i
	}
	for i, t := range all {
		tail, head := tripleKey{t.head, t.relation, true}, tripleKey{t.tail, t.relation, false}
		g.answers[tail] = append(g.answers[tail], g.place[t.tail])
		g.answers[head] = append(g.answers[head], g.place[t.head])
		if i < len(asked) {
			g.asked = append(g.asked, tripleQuestion{tail, t.tail}, tripleQuestion{head, t.head})
		}
	}
	return g
}

// filteredRank is 1 + the number of entities that score higher than the answer, of those that are neither given nor known to be right;
// entities of the same score stand in the middle of the places they share.
func (g *tripleGraph) filteredRank(q tripleQuestion, scores []float64) float64 {
	answer := g.place[q.answer]
	gold := scores[answer]
	scores[g.place[q.given]] = math.Inf(-1)
	for _, i := range g.answers[q.tripleKey] {
		scores[i] = math.Inf(-1) // the answer's own is at hand already
	}
	rank := 1.0
	for i, x := range scores {
		switch {
		case x > gold:
			rank++
		case x == gold && i != answer:
			rank += .5
		}
	}
	return rank
}
