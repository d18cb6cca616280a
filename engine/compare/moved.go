package compare

import "slices"

// move is a replacement that one text reports, of something that the other text names: "search was moved from Elasticsearch to Typesense" against "search uses Elasticsearch".
type move struct {
	inB      bool  // the second text reports it
	verb     int   // its token
	from, to []int // its tokens
}

// changing are verbs, by stem and by group, that take one thing out of a place and put another there.
var changing = setOf("move migrat chang switch replac renam convert rise fall upgrad downgrad bump swap transit extend cut reschedul postpon give pass")

// longestMoved is the largest number of tokens between "from" and "to".
const longestMoved = 6

// longestVerb is the largest distance of "from" from its verb.
const longestVerb = 24

// saysChange returns [Changed] if one text reports that something was replaced that the other names as present; it stores the move in c.said. It returns [Detail] if
// the other names the replacement as present. For other texts it returns "".
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

// moveAt returns the move at a "from": it must be behind a verb in the past tense.
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

// replacedAt returns the replacement at a form of "replace": "Solr was replaced by Typesense", "we replaced Solr with Typesense", "Typesense replaced Solr".
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

// holds reports whether the other text says that one side of a move is present, does not mention the other side, and says little else.
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
	for i, at := range partner { // about the same thing
		if at >= 0 && all[i].weight >= ofContent && !slices.Contains(there, i) {
			return left <= mostUnmoved
		}
	}
	return left <= ofLight
}

// mostUnmoved is the largest weight of a text's content in addition to what was replaced.
const mostUnmoved = ofContent + ofLight

// change returns the old and the new value of a move.
func (m *move) change(a, b []token) Change {
	if !m.inB {
		return Change{written(a, m.to), written(a, m.from), kindOf(a, m.from, a, m.to)}.ofOneThing()
	}
	return Change{written(b, m.from), written(b, m.to), kindOf(b, m.from, b, m.to)}.ofOneThing()
}

// ofOneThing marks a change of an identifier as a change of a value: a text that says that one identifier replaced another does not name two different things.
func (c Change) ofOneThing() Change {
	if c.Kind == Identifier {
		c.Kind = Name
	}
	return c
}

// covers reports whether a token without a partner is part of the reported change, or says little.
func (m *move) covers(all []token, inB bool, i int) bool {
	if m == nil {
		return false
	}
	return all[i].weight <= ofLight && all[i].kind == Word || m.inB == inB && (i == m.verb || slices.Contains(m.to, i))
}
