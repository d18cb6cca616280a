package compare

import (
	"math"
)

// Texts compares a new text with an old one. It never fails: texts without a word are the same or different. Time and memory grow with the product of what differs in the
// two, up to a bound. Longer texts are compared without the order of their words, and those of more than 256 KiB together by how many words they share.
func Texts(old, new string) Result { return In("text", old, new) }

// In is [Texts] for texts of a modality: in code and structured data every sign counts, so that nothing but white space may differ in what is the same, and what would
// be rephrased is changed.
func In(modality, old, new string) Result { return To(modality, new).From(old) }

// mostBytes bounds what is taken apart.
const mostBytes = 256 << 10

// byWords compares long texts by the words of a copy alone: about the same thing, which of them differ not being looked for, or about another.
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

// turn makes it what it is from the other text's side.
func (r *Result) turn() {
	r.New = r.Class == Detail && !r.New
	for i, c := range r.Changed {
		r.Changed[i].Old, r.Changed[i].New = c.New, c.Old
	}
}

// comparison is a pairing that is being judged.
type comparison struct {
	*pairing
	restA, restB []int   // tokens that weigh something and have no partner
	shared       float64 // 0…1
	contained    float64 // 0…1: of the one that is contained more
	values       [][2]int
	clause       bool       // one text says more by the clause that it names the cause of
	clauseNew    bool       // it is the new one
	turned       []Change   // words of grammar that turn what is said, where nothing else differs
	exceptA      *exception // what the old text alone excepts from what both say of all; nil: nothing. exceptB is the new text's
	exceptB      *exception
	said         *move // what one text says to have changed; nil: it says nothing of that
}

// Bounds below which texts are about different things. They were chosen on the development half of the pairs.
const (
	leastShared     = .45 // of both
	leastCharacters = .6  // of both, where each character counts as a word
	leastContained  = .9  // of one that says no more
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

// class judges. The order matters: what is certain by a word comes before what is guessed from what is left over.
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
	case opposites%2 == 1 && denials%2 == 1: // "not disabled", "enabled": what else differs tells
	case opposites > 0:
		return Contradiction
	case c.bare() || denialsIn(c.a) != denialsIn(c.b): // as many in both: they stand in other places of a sentence that was reworded
		return Negated
	}
	return c.unturned(opposites)
}

// unturned judges two texts of which nothing is turned round that both say. opposites: how many words stand for their opposite, which a "not" turns back.
func (c *comparison) unturned(opposites int) Class {
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
		return Negated // the "not" belongs to a word that has no partner: "no limit", "unlimited"
	}
	return class
}

// bare reports whether both texts say the same words, but for those of grammar.
func (c *comparison) bare() bool { return len(c.restA) == 0 && len(c.restB) == 0 }

// measure finds what is left over, pairs values in it, and weighs what is shared.
func (c *comparison) measure() {
	c.restA, c.restB = c.heavy(c.a, c.toB), c.heavy(c.b, c.toA)
	c.pairValues()
	wa, wb := total(c.a)-endedAlone(c.a, c.toB), total(c.b)-endedAlone(c.b, c.toA)
	la, lb := sum(c.a, c.restA), sum(c.b, c.restB)
	for _, v := range c.values { // a value for a value is half shared
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

// characters reports whether a text is mostly of scripts in which each character is a token: characters recur where words do not.
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

// reversed counts what is turned round: words that stand for their opposite, and words with a "not" in one text alone.
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

// denied reports whether a "not" belongs to a token. One that itself stands for its opposite ("never" for "always") has been counted as that.
func denied(all, other []token, i int, partner []int) bool {
	by := all[i].negated - 1
	return by >= 0 && (partner[by] < 0 || all[by].key == other[partner[by]].key)
}

// denialsIn counts each negation once: "neither … nor", "ne … pas".
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

// readable reports whether our lists know the language of a text. Marked letters, or more than a few words, must come with a word of its grammar.
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

// fewWords is how many words a text of plain letters may have without one of grammar and still be taken for English: "Alice reviewed Bob".
const fewWords = 5
