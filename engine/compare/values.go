package compare

// pairValues pairs leftover values of the same kind that replace each other, those in the same place first.
func (c *comparison) pairValues() {
	if len(c.restA)*len(c.restB) > mostPairs {
		return
	}
	for _, samePlace := range []bool{true, false} {
		taken := map[int]bool{}
		for _, v := range c.values {
			taken[v[1]] = true
			taken[-1-v[0]] = true
		}
		for _, i := range c.restA {
			for _, j := range c.restB {
				if !taken[-1-i] && !taken[j] && (!samePlace || c.gapA[i] == c.gapB[j]) && valueFor(&c.a[i], &c.b[j], samePlace) {
					c.values = append(c.values, [2]int{i, j})
					taken[-1-i], taken[j] = true, true
				}
			}
		}
	}
}

// valueFor reports whether one of two tokens replaces the other as a value.
func valueFor(a, b *token, samePlace bool) bool {
	switch {
	case a.kind == Word && b.kind == Word:
		return samePlace && (a.first && b.first && a.text != b.text && named(a) && named(b) || isUnit(a) && isUnit(b) || a.sign && b.sign)
	case a.kind == b.kind:
		return true
	case a.kind == Word || b.kind == Word:
		return samePlace && (a.kind == Name && b.first || b.kind == Name && a.first)
	}
	return samePlace || numeric(a) && numeric(b)
}

func isUnit(t *token) bool { return units[lowered(t.text)] }

func numeric(t *token) bool { return t.kind == Number || t.kind == Version || t.kind == Time }

// named reports whether a capitalised word at the beginning of a sentence is probably a name: it is in none of our lists.
func named(t *token) bool {
	return t.weight >= ofContent && t.text != "" && t.text[0] >= 'A' && t.text[0] <= 'Z' && known().group[t.stem] == ""
}

// mostBeside is the largest weight left over in addition to replaced values. With more, the wording differs, and it is unclear which value replaces which.
const mostBeside = 1.5

// valuesExplain reports whether values replace each other, and little else is left over in one of the texts.
func (c *comparison) valuesExplain() bool {
	la, lb := sum(c.a, c.restA), sum(c.b, c.restB)
	most := ofLight // a word for a word may be a guess
	for _, v := range c.values {
		la -= c.a[v[0]].weight
		lb -= c.b[v[1]].weight
		if a, b := &c.a[v[0]], &c.b[v[1]]; (a.kind != Word || b.kind != Word) && numeric(a) == numeric(b) {
			most = mostBeside
		}
	}
	return len(c.values) > 0 && ofAnother(c.a, c.toB) == ofAnother(c.b, c.toA) && min(la, lb) <= most+1e-9
}

// ofAnother reports whether a text is about something "of" the other's topic: "translations of the login page", where the other is about the login page.
func ofAnother(all []token, partner []int) bool {
	for i := range all {
		if all[i].weight > 0 {
			return partner[i] < 0 && all[i].kind == Word && all[i].weight >= ofContent && i+1 < len(all) && all[i+1].stem == "of"
		}
	}
	return false
}
