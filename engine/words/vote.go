package words

// Grammar tells of a word in lower case whether it is one of grammar: english, of English and of no other language that is known here; others, of others and not of English, in halves: two, or one
// where names of people and places have it too, as "de" and "van".
func Grammar(lower string) (english bool, others int) {
	v := ballots[lower]
	switch {
	case v.english:
		return true, 0
	case v.of == 0 || abbreviations[lower]:
		return false, 0
	case v.particle:
		return false, 1
	}
	return false, 2
}

// abbreviations are words of grammar elsewhere, and in English abbreviations, names or words of other languages that English has taken over: continuous integration, input and output, Monday, au pair, sine qua non.
var abbreviations = set("ci io mi dell eu mon su au qua osd os")
