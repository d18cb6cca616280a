package words

// Grammar tells of a word in lower case whether it is one of grammar: english, of English and of no other language that is known here; others, of others and not of English, in halves: two, or one
// where names of people and places have it too, as "de" and "van".
func Grammar(lower string) (english bool, others int) {
	v := ballots[lower]
	switch {
	case v.english:
		return true, 0
	case v.of == 0:
		return false, 0
	case v.particle:
		return false, 1
	}
	return false, 2
}
