package compare

var (
	// longer are words that say beside a "not" that something has been: "nicht mehr", "niet meer", "já não". They add nothing to what it says.
	longer = setOf("mehr länger meer langer più mais más больше já ya già")
	// afterNe are words that negate in French behind a "ne", and say something else without it.
	afterNe = setOf("plus rien guère")
)

// noMore takes the weight from words that belong to a "not" of their clause, and makes those of French a part of it.
func noMore(all []token) []token {
	for i := range all {
		t := &all[i]
		lower := lowered(t.text)
		switch {
		case afterNe[lower] && denialNear(all, i, func(o *token) bool { return o.stem == "ne" || o.stem == "n" && o.denies }):
			t.denies, t.weight = true, 0
		case longer[lower] && denialNear(all, i, func(o *token) bool { return o.denies }):
			t.weight = 0
		}
	}
	return all
}

// denialNear reports whether one of the words before a word in its clause, or the next one, is such a word.
func denialNear(all []token, at int, is func(*token) bool) bool {
	for i := at - 1; i >= 0 && i >= at-reach && !all[i].stop; i-- {
		if is(&all[i]) {
			return true
		}
	}
	return at+1 < len(all) && !all[at].stop && is(&all[at+1])
}
