package words

// Grammar reports whether a word in lower case is a grammar word. english: it is one of English and of no other known language. others: it is one of other languages and not of
// English; the value is 2, or 1 if it also occurs in names of people and places, as "de" and "van" do.
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

// abbreviations are grammar words of other languages that are abbreviations, names or loanwords in English: continuous integration, input and output, Monday, au pair, sine qua non.
var abbreviations = set("ci io mi dell eu mon su au qua osd os")
