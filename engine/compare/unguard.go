package compare

var (
	// keepers are nouns of what keeps an act from being done: to take one away lets it be done.
	keepers = stemsOf("guard check protection safeguard filter mask masking block blocker alert lock limit limiter validation prevention interlock gate requirement")
	// heads are nouns that say nothing behind what they belong to: a review step, a review requirement.
	heads = stemsOf("step requirement gate stage rule")
	// doubles are words for what happens a second time.
	doubles = stemsOf("duplicate double twice two second again repeated")
	// lets are prepositions between a keeper and what it is about.
	lets = setOf("for against of on that which in befor before")
)

// unguards returns the keeper that a text takes away from an aim that forbids something; "" where it takes none. The text must begin with the verb and say nothing beside the keeper that
// the aim does not say: what else is named may be what is taken away in its place.
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

// condition is the last word of what a ban forbids that says much: under which condition, or to what. A keeper that does not name it may be one against something else.
func (c *comparison) condition(b *ban) int {
	for k := len(b.needed) - 1; k > 0; k-- {
		if i := b.needed[k]; c.a[i].weight >= ofContent || c.a[i].kind == Time {
			return i
		}
	}
	return b.needed[0]
}

// says reports whether what a ban forbids has a word.
func (a *aim) says(b *ban, t *token) bool {
	for _, i := range b.needed {
		if i < len(a.tokens) && (a.tokens[i].stem == t.stem || a.tokens[i].key == t.key) {
			return true
		}
	}
	return false
}

// neededBy is the token of what a ban forbids that a word of a text stands for; -1: none.
func (a *aim) neededBy(c *comparison, b *ban, t *token) int {
	for _, i := range b.needed {
		if c.a[i].stem == t.stem || c.a[i].key == t.key || doubles[c.a[i].stem] && doubles[t.stem] {
			return i
		}
	}
	return -1
}

// endsNoun reports whether a word is the last of a noun: behind it a clause ends, a preposition stands, or a word that only says that it is one.
func (c *comparison) endsNoun(j int) bool {
	return j+1 >= len(c.b) || c.b[j].stop || c.b[j+1].weight == 0 || lets[c.b[j+1].stem] || heads[c.b[j+1].stem]
}
