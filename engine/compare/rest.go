package compare

import (
	"slices"
	"strings"
)

// Bounds of what is left over in two texts that say the same, or that are about the same thing.
const (
	mostReworded = .2 // of what each says
	leastOfOne   = .7 // shared by two texts that differ in several places
)

// leftOver returns the class by words without a partner, whose relation is unknown. Texts are [Rephrased] only if nearly all of one is in the other. The rest must be a small part
// of each text, and contain no value, since values have no synonyms.
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

// leastOfSwap is the least share of texts about one thing that differ in a word and in the order.
const leastOfSwap = .6

// reworded reports whether the words left over of a text, without the light ones, are few enough to be other words for the same.
func reworded(all []token, rest []int) bool {
	left := 0.
	for _, i := range rest {
		if all[i].weight > ofLight {
			left += all[i].weight
		}
	}
	return left < mostReworded*total(all)-1e-9
}

// valuesLeft reports whether something left over is not a plain word: a name, a number, a time.
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

// emptyLeft reports whether only verbs with nearly no meaning are left over of one of the texts.
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

// inPlace reports whether all that is left over of one text is in the place of something left over of the other: one thing replaces another.
func (c *comparison) inPlace() bool {
	return ofAnother(c.a, c.toB) == ofAnother(c.b, c.toA) && (within(c.restB, c.gapB, c.restA, c.gapA) || within(c.restA, c.gapA, c.restB, c.gapB))
}

// within reports whether each token left over of a text is in a place where the other has something left over.
func within(rest, gap, other, otherGap []int) bool {
	for _, i := range rest {
		if !slices.ContainsFunc(other, func(j int) bool { return otherGap[j] == gap[i] }) {
			return false
		}
	}
	return true
}

// because are English words that always introduce a cause.
var because = map[string]bool{"because": true, "due to": true, "owing to": true}

// mayBecause are words that introduce a cause in some sentences.
var mayBecause = map[string]bool{
	"since": true, "as": true, "so": true, "for": true, "after": true, "from": true, "by": true, "with": true, "why": true, "reason": true, "therefore": true, "thus": true, "hence": true,
	"caused": true, "causes": true, "cause": true, "thanks": true, "triggered": true, "result": true, "consequence": true,
}

// why reports whether a text states a cause, and whether it may do so.
func why(all []token) (says, may bool) {
	for i := range all {
		word := strings.ToLower(all[i].text)
		says = says || because[word]
		may = may || mayBecause[word]
	}
	return says, says || may
}

// oneSaysWhy reports whether one text states a cause and the other does not. Words left over then belong to the clause that the other text does
// not have. new: the new text states it.
func (c *comparison) oneSaysWhy() (one, new bool) {
	saysA, mayA := why(c.a)
	saysB, mayB := why(c.b)
	return saysA && !mayB || saysB && !mayA, saysB
}

// clauseMore reports whether only one text states a cause, and it has at least a content word that the other does not have. It then says more. la and lb are the weights of
// what is left over.
func (c *comparison) clauseMore(la, lb float64) bool {
	one, new := c.oneSaysWhy()
	c.clause, c.clauseNew = one && (new && lb >= ofContent || !new && la >= ofContent), new
	return c.clause
}

// newSaysMore reports, if one text says more, whether it is the new one.
func (c *comparison) newSaysMore() bool {
	if c.clause {
		return c.clauseNew
	}
	return sum(c.b, c.restB) >= sum(c.a, c.restA)
}
