package compare

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
)

// aims are a goal, whole and clause by clause.
type aims struct {
	goal string
	has  map[string]bool // stems and keys of its words
	all  []aim           // the whole goal first, unless it is too long to be compared

	order *sequence // two acts in the order that it wants; nil: it names none
}

// aim is a goal, or a clause of one.
type aim struct {
	text   string
	tokens []token
	weight float64 // of its content, without its subject
	part   bool    // it is a clause
	ban    *ban    // what it forbids; nil: nothing
	limit  *limit  // a number that must not be crossed; nil: none
}

// leastOfClause is the least weight of a clause. A shorter one is the end of a list.
const leastOfClause = 1.4

// knownAims caches the goals that were read last: steps and memories are compared with the same few goals.
var knownAims [64]atomic.Pointer[aims]

func aimsOf(goal string) *aims {
	place := &knownAims[maphash.String(stemSeed, goal)%uint64(len(knownAims))]
	if g := place.Load(); g != nil && g.goal == goal {
		return g
	}
	g := &aims{goal: strings.Clone(goal), has: map[string]bool{}}
	whole := tokens(g.goal)
	for _, t := range whole {
		g.has[t.stem], g.has[t.key] = true, true
	}
	if order, ok := sequenceOf(g.goal); ok && !slices.ContainsFunc(whole, func(t token) bool { return t.denies }) {
		g.order = &order
	}
	clauses := sharing(g.goal, clausesOf(g.goal))
	if len(goal) <= mostAgainst {
		g.all = append(g.all, aim{text: g.goal, tokens: whole, weight: total(whole), ban: banOf(whole, len(clauses) > 1), limit: limitOf(whole)})
	}
	if len(clauses) > 1 {
		for _, c := range clauses {
			a := aim{text: c.text, tokens: tokens(c.text), part: true}
			a.weight = total(a.tokens) - total(tokens(c.subject))
			a.ban, a.limit = banOf(a.tokens, false), limitOf(a.tokens)
			if a.weight >= leastOfClause && len(c.text) <= mostAgainst {
				g.all = append(g.all, a)
			}
		}
	}
	place.Store(g)
	return g
}

// hasWord reports whether the goal contains a word.
func (g *aims) hasWord(t *token) bool { return g.has[t.stem] || g.has[t.key] }

// affirms reports whether the goal contains a word in a place where it is not denied.
func (g *aims) affirms(t *token) bool {
	return g.hasWord(t) && slices.ContainsFunc(g.all, func(a aim) bool {
		return slices.ContainsFunc(a.tokens, func(o token) bool { return o.key == t.key && o.negated == 0 })
	})
}
