package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// counted is what the words of a text show about its language. A grammar word counts two, and one that also occurs in names ("de", "la") counts one. The same holds for
// English words that no other language has.
type counted struct {
	english, others int // counts of grammar words; a word in pieces with a mark on a letter counts among the others
	words, whole    int // plain words of three letters and more, and those of them that the tokenizer knows whole
	letters, latin  int
	marked          int // words in pieces with a mark on a letter, except names within a sentence
	full            int // how many of the others' grammar words are no names
}

// Evidence of another language than that of the tokenizer.
const (
	fewWhole   = .4  // largest share of whole words if no grammar word shows another language
	someWhole  = .67 // if one does
	mostWhole  = .8  // if two do
	leastWords = 4   // least number of words for fewWhole; with one word fewer, all must be in pieces
	perWord    = 2   // what a grammar word counts
	enough     = 150 // largest number of words of a long text that are read
	longEnough = 5   // words, from which one grammar word is enough if there is no evidence of English
	soonEnough = 3   // with this many English grammar words, and none of another language, reading stops
)

// other reports whether there is positive evidence that a text is in another language.
func (c *counted) other() bool {
	if c.surely() {
		return true
	}
	if c.words == 0 {
		return false
	}
	whole, more := float64(c.whole)/float64(c.words), c.others-c.english
	switch {
	case more >= 2*perWord && whole <= mostWhole:
		return true
	case more > 0 && c.words >= leastWords-1 && whole <= fewWhole:
		return true
	case more < 0:
		return false
	}
	return c.words >= leastWords && whole <= fewWhole || c.words == leastWords-1 && c.whole == 0
}

// surely reports whether letters or grammar words show another language. Words that are only unknown to the tokenizer may be misspelt English.
func (c *counted) surely() bool {
	if 2*(c.letters-c.latin) > c.letters {
		return true
	}
	tells := c.full >= 2 || c.full == 1 && (c.words >= longEnough || c.others > perWord)
	return tells && c.others-c.english >= perWord && float64(c.whole) <= someWhole*float64(c.words)
}

// speaks reports whether a text is in another language and has a direct sign of it, at least one letter: a text without such a sign may be English jargon. A sentence may begin
// with a capitalised name ("Gdańsk crane gearbox overheats"), so a mark counts only if no word at all is whole.
func (c *counted) speaks() bool {
	return c.other() && (c.others > c.english || c.marked > 0 && c.whole == 0 || c.surely())
}

// familiar reports whether the tokenizer knows the words of a text, apart from names: at most one is a grammar word of another language, and that has the capital of a
// name, as in "São Paulo office opens Monday".
func (c *counted) familiar() bool {
	return c.words >= 2 && c.full == 0 && c.others <= perWord && 2*c.latin >= c.letters && float64(c.whole) > someWhole*float64(c.words)
}

// count reads the words of a text. Identifiers, addresses and numbers belong to no language, and names (a capital within a sentence, capitals alone) to any.
func (r *Reader) count(text string) *counted {
	c, begins, n := &counted{}, true, 0
	for field := range strings.FieldsSeq(text) {
		if n++; n > enough || c.others == 0 && c.english >= soonEnough*perWord {
			break
		}
		bare := strings.TrimFunc(field, notWord)
		if !strings.Contains(field, "`") && !identifies(bare) {
			for w := range strings.FieldsFuncSeq(bare, notWord) {
				r.word(c, w, begins)
				begins = false
			}
		}
		begins = begins && bare == "" || strings.ContainsAny(field[len(field)-1:], ".!?:")
	}
	return c
}

func notWord(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsMark(c) && !unicode.IsDigit(c) && c != '_'
}

// identifies reports whether a field is no word of a language: it has digits, signs of identifiers within it, or a capital behind a lower-case letter.
func identifies(field string) bool {
	before := ' '
	for i, c := range field {
		switch {
		case unicode.IsDigit(c), strings.ContainsRune("_@#\\=", c), unicode.IsUpper(c) && unicode.IsLower(before):
			return true
		case strings.ContainsRune(".:/", c) && i+1 < len(field) && c != before: // a.b, a:b, a/b; but not "hours, ..."
			return true
		}
		before = c
	}
	return false
}

// word counts one word; begins: it begins a sentence, which gives it a capital.
func (r *Reader) word(c *counted, word string, begins bool) {
	letters, latin, upper := 0, 0, 0
	for _, l := range word {
		if unicode.IsLetter(l) {
			letters++
		}
		if unicode.Is(unicode.Han, l) {
			c.letters++ // one contains at least as much as two letters of other scripts
		}
		if unicode.Is(unicode.Latin, l) {
			latin++
		}
		if unicode.IsUpper(l) {
			upper++
		}
	}
	c.letters, c.latin = c.letters+letters, c.latin+latin
	if 2*latin < letters || letters > 1 && upper == letters {
		return
	}
	first, _ := utf8.DecodeRuneInString(word)
	named := unicode.IsUpper(first) && !begins
	lower := strings.ToLower(word)
	whole := letters < 3 || len(r.tokenizer.Encode(nil, lower)) == 1
	english, others := words.Grammar(lower)
	switch {
	case english:
		c.english += perWord
	case named:
		return
	case more[lower]:
		c.others, c.full = c.others+perWord, c.full+1
	case others > 0 && letters > 1:
		if c.others += others; others == perWord && !unicode.IsUpper(first) { // a sentence may begin with a name: Über
			c.full++
		}
	case !whole && len(lower) > letters && !unicode.IsUpper(first): // a letter that English does not have, except in loanwords such as jalapeños
		c.others++
	}
	if named || letters < 3 {
		return
	}
	if !whole && len(lower) > letters {
		c.marked++
	}
	if c.words++; whole {
		c.whole++
	}
}

// more are grammar words of languages whose word forms engine/words does not know: Turkish, Indonesian, Vietnamese, Czech, Romanian.
var more = set("ve bir bu ile için değil daha yang tidak untuk dengan dari pada và không của cho là một není které jako aby este pentru sunt care din")

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
