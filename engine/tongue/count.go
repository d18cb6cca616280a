package tongue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// counted is what the words of a text say of its language. A word of grammar counts two, one that names have too ("de", "la") counts one, and so for English, which none of the others has.
type counted struct {
	english, others int // by their words of grammar; a word with a mark on a letter that is not whole counts among the others
	words, whole    int // plain words of three letters and more, and those of them that the tokenizer knows whole
	letters, latin  int
	marked          int // words that are not whole with a mark on a letter, but for names within a sentence
	full            int // of the others' words of grammar, those that are no names
}

// Evidence of another language than that of the tokenizer.
const (
	fewWhole   = .4  // at most so many of the words are whole where no word of grammar tells
	someWhole  = .67 // where one tells
	mostWhole  = .8  // where two tell
	leastWords = 4   // from so many words on fewWhole counts; of one fewer all must be in pieces
	perWord    = 2   // what a word of grammar counts
	enough     = 150 // words are looked at, of a long text
	longEnough = 5   // words, from which one word of grammar is enough where nothing speaks for English
	soonEnough = 3   // words of English grammar, and none of another language, tell a text without looking on
)

// other reports whether a text is in another language, by positive evidence of it.
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

// surely reports whether letters or words of grammar tell of another language. Words alone that the tokenizer does not know may be English that is misspelt.
func (c *counted) surely() bool {
	if 2*(c.letters-c.latin) > c.letters {
		return true
	}
	tells := c.full >= 2 || c.full == 1 && (c.words >= longEnough || c.others > perWord)
	return tells && c.others-c.english >= perWord && float64(c.whole) <= someWhole*float64(c.words)
}

// speaks reports whether a text is in another language and something of it says so, were it a single letter: what has nothing of the kind may be English jargon. A sentence may begin with a name, which has the capital of one
// ("Gdańsk crane gearbox overheats"): a mark tells only where no word at all is whole.
func (c *counted) speaks() bool {
	return c.other() && (c.others > c.english || c.marked > 0 && c.whole == 0 || c.surely())
}

// familiar reports whether a text is of words that the tokenizer knows, but for names: one word at most is of another language's grammar, and that has the capital of a name, as in "São Paulo office opens Monday".
func (c *counted) familiar() bool {
	return c.words >= 2 && c.full == 0 && c.others <= perWord && 2*c.latin >= c.letters && float64(c.whole) > someWhole*float64(c.words)
}

// count looks at the words of a text. Identifiers, addresses and numbers are no words of a language, and names (a capital within a sentence, capitals alone) are of any.
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

// identifies reports whether what stands between spaces is no word of a language: it has digits, marks of identifiers within it, or a capital behind a small letter.
func identifies(field string) bool {
	before := ' '
	for i, c := range field {
		switch {
		case unicode.IsDigit(c), strings.ContainsRune("_@#\\=", c), unicode.IsUpper(c) && unicode.IsLower(before):
			return true
		case strings.ContainsRune(".:/", c) && i+1 < len(field) && c != before: // a.b, a:b, a/b; "hours, ..." has none
			return true
		}
		before = c
	}
	return false
}

// word counts one word; begins: a sentence begins with it, which gives it a capital.
func (r *Reader) word(c *counted, word string, begins bool) {
	letters, latin, upper := 0, 0, 0
	for _, l := range word {
		if unicode.IsLetter(l) {
			letters++
		}
		if unicode.Is(unicode.Han, l) {
			c.letters++ // one says as much as two of others, at the least
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
	case !whole && len(lower) > letters && !unicode.IsUpper(first): // a letter that English does not have, but for jalapeños
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

// more are words of grammar of languages whose forms of words engine/words does not know: Turkish, Indonesian, Vietnamese, Czech, Romanian.
var more = set("ve bir bu ile için değil daha yang tidak untuk dengan dari pada và không của cho là một není které jako aby este pentru sunt care din")

func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}
