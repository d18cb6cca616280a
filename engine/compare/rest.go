package compare

import (
	"slices"
	"strings"
)

// Bounds of what is left over in two texts that say the same, or that are about the same thing.
const (
	mostReworded = .2 // of what each says
	leastOfOne   = .7 // shared by two texts of which one says otherwise than the other in several places
)

// leftOver judges by words of which nobody knows what they mean to each other. That two texts say the same is said where nearly all that one tells is in the other: what may be other
// words for the same is little of each text, and none of it is a value, as these have no other words.
func (c *comparison) leftOver() Class {
	la, lb := sum(c.a, c.restA), sum(c.b, c.restB)
	least, most := min(la, lb), max(la, lb)
	little := least <= ofLight && most <= ofContent && (c.moved || most <= ofLight || c.emptyLeft())
	values := c.valuesLeft()
	switch {
	case least == 0 && most <= ofLight:
		return Rephrased
	case least == 0:
		return Detail
	case !little && !c.moved && (least <= mostBeside || c.shared >= leastOfSwap) && c.inPlace():
		return Changed
	case least <= ofLight && (most > ofContent || values):
		return Detail
	case c.clauseMore(la, lb):
		return Detail
	case values || most > 2*ofContent:
	case little && c.shared >= leastOfOne, reworded(c.a, c.restA) && reworded(c.b, c.restB):
		return Rephrased
	}
	if c.shared >= leastOfOne || c.shared >= leastOfSwap && most <= ofContent && !values {
		return Changed
	}
	return Different
}

// leastOfSwap is how much texts share that are about one thing and have a word for another in another order.
const leastOfSwap = .6

// reworded reports whether what is left over of a text, but for words that say little, is so little of it that it may be said in other words in the other text.
func reworded(all []token, rest []int) bool {
	left := 0.
	for _, i := range rest {
		if all[i].weight > ofLight {
			left += all[i].weight
		}
	}
	return left < mostReworded*total(all)-1e-9
}

// valuesLeft reports whether some of what is left over is no plain word: a name, a number, a time.
func (c *comparison) valuesLeft() bool {
	for _, i := range c.restA {
		if isValue(c.a, i) {
			return true
		}
	}
	for _, j := range c.restB {
		if isValue(c.b, j) {
			return true
		}
	}
	return false
}

func isValue(all []token, i int) bool { return all[i].kind != Word && all[i].kind != Quoted }

// emptyLeft reports whether one of the texts has nothing left over but verbs that say next to nothing.
func (c *comparison) emptyLeft() bool {
	isEmpty := func(all []token, rest []int) bool {
		for _, i := range rest {
			if !empty[all[i].stem] {
				return false
			}
		}
		return true
	}
	return isEmpty(c.a, c.restA) || isEmpty(c.b, c.restB)
}

var empty = setOf("make do get have take set go put give happen occur use")

// inPlace reports whether all that is left over of one text stands where something is left over of the other: one thing stands for another.
func (c *comparison) inPlace() bool {
	return ofAnother(c.a, c.toB) == ofAnother(c.b, c.toA) && (within(c.restB, c.gapB, c.restA, c.gapA) || within(c.restA, c.gapA, c.restB, c.gapB))
}

// within reports whether what is left over of a text stands where something is left over of the other.
func within(rest, gap, other, otherGap []int) bool {
	for _, i := range rest {
		if !slices.ContainsFunc(other, func(j int) bool { return otherGap[j] == gap[i] }) {
			return false
		}
	}
	return true
}

// because are the words of English that name a cause beside its effect and nothing else.
var because = map[string]bool{"because": true, "due to": true, "owing to": true}

// mayBecause are those that name a cause in some sentences: a text with one of them may say why.
var mayBecause = map[string]bool{
	"since": true, "as": true, "so": true, "for": true, "after": true, "from": true, "by": true, "with": true, "why": true, "reason": true, "therefore": true, "thus": true, "hence": true,
	"caused": true, "causes": true, "cause": true, "thanks": true, "triggered": true, "result": true, "consequence": true,
}

// why tells whether a text says why something is so, and whether it may do so.
func why(all []token) (says, may bool) {
	for i := range all {
		word := strings.ToLower(all[i].text)
		says = says || because[word]
		may = may || mayBecause[word]
	}
	return says, says || may
}

// oneSaysWhy reports whether one of the texts names a cause beside its effect where the other names none: of such two, words that are left over belong to the clause that the other does
// not have. new: it is the new one.
func (c *comparison) oneSaysWhy() (one, new bool) {
	saysA, mayA := why(c.a)
	saysB, mayB := why(c.b)
	return saysA && !mayB || saysB && !mayA, saysB
}

// clauseMore reports whether the text that says why also says of what, in words that the other does not have; la and lb are the weights of what is left over. It is that text that says more.
func (c *comparison) clauseMore(la, lb float64) bool {
	one, new := c.oneSaysWhy()
	c.clause, c.clauseNew = one && (new && lb >= ofContent || !new && la >= ofContent), new
	return c.clause
}

// newSaysMore reports of two texts of which one says more whether that is the new one.
func (c *comparison) newSaysMore() bool {
	if c.clause {
		return c.clauseNew
	}
	return sum(c.b, c.restB) >= sum(c.a, c.restA)
}
