package compare

import "strings"

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
