package compare

// places are guards that also name where something is written: behind "in the" they guard nothing.
var places = setOf("log debug report audit alert document review monitor trace count block")

// guardedBut reports whether a text has a guard, see [aims.guarded], less those that name a place behind the act.
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

// namesPlace reports whether a word stands behind "in the", or "in the" and one other word.
func (c *comparison) namesPlace(j int) bool {
	for k := j - 1; k >= 0 && k >= j-3 && !c.b[k].stop; k-- {
		if inPlaces[c.b[k].stem] {
			return c.b[k].stem != "to" || k < j-1
		}
	}
	return false
}

// permitted reports whether a text differs from an aim in what that forbids alone, and does not do it: by another condition, or by none. There is nothing to be told of it then.
func (c *comparison) permitted(b *ban, class Class) bool {
	if b == nil || class != Changed && !c.turnedIn(b) {
		return false
	}
	beside := false // what else the aim says is in the text, too: a value of it may be another there
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

// turnedIn reports whether all that is turned round is in what an aim forbids, of which [aim.breaks] knows more.
func (c *comparison) turnedIn(b *ban) bool {
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
