package compare

import (
	_ "embed" // the list
	"strings"
	"unicode"
	"unicode/utf8"
)

// Case can tell words apart: "the US team" and "the us team", "written in Go" and "go", the variable PATH and a path. So in a copy the case of a word counts, but where it says nothing:
//   - in the first word of a sentence, where only its first letter is a capital;
//   - in a text that is all in capitals, of more than two words;
//   - in a word that is the same in any case: names and short forms that are no other word (words/caseless.txt), the pronoun "I", units as they are usually written, and numbers such as PAY-1041;
//   - in a name that is not in Latin letters, unless it is another word in small letters.

//go:embed words/caseless.txt
var caselessLines string

// caseless are words that are the same in any case, in lower case.
var caseless = func() map[string]bool {
	out := map[string]bool{}
	for fields := range listed(caselessLines) {
		for _, f := range fields {
			out[f] = true
		}
	}
	return out
}()

// writtenUnits are units as they are usually written beside lower case, which all mean. Mb and Gb are left out: they are bits.
var writtenUnits = func() map[string]string {
	out := map[string]string{}
	for w := range strings.FieldsSeq("KB kB MB GB TB PB KiB MiB GiB TiB Hz HZ kHz KHz MHz GHz GHZ AM PM Sec Min Hr") {
		out[w] = strings.ToLower(w)
	}
	return out
}()

// fewestBare is how many words a text that is all in capitals, or all in small letters, must have for that to say nothing: a shorter one may be a name.
const fewestBare = 3

// inCapitals reports whether a text has letters in capitals, in words enough, and none in lower case.
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

// small reports whether a word is of ASCII without a capital, as most are.
func small(word string) bool {
	for i := range len(word) {
		if c := word[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' {
			return false
		}
	}
	return true
}

// foldCase is a word in lower case where its case says nothing, else as it is written. first: it begins a sentence.
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

// foreignName reports whether a word begins with a capital that is no Latin letter, and is no other word in small letters. What computers know by case is in Latin letters.
func foreignName(word, lower string) bool {
	r := firstRune(word)
	return r >= 0x80 && !unicode.Is(unicode.Latin, r) && capitalised(word) && !otherInSmall[lower]
}

// ticket reports whether the parts of a word are capitals and a number, as in PAY-1041.
func ticket(letters, number string) bool {
	return len(letters) > 1 && plain(letters) && letters == strings.ToUpper(letters) && number != "" && strings.Trim(number, "0123456789") == ""
}

// isCaseless reports whether a word, or what it is the plural of, is in the list.
func isCaseless(lower string) bool {
	if caseless[lower] {
		return true
	}
	one, plural := strings.CutSuffix(lower, "s")
	return plural && len(one) > 1 && caseless[one]
}

// capitalised reports whether the first letter of a word alone is a capital, and the word is no path, address or name of a program.
func capitalised(word string) bool {
	at := strings.IndexFunc(word, unicode.IsLetter)
	if at < 0 || strings.ContainsAny(word, `/\._@:=#`) {
		return false
	}
	first, n := utf8.DecodeRuneInString(word[at:])
	return unicode.IsUpper(first) && !hasCapital(word[at+n:]) && !unicode.IsDigit(firstRune(word))
}

// sameButForCase reports whether two rows of words differ in nothing but case, where one of the texts has none: it is all in small letters or all in capitals. Small letters say nothing of
// names, so a name in the other is the same; a word in capitals is not, nor one that is another word in small letters.
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
	if a.shouts() || b.shouts() {
		return true
	}
	return !hasCapital(a.text) && onlyNames(wb) || !hasCapital(b.text) && onlyNames(wa)
}

// onlyNames reports whether all capitals of a row of words are those of names that are no other word.
func onlyNames(words []string) bool {
	for _, w := range words {
		if hasCapital(w) && (!capitalised(w) || otherInSmall[lowered(w)] || utf8.RuneCountInString(w) == 1) {
			return false
		}
	}
	return len(words) >= fewestBare
}

// otherInSmall are names and words in capitals that are another word in small letters.
var otherInSmall = setOf("may march mark will bill grace hope faith joy rose grant frank jack pat sue drew chase dawn gene art rich rob miles china turkey chad jordan nice reading bath cork mobile phoenix orange polish " +
	"go rust swift ruby crystal elm basic excel word access outlook teams slack linear notion zoom windows office apple oracle shell chrome safari edge opera spark flask express react angular " +
	"path home user users host port order orders table item items key keys value values name names type types state status group groups role roles event events log logs it us who " +
	"вера надежда любовь роман лев слава майя земля мир роза лилия орёл правда известия")
