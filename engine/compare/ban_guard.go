package compare

// places are guards that are also names of places where something is written: behind "in the" they guard nothing.
var places = setOf("log debug report audit alert document review monitor trace count block")

// guardedBut reports whether a text has a guard (see [aims.guarded]) other than a name of a place behind the act.
func (c *comparison) guardedBut(g *aims, first int) bool {
	removed := false
	for j := range c.b {
		t := &c.b[j]
		removed = removed && (j == 0 || !c.b[j-1].stop) || removals[t.stem]
		if !guards[t.stem] && !guards[t.key] || c.toA[j] >= 0 || g.hasWord(t) || removed || j > first && places[t.stem] && c.namesPlace(j) {
			continue
		}
		return true
	}
	return false
}

// namesPlace reports whether a word follows "in the", or "in the" and one other word.
func (c *comparison) namesPlace(j int) bool {
	for k := j - 1; k >= 0 && k >= j-3 && !c.b[k].stop; k-- {
		if inPlaces[c.b[k].stem] {
			return c.b[k].stem != "to" || k < j-1
		}
	}
	return false
}

// permitted reports whether a text differs from an aim only in what the aim forbids, and does not do it: its condition is another one, or missing. Then there is no difference to report.
func (c *comparison) permitted(b *ban, class Class) bool {
	if b == nil || class != Changed && !c.reversedIn(b) {
		return false
	}
	beside := false // the text also has content of the aim outside the ban: there it may have another value
	for i, j := range c.toB {
		beside = beside || j >= 0 && c.a[i].weight > 0 && !b.has(i)
	}
	for _, v := range c.values {
		if beside && !b.has(v[0]) {
			return false
		}
	}
	return true
}

// reversedIn reports whether all reversed words are in what an aim forbids. [aim.breaks] judges those.
func (c *comparison) reversedIn(b *ban) bool {
	found := false
	for i, j := range c.toB {
		if j < 0 || !c.opposite[i] && !(c.a[i].weight > 0 && denied(c.a, c.b, i, c.toB) != denied(c.b, c.a, j, c.toA)) {
			continue
		}
		if found = true; !b.has(i) && !c.a[i].denies {
			return false
		}
	}
	return found && b != nil
}
