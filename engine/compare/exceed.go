package compare

import "strconv"

var (
	// holds are verbs that say of a limit that it holds, and nothing of what is limited.
	holds = stemsOf("keep stay remain hold")
	// decides are verbs at the head of a step that let something be so, or make it.
	decides = stemsOf("accept allow let permit tolerate set")
	// lasts are verbs beside which a number says how long something may last.
	lasts = stemsOf("take last answer respond return finish complete load serve wait")
)

// exceeds reports whether a text decides for a number beyond the limit of an aim: "accept 350 ms" where 200 are the most. It must begin with such a verb, or with the aim's own, or
// approve, and say nothing else that the aim does not: a report of a number decides nothing, and one of something else is not limited.
func (a *aim) exceeds(c *comparison) bool {
	goal := a.limit
	if goal != nil && len(c.a) != len(a.tokens) {
		goal = limitOf(c.a)
	}
	if goal == nil || a.ban != nil || len(c.b) == 0 || limitOf(c.b) != nil || denialsIn(c.a)+denialsIn(c.b) > 0 {
		return false
	}
	number := c.onlyNumber()
	own := !decides[c.b[0].stem] && c.b[0].key == c.a[0].key && c.toA[0] == 0 && !holds[c.a[0].stem] && c.a[0].text == c.b[0].text
	decided := own || decides[c.b[0].stem]
	for j := range c.b {
		t := &c.b[j]
		switch {
		case t.kind == Number:
		case permits[t.stem] || permits[t.key]:
			decided = true
		case own && isBe(c.b, j):
			return false
		case t.weight > 0 && c.toA[j] < 0 && !decides[t.stem] && !carriers[t.stem] && !lasts[t.stem] && (number != j-1 || !isUnit(t)):
			return false
		}
	}
	if !decided || number < 0 || relationOf(c.b, number, -1) != plainly && relationOf(c.b, number, -1) != into || !c.beyond(goal, number, true) {
		return false
	}
	for i := range c.a { // all that the aim limits must be what the text is about
		if t := &c.a[i]; t.weight > 0 && i != goal.at && t.kind != Number && !holds[t.stem] && !lasts[t.stem] && !isUnit(t) && c.toB[i] < 0 && exceeding[t.stem] == plainly && relations[t.stem] == plainly && !(decided && i == 0) {
			return false
		}
	}
	return true
}

// onlyNumber is the place of the one number of a text; -1: it has none, or several.
func (c *comparison) onlyNumber() int {
	number := -1
	for j := range c.b {
		if c.b[j].kind == Number {
			if number >= 0 {
				return -1
			}
			number = j
		}
	}
	return number
}

// beyond reports whether a number of a text that has no limit, of the unit of one, lies on the other side of it. kept: the limit says on which side it must be, and not on which it must not.
func (c *comparison) beyond(of *limit, number int, kept bool) bool {
	if number < 0 || unitKey(c.a, of.number) != unitKey(c.b, number) {
		return false
	}
	v, err := strconv.ParseFloat(c.b[number].stem, 64)
	if err != nil || v == of.value {
		return false
	}
	return (v > of.value) == ((of.of == under) == kept)
}
