package compare

import "strings"

// timely are words behind which a number or a time says when something is, not what it is about.
var timely = stemsOf("in on at since by from until before after im am um seit bis en le depuis")

// otherThing reports of texts that say the opposite, or of which one denies, whether they say it of different things: "dark_mode is off" does not contradict "beta_search is on".
// They do where a value stands in each of them for another as what the sentence is about, in front of what is turned round, or as the name of what it is said for, behind it. What a
// form of "be" gives ("the primary is db-01") is a value of the same thing, and so is a time.
func (c *comparison) otherThing() bool {
	i, j := c.turnedAt()
	if i < 0 {
		return false
	}
	for _, v := range c.values {
		a, b := &c.a[v[0]], &c.b[v[1]]
		switch {
		case v[0] < i && v[1] < j:
			if about(c.a, v[0]) && about(c.b, v[1]) {
				return true
			}
		case v[0] > i && v[1] > j:
			if names(a) && names(b) && !given(c.a, v[0]) && !given(c.b, v[1]) {
				return true
			}
		}
	}
	return c.otherModifier(i, j) || c.otherHead(i, j) || c.otherObject(i, j)
}

// otherObject reports whether two texts begin with opposite verbs, and what each is done to is another thing: "open the windows", "close the doors".
func (c *comparison) otherObject(i, j int) bool {
	if !c.opposite[i] || total(c.a[:i])+total(c.b[:j]) > 0 {
		return false
	}
	a, b := nextHeavy(c.a, i), nextHeavy(c.b, j)
	return a >= 0 && b >= 0 && c.toB[a] < 0 && c.toA[b] < 0 && isThing(c.a, a) && isThing(c.b, b)
}

// nextHeavy is the first token of the same clause behind one that weighs something; -1: there is none.
func nextHeavy(all []token, i int) int {
	for k := i + 1; k < len(all) && !all[k-1].stop; k++ {
		if all[k].weight > 0 {
			return k
		}
	}
	return -1
}

// otherHead reports whether before what is turned round a word stands for another in the same place ("contractors", "employees"; "pushes to main", "pushes to develop"), or its opposite
// for what the text is about ("the import works", "the export is broken").
func (c *comparison) otherHead(i, j int) bool {
	for _, a := range c.restA {
		for _, b := range c.restB {
			if a < i && b < j && c.gapA[a] == c.gapB[b] && isThing(c.a, a) && isThing(c.b, b) {
				return true
			}
		}
	}
	if !c.opposite[i] || c.a[i].weight < ofContent {
		return false
	}
	for before := range i {
		if c.a[before].weight > 0 {
			return false
		}
	}
	for after := i + 1; after < len(c.a); after++ {
		if c.opposite[after] && c.toB[after] > j && c.a[after].weight > 0 {
			return true
		}
	}
	return false
}

// isThing reports whether a token may be a word for a thing: "quickly" and "fine" are none.
func isThing(all []token, i int) bool {
	t := &all[i]
	return t.kind == Word && (t.weight >= ofContent || t.stem == "user" || t.stem == "peopl" || t.stem == "person" || lightNoun(all, i)) && !permits[t.stem] && !strings.HasSuffix(t.text, "ly")
}

// lightNoun reports whether a word that says little as a verb stands where a noun does: behind an article, or in the plural behind the verb of a command, as in "wash hands", and no article or
// word that says much stands behind it.
func lightNoun(all []token, i int) bool {
	t := &all[i]
	if i == 0 || all[i-1].stop || t.weight != ofLight || t.kind != Word || isUnit(t) && all[i-1].kind == Number || rolesOf[t.stem]&(inQuantifiers|inParticles) != 0 {
		return false
	}
	if next := i + 1; next < len(all) && !t.stop && (all[next].weight >= ofContent || ours[all[next].stem]) {
		return false
	}
	return ours[lowered(all[i-1].text)] || clauseStart(all, i) == i-1 && all[i-1].weight > 0 && nounly(lowered(t.text))
}

// turnedAt are the first token that stands for its opposite, or is denied in one text alone, and its partner; -1 where the texts have none.
func (c *comparison) turnedAt() (i, j int) {
	for i, j := range c.toB {
		if j >= 0 && (c.opposite[i] || c.a[i].weight > 0 && denied(c.a, c.b, i, c.toB) != denied(c.b, c.a, j, c.toA)) {
			return i, j
		}
	}
	return -1, -1
}

// names reports whether a token names a thing.
func names(t *token) bool {
	return t.kind == Name || t.kind == Identifier || t.kind == Path || t.kind == Quoted
}

// about reports whether a value in front of what is turned round is what the sentence is about.
func about(all []token, i int) bool {
	switch t := &all[i]; {
	case given(all, i), t.kind == Time:
		return false
	case t.kind == Number:
		return i > 0 && !timely[all[i-1].stem] && (i+1 == len(all) || !isUnit(&all[i+1]))
	}
	return true
}

// given reports whether a form of "be" stands right before a token.
func given(all []token, i int) bool { return i > 0 && all[i-1].stem == "be" }

// otherModifier reports whether before what is turned round a word stands for another in front of the same word: "the login page", "the admin page".
func (c *comparison) otherModifier(i, j int) bool {
	for _, a := range c.restA {
		for _, b := range c.restB {
			if a+1 < i && b+1 < j && c.a[a].kind == Word && c.b[b].kind == Word && c.toB[a+1] == b+1 && c.a[a+1].weight >= ofContent && !c.opposite[a+1] && c.a[a].weight >= ofContent && c.b[b].weight >= ofContent {
				return true
			}
		}
	}
	return false
}

// onlyOpposites reports whether nothing that both texts say is the same but words and their opposites, and each says something else besides: "we approved the design", "we rejected the
// offer". Numbers and times are the same of different things.
func (c *comparison) onlyOpposites() bool {
	for i, j := range c.toB {
		if j >= 0 && !c.opposite[i] && c.a[i].weight > ofValue {
			return false
		}
	}
	restA, restB := sum(c.a, c.restA), sum(c.b, c.restB)
	for _, v := range c.values {
		restA, restB = restA-c.a[v[0]].weight, restB-c.b[v[1]].weight
	}
	return min(restA, restB) >= ofLight-1e-9
}

// keptUntil takes for no opposites that something is kept for a time and that it is removed after a time.
func (c *comparison) keptUntil() {
	for i, j := range c.toB {
		if j < 0 || !c.opposite[i] {
			continue
		}
		if a, b := timed(c.a), timed(c.b); a == "for" && b == "after" || a == "after" && b == "for" {
			c.opposite[i] = false
		}
	}
}

// timed is the first word of a text that says for how long, or after what time, something is so: "for", "after"; else "".
func timed(all []token) string {
	for i := 0; i+1 < len(all); i++ {
		if s := all[i].stem; (s == "for" || s == "after") && all[i+1].kind == Number {
			return s
		}
	}
	return ""
}
