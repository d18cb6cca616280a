package compare

import (
	_ "embed" // the list
	"strings"
	"unicode"
	"unicode/utf8"
)

// Case can distinguish words: "the US team" and "the us team", "written in Go" and "go", the variable PATH and a path. So in a copy the case of a word counts, except where it means nothing:
//   - in the first word of a sentence, where only its first letter is a capital;
//   - in a text of more than two words that is all in capitals;
//   - in a word that means the same in any case: names and abbreviations that are no other word (words/caseless.txt), the pronoun "I", units as usually written, and
// numbers such as PAY-1041;
//   - in a name in non-Latin letters, unless it is another word in lower case.

//go:embed words/caseless.txt
var caselessLines string

// caseless are words that mean the same in any case. They are listed in lower case.
var caseless = func() map[string]bool {
	out := map[string]bool{}
	for fields := range listed(caselessLines) {
		for _, f := range fields {
			out[f] = true
		}
	}
	return out
}()

// writtenUnits are the usual spellings of units, in addition to lower case. Mb and Gb are left out: they are bits.
var writtenUnits = func() map[string]string {
	out := map[string]string{}
	for w := range strings.FieldsSeq("KB kB MB GB TB PB KiB MiB GiB TiB Hz HZ kHz KHz MHz GHz GHZ AM PM Sec Min Hr") {
		out[w] = strings.ToLower(w)
	}
	return out
}()

// fewestBare is the least number of words of a text in one case for that case to mean nothing. A shorter text may be a name.
const fewestBare = 3

// inCapitals reports whether a text has enough words in capitals and no letter in lower case.
func inCapitals(fields []string) bool {
	n := 0
	for _, field := range fields {
		capital := false
		for _, r := range field {
			if unicode.IsLower(r) && unicode.ToUpper(r) != r {
				return false
			}
			capital = capital || unicode.IsUpper(r)
		}
		if capital {
			n++
		}
	}
	return n >= fewestBare
}

// hasCapital reports whether a word has a capital letter.
func hasCapital(word string) bool {
	for _, r := range word {
		if r >= 'A' && (r <= 'Z' || r >= utf8.RuneSelf && unicode.IsUpper(r)) {
			return true
		}
	}
	return false
}

// small reports whether a word is ASCII without a capital, as most are.
func small(word string) bool {
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// foldCase returns a word in lower case if its case means nothing, otherwise as written. first: it begins a sentence.
func foldCase(word string, first bool) string {
	if small(word) {
		return word
	}
	if !hasCapital(word) {
		return lowered(word)
	}
	lower := lowered(word)
	if first && capitalised(word) || isCaseless(lower) || foreignName(word, lower) {
		return lower
	}
	if w := writtenUnits[word]; w != "" {
		return w
	}
	at := strings.IndexAny(word, "-/'")
	if at < 0 || len(word) > longestKept || strings.Contains(word, "//") {
		return word
	}
	if word[at] == '-' && ticket(word[:at], word[at+1:]) {
		return lowered(word)
	}
	return foldCase(word[:at], first) + word[at:at+1] + foldCase(word[at+1:], false) // API-first, CI/CD, Bob's
}

// foreignName reports whether a word begins with a capital that is not Latin, and is no other word in lower case. Names for which computers distinguish case are in Latin letters.
func foreignName(word, lower string) bool {
	r := firstRune(word)
	return r >= 0x80 && !unicode.Is(unicode.Latin, r) && capitalised(word) && !otherInSmall[lower]
}

// ticket reports whether a word is capitals and a number, as in PAY-1041.
func ticket(letters, number string) bool {
	return len(letters) > 1 && plain(letters) && letters == strings.ToUpper(letters) && number != "" && strings.Trim(number, "0123456789") == ""
}

// isCaseless reports whether a word or its singular is in the list.
func isCaseless(lower string) bool {
	if caseless[lower] {
		return true
	}
	one, plural := strings.CutSuffix(lower, "s")
	return plural && len(one) > 1 && caseless[one]
}

// capitalised reports whether only the first letter of a word is a capital, and the word is no path, address or name of a program.
func capitalised(word string) bool {
	at := strings.IndexFunc(word, unicode.IsLetter)
	if at < 0 || strings.ContainsAny(word, `/\._@:=#`) {
		return false
	}
	first, n := utf8.DecodeRuneInString(word[at:])
	return unicode.IsUpper(first) && !hasCapital(word[at+n:]) && !unicode.IsDigit(firstRune(word))
}

// sameButForCase reports whether two texts differ only in case, and one of them is all in lower case or all in capitals. Lower case shows no names,
// so it equals a name in the other text. It does not equal a word in capitals, nor a name that is another word in lower case.
func sameButForCase(a, b *read) bool {
	wa, wb := a.wordsOf(), b.wordsOf()
	if len(wa) != len(wb) || exact(a.modality) {
		return false
	}
	for i := range wa {
		if wa[i] != wb[i] && !strings.EqualFold(wa[i], wb[i]) {
			return false
		}
	}
	if a.allCapitals() || b.allCapitals() {
		return true
	}
	return !hasCapital(a.text) && onlyNames(wb) || !hasCapital(b.text) && onlyNames(wa)
}

// onlyNames reports whether all capitals of a text are those of names that are no other word.
func onlyNames(words []string) bool {
	for _, w := range words {
		if hasCapital(w) && (!capitalised(w) || otherInSmall[lowered(w)] || utf8.RuneCountInString(w) == 1) {
			return false
		}
	}
	return len(words) >= fewestBare
}

// otherInSmall are names and words in capitals that are another word in lower case.
var otherInSmall = setOf("may march mark will bill grace hope faith joy rose grant frank jack pat sue drew chase dawn gene art rich rob miles china turkey chad jordan nice reading bath cork mobile phoenix orange polish " +
	"go rust swift ruby crystal elm basic excel word access outlook teams slack linear notion zoom windows office apple oracle shell chrome safari edge opera spark flask express react angular " +
	"path home user users host port order orders table item items key keys value values name names type types state status group groups role roles event events log logs it us who " +
	"вера надежда любовь роман лев слава майя земля мир роза лилия орёл правда известия")
