package compare

import (
	"math"
	"strconv"
)

var (
	// holds are verbs that only say that a limit holds.
	holds = stemsOf("keep stay remain hold")
	// decides are verbs at the head of a step that allow something, or bring it about.
	decides = stemsOf("accept allow let permit tolerate set give grant assign allocate reserve")
	// lasts are verbs next to which a number says how long something may take.
	lasts = stemsOf("take last answer respond return finish complete load serve wait")
	// attains are verbs that say that an amount reaches a number.
	attains = stemsOf("reach grow rise climb go increase hit get come swell extend expand use need occupy")
)

// mostOwner is the largest weight of words that name whose amount a text decides: "let the cache grow to 900 MB of memory". A part cannot be larger than the whole that is limited.
const mostOwner = ofContent

// exceeds reports whether a text decides for a number beyond the limit of an aim: "accept 350 ms" where 200 are the most. It must begin with a verb of decides, or with the aim's own, or
// approve. It must say nothing else that the aim does not: a report of a number decides nothing, and other things are not limited.
func (a *aim) exceeds(c *comparison) bool {
	goal := a.limit
	if goal != nil && len(c.a) != len(a.tokens) {
		goal = limitOf(c.a)
	}
	there := limitOf(c.b)
	if goal == nil || a.ban != nil || len(c.b) == 0 || there != nil && there.of != goal.of || denialsIn(c.a)+denialsIn(c.b) > 0 {
		return false
	}
	number := c.onlyNumber()
	owner := 0.
	own := !decides[c.b[0].stem] && c.b[0].key == c.a[0].key && c.toA[0] == 0 && !holds[c.a[0].stem] && c.a[0].text == c.b[0].text
	decided := decides[c.b[0].stem]
	for j := range c.b {
		t := &c.b[j]
		switch {
		case t.kind == Number, decides[t.stem]:
		case permits[t.stem] || permits[t.key]:
			decided = decided || there == nil && !auxiliary[lowered(t.text)] || j > 0 && (there == nil || auxiliary[lowered(t.text)]) // "can it reach 900 MB?" asks; "every search in under 50 ms" may be a part of the way
		case own && isBe(c.b, j), t.stem == "have" && j+1 < len(c.b) && participle(lowered(c.b[j+1].text)): // "may have reached": a report
			return false
		case there != nil && j == there.at:
		case t.stem == "have":
		case goal.of == under && attains[t.stem]:
			own = own && j == 0 // "memory use reached 900 MB" is a report
		case goal.of == under && t.weight > 0 && c.toA[j] < 0 && j < number && c.amountOfGoal(number):
			owner += t.weight
		case t.weight > 0 && c.toA[j] < 0 && !carriers[t.stem] && !lasts[t.stem] && (number != j-1 || !isUnit(t)):
			return false
		}
	}
	if of := relationOf(c.b, number, -1); !decided && (!own || there != nil) || owner > mostOwner || number < 0 || of != plainly && of != into && there == nil || !c.beyond(goal, number, true) {
		return false
	}
	for i := range c.a { // the text must be about all that the aim limits
		if t := &c.a[i]; t.weight > 0 && i != goal.at && !(t.weight <= ofLight && attains[t.stem]) && t.kind != Number && !holds[t.stem] && !lasts[t.stem] && !isUnit(t) && c.toB[i] < 0 && exceeding[t.stem] == plainly && relations[t.stem] == plainly && !((decided || own) && i == 0) {
			return false
		}
	}
	return true
}

// onlyNumber returns the index of the only number of a text; -1: it has none, or several.
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

// beyond reports whether a number of a text without a limit crosses a limit with the same unit. kept: the limit says on which side the number must be, and not on which it must not be.
func (c *comparison) beyond(of *limit, number int, kept bool) bool {
	if number < 0 {
		return false
	}
	limit, v := of.value, 0.
	if unitKey(c.a, of.number) == unitKey(c.b, number) {
		var err error
		if v, err = strconv.ParseFloat(c.b[number].stem, 64); err != nil {
			return false
		}
	} else if most, ok := quantityAt(c.a, of.number, math.Inf(1)); !ok {
		return false
	} else if said, ok := quantityAt(c.b, number, math.Inf(1)); !ok || said.of != most.of {
		return false
	} else {
		limit, v = most.value, said.value
	}
	return v != limit && (v > limit) == ((of.of == under) == kept)
}

// amountOfGoal reports whether "of" and the goal's topic follow a number and its unit: "900 MB of memory".
func (c *comparison) amountOfGoal(number int) bool {
	at := number + 1
	if at < len(c.b) && isUnit(&c.b[at]) {
		at++
	}
	return at+1 < len(c.b) && c.b[at].stem == "of" && c.toA[at+1] >= 0 && c.b[at+1].weight >= ofContent
}
