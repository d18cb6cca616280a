package compare

import "slices"

// ban is what an aim forbids: an act under its conditions ("never charge a customer twice", "do not write to the production database by hand"). A text breaks it only if it does the act
// under all of them.
type ban struct {
	at       int   // the token that denies
	from, to int   // the range of its tokens in the aim; it includes the act's subject if the act is done to that
	act      int   // the token that names the act
	needed   []int // content tokens: each must be in a text that breaks it
	whole    bool  // the aim is a goal of several clauses
	bare     bool  // no words in front of it in the aim say who must not
}

var (
	// forbids are verbs by which a goal that begins with them forbids what follows.
	forbids = stemsOf("avoid prevent forbid prohibit ban disallow refrain")
	// borders are words at which the subject of a clause ends at the latest.
	borders = setOf("that which who where when so and or but while if becaus since to")
	// carriers are verbs that add nothing to a noun of action: to run migrations is to migrate.
	carriers = setOf("run make do perform carri execut send have give take issu")
)

// banOf returns what the tokens of an aim forbid; nil: nothing. whole: they are a goal of several clauses. Its clauses are also checked one by one, so here all its content is needed.
func banOf(all []token, whole bool) *ban {
	at := slices.IndexFunc(all, func(t token) bool { return t.denies && t.stem != "without" && t.stem != "hard" })
	if at < 0 {
		first := slices.IndexFunc(all, func(t token) bool { return t.weight > 0 })
		if first < 0 || !forbids[all[first].stem] && !forbids[all[first].key] {
			return nil
		}
		at = first
	}
	if at+1 < len(all) && restricting[all[at+1].stem] { // not only
		return nil
	}
	b := &ban{whole: whole, at: at, from: at + 1, to: at + 1, act: -1}
	for b.to < len(all) && (whole || b.to == at+1 || !all[b.to-1].stop) {
		b.to++
	}
	passive := isBe(all, at-1) || isBe(all, at+1) || at+1 < len(all) && all[at+1].stem == "ever" && isBe(all, at+2)
	start := at
	for start > 0 && !all[start-1].stop && !borders[all[start-1].stem] {
		start--
	}
	b.bare = !slices.ContainsFunc(all[start:at], func(t token) bool { return t.weight > 0 })
	if passive {
		b.from = start
	}
	for i := b.from; i < b.to; i++ {
		if t := &all[i]; t.weight > 0 && !t.denies && i != at && !(t.stem == "exist" && relationOf(all, i, at) == lacking) {
			b.needed = append(b.needed, i)
			if b.act < 0 && i > at {
				b.act = i
			}
		}
	}
	if b.act < 0 {
		return nil
	}
	return b
}

// banIn returns the ban with token indexes of a comparison, where an amount may be one token.
func (a *aim) banIn(c *comparison) *ban {
	if a.ban == nil || len(c.a) == len(a.tokens) {
		return a.ban
	}
	return banOf(c.a, a.ban.whole)
}

func isBe(all []token, i int) bool { return i >= 0 && i < len(all) && all[i].stem == "be" }

// has reports whether the token at i is in what the aim forbids.
func (b *ban) has(i int) bool { return b != nil && i >= b.from && i < b.to }

// relation is how a word relates to the preposition in front of it, as far as that can reverse a condition.
type relation uint8

const (
	plainly relation = iota
	lacking          // without it, before it, until it
	after            // after it, once it is so
	outOf            // from it
	into             // to it
	under            // less than it
	over             // more than it
)

var relations = map[string]relation{
	"without": lacking, "before": lacking, "befor": lacking, "until": lacking, "till": lacking, "unless": lacking, "instead_of": lacking, "lack": lacking, "miss": lacking, "no": lacking,
	"after": after, "once": after, "onc": after, "sinc": after, "since": after, "follow": after,
	"from": outOf, "out_of": outOf, "to": into, "into": into, "onto": into,
	"under": under, "below": under, "at_most": under, "over": over, "above": over, "at_least": over,
}

// mostBetween is the largest distance of a preposition from its word.
const mostBetween = 5

// relationOf returns the relation of a token, by the nearest preposition in front of it in its clause. It ignores the token at index but; -1: none is ignored.
func relationOf(all []token, i, but int) relation {
	for j := i - 1; j >= 0 && j >= i-mostBetween && !all[j].stop; j-- {
		if all[j].stem == "onc" || all[j].stem == "once" { // "more than once"
			if j > 0 && all[j-1].stem == "than" {
				return plainly
			}
		}
		if r, ok := relations[all[j].stem]; ok && j != but {
			return r
		}
	}
	return plainly
}

// agree reports whether a word has the same condition in a goal and a text.
func agree(goal, text relation, denied bool) bool {
	switch {
	case goal == lacking:
		return text == lacking || denied
	case text == lacking, denied:
		return false
	case text == after:
		return goal == after
	}
	return !(goal == outOf && text == into || goal == into && text == outOf || goal == under && text == over || goal == over && text == under)
}
