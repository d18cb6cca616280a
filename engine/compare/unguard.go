package compare

var (
	// keepers are nouns of things that prevent an act: removing one allows it.
	keepers = stemsOf("guard check protection safeguard filter mask masking block blocker alert lock limit limiter validation prevention interlock gate requirement")
	// heads are nouns that add nothing to their modifier: a review step, a review requirement.
	heads = stemsOf("step requirement gate stage rule")
	// doubles are words for what happens a second time.
	doubles = stemsOf("duplicate double twice two second again repeated")
	// lets are prepositions between a keeper and its subject.
	lets = setOf("for against of on that which in befor before")
)

// unguards returns the keeper that a text removes although the aim forbids what it prevents; "" if there is none. The text must begin with the verb and say nothing else than the keeper that
// the aim does not say: other words may name what is removed.
func (a *aim) unguards(c *comparison) string {
	b := a.banIn(c)
	if b == nil || len(c.b) == 0 || !removals[c.b[0].stem] || c.b[0].denies || c.toA[0] >= 0 && a.says(b, &c.b[0]) {
		return ""
	}
	keeper, lacked, acts, named := "", false, false, map[int]bool{}
	for j := 1; j < len(c.b); j++ {
		t := &c.b[j]
		need := a.neededBy(c, b, t)
		switch {
		case t.denies || t.negated > 0:
			return ""
		case need >= 0 && relationOf(c.a, need, b.at) == lacking && keeper == "":
			if !c.endsNoun(j) {
				return ""
			}
			keeper, lacked = t.text, true
		case need >= 0:
			acts, named[need] = acts || need == b.act, true
		case keepers[t.stem] || keepers[t.key]:
			if keeper == "" && !c.endsNoun(j) {
				return ""
			}
			if keeper == "" {
				keeper = t.text
			}
		case t.weight == 0 || heads[t.stem] && keeper != "":
		default:
			return ""
		}
	}
	if keeper == "" || !lacked && !named[c.condition(b)] || !acts && (len(named) < 2 || !carriers[c.a[b.act].stem]) {
		return ""
	}
	return keeper
}

// condition returns the index of the last content word of a ban: its condition, or its object. A keeper that does not name it may prevent something else.
func (c *comparison) condition(b *ban) int {
	for k := len(b.needed) - 1; k > 0; k-- {
		if i := b.needed[k]; c.a[i].weight >= ofContent || c.a[i].kind == Time {
			return i
		}
	}
	return b.needed[0]
}

// says reports whether what a ban forbids contains a word.
func (a *aim) says(b *ban, t *token) bool {
	for _, i := range b.needed {
		if i < len(a.tokens) && (a.tokens[i].stem == t.stem || a.tokens[i].key == t.key) {
			return true
		}
	}
	return false
}

// neededBy returns the index of the ban's token that matches a word of a text; -1: none.
func (a *aim) neededBy(c *comparison, b *ban, t *token) int {
	for _, i := range b.needed {
		if c.a[i].stem == t.stem || c.a[i].key == t.key || doubles[c.a[i].stem] && doubles[t.stem] {
			return i
		}
	}
	return -1
}

// endsNoun reports whether a word is the last of a noun phrase: the clause ends, or a preposition or a word of heads follows.
func (c *comparison) endsNoun(j int) bool {
	return j+1 >= len(c.b) || c.b[j].stop || c.b[j+1].weight == 0 || lets[c.b[j+1].stem] || heads[c.b[j+1].stem]
}
