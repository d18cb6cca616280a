package compare

import (
	"math"
)

// Texts compares a new text with an old one. It never fails: texts without a word are the same or different. Time and memory grow with the product of the differing parts of the
// two, up to a bound. Longer texts are compared regardless of word order, and those of more than 256 KiB together by the number of words that they share.
func Texts(old, new string) Result { return In("text", old, new) }

// In is [Texts] for texts of a modality. In code and structured data every sign counts: texts that are [Same] differ only in white space, and what would
// be [Rephrased] is [Changed].
func In(modality, old, new string) Result { return To(modality, new).From(old) }

// mostBytes bounds the size of two texts that are divided into tokens.
const mostBytes = 256 << 10

// byWords compares long texts by the words of a copy only. It returns whether they are about the same thing, and not which words differ.
func byWords(modality, old, new string) Result {
	count := map[string]int{}
	a, b := wordsOf(modality, old), wordsOf(modality, new)
	for _, w := range a {
		count[w]++
	}
	both := 0
	for _, w := range b {
		if count[w]--; count[w] >= 0 {
			both++
		}
	}
	r := Result{Class: Different, Shared: 2 * float64(both) / float64(max(1, len(a)+len(b)))}
	if r.Shared >= leastShared {
		r.Class = Changed
	}
	return r
}

// turn makes the result that of the other direction: old and new are exchanged.
func (r *Result) turn() {
	r.New = r.Class == Detail && !r.New
	for i, c := range r.Changed {
		r.Changed[i].Old, r.Changed[i].New = c.New, c.Old
	}
}

// comparison is a pairing and what is derived from it.
type comparison struct {
	*pairing
	restA, restB []int   // tokens with weight and without a partner
	shared       float64 // 0…1
	contained    float64 // 0…1: share of that text which is more contained in the other
	values       [][2]int
	clause       bool       // one text says more, since it has a clause that the other does not have
	clauseNew    bool       // the new one has the clause
	turned       []Change   // grammar words that reverse the meaning, if nothing else differs
	exceptA      *exception // what the old text alone excepts from a statement about all; nil: nothing. exceptB is the same for the new text
	exceptB      *exception
	said         *move // the replacement that one text reports; nil: none
}

// Bounds below which texts are about different things. They were chosen on the development half of the pairs.
const (
	leastShared     = .45 // of both
	leastCharacters = .6  // of both, if each character counts as a word
	leastContained  = .9  // of a text that the other contains
)

func (c *comparison) result() Result {
	c.measure()
	if c.bare() && !c.moved {
		c.turned = c.turnedWords()
	}
	r := Result{Class: c.class(), Shared: c.shared}
	r.Changed = c.changes()
	if r.Class == Detail {
		r.New = c.newSaysMore()
	}
	return r
}

// class returns the class. The order matters: certain signs come before guesses from what is left over.
func (c *comparison) class() Class {
	switch {
	case c.apart():
		return Different
	case c.bare() && c.swapped():
		return Swapped
	}
	if said := c.excepted(); said != "" {
		return said
	}
	c.keptUntil()
	opposites, denials := c.reversed()
	switch {
	case opposites+denials == 0:
	case c.otherThing() || opposites > 0 && c.onlyOpposites():
		return Different
	case opposites%2 == 1 && denials%2 == 1: // "not disabled", "enabled": the rest decides
	case opposites > 0:
		return Contradiction
	case c.bare() || denialsIn(c.a) != denialsIn(c.b): // the same number in both: a reworded sentence has them in other places
		return Negated
	}
	return c.notReversed(opposites)
}

// notReversed returns the class of two texts that reverse nothing that both say. opposites is the number of pairs of opposites, which a "not" turns back.
func (c *comparison) notReversed(opposites int) Class {
	readable := readable(c.a) && readable(c.b)
	if opposites == 0 && !c.bare() {
		if said := c.saysChange(); said != "" {
			return said
		}
	}
	if left := c.usedNoMore(); left != "" && opposites == 0 {
		return left
	}
	switch {
	case c.calledOff():
		return Contradiction
	case c.valuesExplain():
		return Changed
	case !readable && !c.bare():
		return Changed
	case c.bare():
		if len(c.turned) > 0 || c.restricted() {
			return Changed
		}
		return Rephrased
	}
	class := c.leftOver()
	if (class == Rephrased || class == Detail) && (c.restricted() || c.exceptsAlone()) {
		return Changed
	}
	if class == Rephrased {
		if alone, percent := c.unitAlone(); percent {
			return Changed
		} else if alone {
			return Detail
		}
	}
	la, lb := sum(c.a, c.restA), sum(c.b, c.restB)
	if (class == Rephrased && min(la, lb) <= ofContent || class == Changed && (c.moved || !c.inPlace()) && max(la, lb) <= ofContent) && denialsIn(c.a)%2 != denialsIn(c.b)%2 && opposites == 0 {
		return Negated // the "not" belongs to a word without a partner: "no limit", "unlimited"
	}
	return class
}

// bare reports whether both texts have the same words, apart from grammar words.
func (c *comparison) bare() bool { return len(c.restA) == 0 && len(c.restB) == 0 }

// measure finds what is left over, pairs the values in it, and computes the shared weight.
func (c *comparison) measure() {
	c.restA, c.restB = c.heavy(c.a, c.toB), c.heavy(c.b, c.toA)
	c.pairValues()
	wa, wb := total(c.a)-endedAlone(c.a, c.toB), total(c.b)-endedAlone(c.b, c.toA)
	la, lb := sum(c.a, c.restA), sum(c.b, c.restB)
	for _, v := range c.values { // a replaced value counts as half shared
		la -= c.a[v[0]].weight / 2
		lb -= c.b[v[1]].weight / 2
	}
	if wa+wb > 0 {
		c.shared = (wa - la + wb - lb) / (wa + wb)
	} else {
		c.shared = float64(len(c.a)-len(left(c.toB))+len(c.b)-len(left(c.toA))) / math.Max(1, float64(len(c.a)+len(c.b)))
	}
	c.contained = max(share(wa-la, wa), share(wb-lb, wb))
}

func share(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// apart reports whether the texts are about different things.
func (c *comparison) apart() bool {
	if c.contained >= leastContained {
		return c.shared < .2
	}
	if characters(c.a) && characters(c.b) {
		return c.shared < leastCharacters
	}
	return c.shared < leastShared
}

// characters reports whether a text is mostly in scripts in which each character is a token. Characters recur more often than words.
func characters(all []token) bool {
	n := 0
	for i := range all {
		if all[i].script == unspaced {
			n++
		}
	}
	return 2*n > len(all)
}

func (c *comparison) heavy(all []token, partner []int) (out []int) {
	for i, at := range partner {
		if at < 0 && all[i].weight > 0 && !all[i].ending {
			out = append(out, i)
		}
	}
	return out
}

// reversed counts pairs of opposites, and words that only one text denies.
func (c *comparison) reversed() (opposites, denials int) {
	for i, j := range c.toB {
		if j < 0 {
			continue
		}
		if c.opposite[i] {
			opposites++
		}
		if c.a[i].weight > 0 && denied(c.a, c.b, i, c.toB) != denied(c.b, c.a, j, c.toA) {
			denials++
		}
	}
	for _, v := range c.values {
		if denied(c.a, c.b, v[0], c.toB) != denied(c.b, c.a, v[1], c.toA) {
			denials++
		}
	}
	return opposites, denials
}

// denied reports whether a "not" belongs to a token. A "not" that is itself paired with its opposite ("never", "always") is already counted as that.
func denied(all, other []token, i int, partner []int) bool {
	by := all[i].negated - 1
	return by >= 0 && (partner[by] < 0 || all[by].key == other[partner[by]].key)
}

// denialsIn counts the negations of a text. "neither … nor" and "ne … pas" count once.
func denialsIn(all []token) (n int) {
	for i := range all {
		if all[i].denies && !secondHalf[all[i].stem] {
			n++
		}
	}
	return n
}

var secondHalf = setOf("nor ne n ни")

func total(all []token) (sum float64) {
	for i := range all {
		sum += all[i].weight
	}
	return sum
}

func sum(all []token, places []int) (sum float64) {
	for _, i := range places {
		sum += all[i].weight
	}
	return sum
}

// readable reports whether our lists cover the language of a text. A text with marked letters, or more than a few words, must have a grammar word of it.
func readable(all []token) bool {
	letters, grammatical := 0, 0
	plain := true
	for i := range all {
		switch all[i].script {
		case none:
			continue
		case unspaced:
			return false
		case spaced:
			if !latinMarked(all[i].text) {
				return false
			}
			plain = false
		case cyrillic:
			plain = false
		}
		letters++
		if grammar[all[i].stem] || grammar[lowered(all[i].text)] || all[i].denies {
			grammatical++
		}
	}
	return plain && letters <= fewWords || grammatical > 0
}

// fewWords is the largest number of words of a text in plain letters that counts as English without a grammar word: "Alice reviewed Bob".
const fewWords = 5
