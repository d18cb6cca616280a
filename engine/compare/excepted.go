package compare

import "slices"

// mostExcepted is the largest weight of the additional content in the text about the excepted thing.
const mostExcepted = ofContent

// excepting is a text that makes an exception, and another one that makes none.
type excepting struct {
	*comparison
	*exception
	inB           bool // the text with the exception is the second one
	text, other   []token
	partner, back []int
}

// excepted returns the class of two texts of which one states something of all but a thing, and the other states it, or the opposite, of that thing; "" for other texts.
func (c *comparison) excepted() Class {
	a, b := exceptionOf(c.a), exceptionOf(c.b)
	switch {
	case (a == nil) == (b == nil):
		return ""
	case a != nil:
		return (&excepting{c, a, false, c.a, c.b, c.toB, c.toA}).class()
	}
	return (&excepting{c, b, true, c.b, c.a, c.toA, c.toB}).class()
}

// exceptsAlone reports whether both texts state something of all, and only one makes an exception: "all platforms are supported" is false if "all platforms except Windows are".
func (c *comparison) exceptsAlone() bool {
	a, b := exceptionOf(c.a), exceptionOf(c.b)
	switch {
	case (a == nil) == (b == nil):
		return false
	case a != nil && c.toB[a.all] >= 0:
		c.exceptA = a
	case b != nil && c.toA[b.all] >= 0:
		c.exceptB = b
	}
	return c.exceptA != nil || c.exceptB != nil
}

// has reports whether a token belongs to the exceptor. A nil exception has none.
func (e *exception) has(i int) bool { return e != nil && i >= e.by && i < e.by+e.long }

// opposite reports whether the partner of a token is its opposite.
func (e *excepting) opposite(i int) bool {
	if e.inB {
		return e.comparison.opposite[e.partner[i]]
	}
	return e.comparison.opposite[i]
}

func (e *excepting) class() Class {
	thing := e.named()
	for j := range e.other {
		if excepts(e.other, j) > 0 && e.other[j].stem != "but" { // it is an exception itself
			return ""
		}
	}
	if thing == nil || slices.ContainsFunc(e.other, func(t token) bool { return meansAll(lowered(t.text)) && t.stem != "no" }) || e.ofTheThing(thing) {
		return ""
	}
	said, turned := e.saidOfAll()
	if said < 0 || said == 0 && len(thing) == 1 || sum(e.other, left(e.back)) > mostExcepted {
		return ""
	}
	for k, i := range thing {
		if k > 0 && e.opposite(i) {
			turned++
		}
		if e.other[e.partner[i]].negated > 0 {
			turned++
		}
	}
	for j := range e.other { // "drop Windows support"
		if t := &e.other[j]; e.back[j] < 0 && t.weight > 0 && removals[t.stem] {
			turned++
		}
	}
	others := e.opposite(thing[0]) // "the fast tests", where the slow ones are excepted
	if (turned%2 == 0) != (e.none != others) {
		return Contradiction
	}
	e.clause, e.clauseNew = true, e.inB
	return Detail
}

// named returns the first excepted thing that the other text has, too. The last thing may include the verb: "all but Bob approved it".
func (e *excepting) named() []int {
	for _, thing := range e.things {
		if !slices.ContainsFunc(thing, func(i int) bool { return e.partner[i] < 0 }) {
			return thing
		}
	}
	return nil
}

// ofTheThing reports whether the other text is about a part of the thing: about Windows fonts, where Windows is excepted.
func (e *excepting) ofTheThing(thing []int) bool {
	last := e.partner[thing[len(thing)-1]]
	if last+1 >= len(e.other) || e.other[last].stop || e.back[last+1] >= 0 {
		return false
	}
	next := &e.other[last+1]
	return next.weight >= ofContent && next.kind == Word && !participle(lowered(next.text))
}

// saidOfAll returns how many words of the statement about all the other text has, and how many of these are reversed there; -1 if it lacks one.
func (e *excepting) saidOfAll() (said, turned int) {
	aside := map[int]bool{e.all: true}
	for _, thing := range e.things {
		for _, i := range thing {
			aside[i] = true
		}
	}
	for k, i := range e.subject { // the noun, and what belongs to it
		if (k > 0 || wholesAlone[lowered(e.text[e.all].text)]) && e.partner[i] >= 0 {
			break
		}
		aside[i] = true
	}
	for i := e.by; i < e.by+e.long; i++ {
		aside[i] = true
	}
	for i := range e.text {
		t := &e.text[i]
		if t.weight == 0 || t.denies || t.stem == "one" || aside[i] {
			continue
		}
		if e.partner[i] < 0 {
			return -1, 0
		}
		said++
		for _, is := range [...]bool{e.opposite(i), t.negated > 0 && t.negated-1 != e.all, e.other[e.partner[i]].negated > 0} {
			if is {
				turned++
			}
		}
	}
	return said, turned
}
