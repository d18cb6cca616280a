package compare

import "slices"

// move is what a text says to have taken the place of what the other one has there: "search was moved from Elasticsearch to Typesense" beside "search uses Elasticsearch".
type move struct {
	inB      bool  // the second text says so
	verb     int   // its token
	from, to []int // its tokens
}

// changing are words, by stem and by group, for what takes one thing out of a place and puts another there.
var changing = setOf("move migrat chang switch replac renam convert rise fall upgrad downgrad bump swap transit extend cut reschedul postpon give pass")

// longestMoved is how many tokens may stand between "from" and "to".
const longestMoved = 6

// longestVerb is how many tokens "from" stands behind its verb at most.
const longestVerb = 24

// saysChange is [Changed] where one text says what was put in the place of something that the other names as what is there, which is kept for what is said of the comparison; [Detail] where
// the other names what was put there; else "".
func (c *comparison) saysChange() Class {
	for _, inB := range [...]bool{true, false} {
		all := c.a
		if inB {
			all = c.b
		}
		for i := range all {
			var m move
			switch {
			case all[i].stem == "from" || all[i].stem == "off":
				m = moveAt(all, i)
			case all[i].stem == "replac":
				m = replacedAt(all, i)
			default:
				continue
			}
			switch m.inB = inB; {
			case c.holds(&m, m.from, m.to):
				c.said = &m
				return Changed
			case c.holds(&m, m.to, m.from):
				c.clause, c.clauseNew = true, inB
				return Detail
			}
		}
	}
	return ""
}

// moveAt is what a text says that was moved, where "from" stands at a place: behind a verb of the past.
func moveAt(all []token, at int) (m move) {
	verb := at - 1
	for verb >= 0 && !(changing[all[verb].stem] || changing[all[verb].key]) {
		if all[verb].stop || at-verb > longestVerb {
			return m
		}
		verb--
	}
	if verb < 0 || !past(all, verb) {
		return m
	}
	m.verb = verb
	for i := at + 1; i < len(all) && i <= at+longestMoved && !all[i-1].stop; i++ {
		if s := all[i].stem; s == "to" || s == "onto" || s == "into" {
			m.to = phraseFrom(all, i+1)
			return m
		}
		if all[i].weight > 0 {
			m.from = append(m.from, i)
		}
	}
	return move{}
}

// replacedAt is what a text says that was replaced, where that word stands: "Solr was replaced by Typesense", "we replaced Solr with Typesense", "Typesense replaced Solr".
func replacedAt(all []token, at int) (m move) {
	if !past(all, at) {
		return m
	}
	m.verb = at
	m.from = phraseFrom(all, at+1)
	for i := at + 1; i < len(all) && i <= at+longestMoved && !all[i-1].stop; i++ {
		if s := all[i].stem; s == "by" || s == "with" {
			if m.to = phraseFrom(all, i+1); len(m.from) == 0 {
				m.from = phraseBefore(all, at)
			}
			return m
		}
	}
	m.to = phraseBefore(all, at)
	return m
}

// holds reports whether the other text says that one side of a move is there, says nothing of the other side, and little else.
func (c *comparison) holds(m *move, there, gone []int) bool {
	all, partner, other, rest := c.a, c.toB, c.b, c.restB
	if m.inB {
		all, partner, other, rest = c.b, c.toA, c.a, c.restA
	}
	if len(there) == 0 || len(gone) == 0 || partner[gone[0]] >= 0 || all[m.verb].negated > 0 {
		return false
	}
	for _, i := range there {
		at := partner[i]
		if at < 0 || all[i].key != other[at].key || other[at].negated > 0 {
			return false
		}
	}
	left := sum(other, rest)
	for i, at := range partner { // of the same thing
		if at >= 0 && all[i].weight >= ofContent && !slices.Contains(there, i) {
			return left <= mostUnmoved
		}
	}
	return left <= ofLight
}

// mostUnmoved is how much a text may say besides that something is where another text says that it was.
const mostUnmoved = ofContent + ofLight

// change is the place of a move: what was there, and what is.
func (m *move) change(a, b []token) Change {
	if !m.inB {
		return Change{written(a, m.to), written(a, m.from), kindOf(a, m.from, a, m.to)}.ofOneThing()
	}
	return Change{written(b, m.from), written(b, m.to), kindOf(b, m.from, b, m.to)}.ofOneThing()
}

// ofOneThing is a change of a value: where a text says that an identifier took the place of another, they do not name two things that stand beside each other.
func (c Change) ofOneThing() Change {
	if c.Kind == Identifier {
		c.Kind = Name
	}
	return c
}

// covers reports whether a token that has no partner is said by the change, or says little beside it.
func (m *move) covers(all []token, inB bool, i int) bool {
	if m == nil {
		return false
	}
	return all[i].weight <= ofLight && all[i].kind == Word || m.inB == inB && (i == m.verb || slices.Contains(m.to, i))
}
