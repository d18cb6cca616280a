package compare

import "strings"

// timely are words behind which a number or a time says when, and not what the text is about.
var timely = stemsOf("in on at since by from until before after im am um seit bis en le depuis")

// otherThing reports whether two texts, one of which denies the other or states the opposite, do so of different things: "dark_mode is off" does not contradict "beta_search is on".
// They do if their values differ as the topic, in front of the reversed word, or as the name of a purpose behind it. A value behind a form of
// "be" ("the primary is db-01") is a value of the same thing, and so is a time.
func (c *comparison) otherThing() bool {
	i, j := c.reversedAt()
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

// otherObject reports whether two texts begin with opposite verbs that have different objects: "open the windows", "close the doors".
func (c *comparison) otherObject(i, j int) bool {
	if !c.opposite[i] || total(c.a[:i])+total(c.b[:j]) > 0 {
		return false
	}
	a, b := nextHeavy(c.a, i), nextHeavy(c.b, j)
	return a >= 0 && b >= 0 && c.toB[a] < 0 && c.toA[b] < 0 && isThing(c.a, a) && isThing(c.b, b)
}

// nextHeavy returns the index of the next token with weight in the same clause; -1: there is none.
func nextHeavy(all []token, i int) int {
	for k := i + 1; k < len(all) && !all[k-1].stop; k++ {
		if all[k].weight > 0 {
			return k
		}
	}
	return -1
}

// otherHead reports whether the topic in front of the reversed word differs: a word is replaced in the same place ("contractors", "employees"; "pushes to main", "pushes to develop"), or the
// topic is replaced by its opposite ("the import works", "the export is broken").
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

// isThing reports whether a token may name a thing: "quickly" and "fine" do not.
func isThing(all []token, i int) bool {
	t := &all[i]
	return t.kind == Word && (t.weight >= ofContent || t.stem == "user" || t.stem == "peopl" || t.stem == "person" || lightNoun(all, i)) && !permits[t.stem] && !strings.HasSuffix(t.text, "ly")
}

// lightNoun reports whether a light word is in the position of a noun: behind an article, or as a plural behind the verb of a command, as in "wash hands". No article or
// content word may directly follow it.
func lightNoun(all []token, i int) bool {
	t := &all[i]
	if i == 0 || all[i-1].stop || t.weight != ofLight || t.kind != Word || isUnit(t) && all[i-1].kind == Number || rolesOf[t.stem]&(inQuantifiers|inParticles) != 0 {
		return false
	}
	if next := i + 1; next < len(all) && !t.stop && (all[next].weight >= ofContent || ours[all[next].stem]) {
		return false
	}
	return ours[lowered(all[i-1].text)] || clauseStart(all, i) == i-1 && all[i-1].weight > 0 && beginsNoun(lowered(t.text))
}

// reversedAt returns the first token that is reversed, and its partner: they are opposites, or one text alone denies them. -1: there is none.
func (c *comparison) reversedAt() (i, j int) {
	for i, j := range c.toB {
		if j >= 0 && (c.opposite[i] || c.a[i].weight > 0 && denied(c.a, c.b, i, c.toB) != denied(c.b, c.a, j, c.toA)) {
			return i, j
		}
	}
	return -1, -1
}

// names reports whether a token is a name, an identifier, a path or a quotation.
func names(t *token) bool {
	return t.kind == Name || t.kind == Identifier || t.kind == Path || t.kind == Quoted
}

// about reports whether a value in front of the reversed word is the topic of the sentence.
func about(all []token, i int) bool {
	switch t := &all[i]; {
	case given(all, i), t.kind == Time:
		return false
	case t.kind == Number:
		return i > 0 && !timely[all[i-1].stem] && (i+1 == len(all) || !isUnit(&all[i+1]))
	}
	return true
}

// given reports whether a form of "be" is directly in front of a token.
func given(all []token, i int) bool { return i > 0 && all[i-1].stem == "be" }

// otherModifier reports whether, in front of the reversed word, the same noun has different modifiers: "the login page", "the admin page".
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

// onlyOpposites reports whether the texts share only words and their opposites, and each says something else, too: "we approved the design", "we rejected the
// offer". Shared numbers and times do not count, since different things may have the same ones.
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

// keptUntil removes the opposition of two texts of which one says that something is kept for a time, and the other that it is removed after a time.
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

// timed returns the first "for" or "after" of a text that a number follows; "" if there is none.
func timed(all []token) string {
	for i := 0; i+1 < len(all); i++ {
		if s := all[i].stem; (s == "for" || s == "after") && all[i+1].kind == Number {
			return s
		}
	}
	return ""
}
