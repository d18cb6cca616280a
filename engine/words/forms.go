package words

import (
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	stemArabic "github.com/blevesearch/snowballstem/arabic"
	stemDanish "github.com/blevesearch/snowballstem/danish"
	stemDutch "github.com/blevesearch/snowballstem/dutch"
	stemFrench "github.com/blevesearch/snowballstem/french"
	stemGerman "github.com/blevesearch/snowballstem/german"
	stemItalian "github.com/blevesearch/snowballstem/italian"
	stemPortuguese "github.com/blevesearch/snowballstem/portuguese"
	stemRussian "github.com/blevesearch/snowballstem/russian"
	stemSpanish "github.com/blevesearch/snowballstem/spanish"
	stemSwedish "github.com/blevesearch/snowballstem/swedish"
)

// stemmers cut words to their stems (Snowball). Polish and Hindi have none there; see [shapes].
var stemmers = [languages]func(*snowballstem.Env) bool{german: stemGerman.Stem, french: stemFrench.Stem, spanish: stemSpanish.Stem, italian: stemItalian.Stem,
	portuguese: stemPortuguese.Stem, dutch: stemDutch.Stem, swedish: stemSwedish.Stem, danish: stemDanish.Stem, russian: stemRussian.Stem, arabic: stemArabic.Stem}

// longestOther is up to how many bytes a word of another language is stemmed.
const longestOther = 96

// stemMark begins what stands for a word's forms, so that it is no word that is written so.
const stemMark = "\x01"

// forms are what stands for the forms of a lower-case word in a language, marks taken off.
func forms(word string, l language) []string {
	if len(word) > longestOther {
		return nil
	}
	switch l {
	case unknown:
		return nil
	case polish:
		return shapes(fold(word))
	case hindi:
		return []string{stemMark + consonants(fold(word))}
	}
	env := snowballstem.NewEnv(strings.ReplaceAll(word, "ё", "е"))
	stemmers[l](env)
	return []string{stemMark + fold(env.Current())}
}

// shapeLetters is how long the pieces of a word are that stand for it where no stemmer is at hand: pieces of four letters find what stems do (McNamee, Mayfield 2004,
// Character n-gram tokenization for European language text retrieval).
const shapeLetters = 4

// shapes are the pieces of four letters of a word with its beginning marked; a shorter one stands for itself.
func shapes(word string) (out []string) {
	letters := []rune(stemMark + word)
	for i := 0; i+shapeLetters <= len(letters); i++ {
		out = append(out, stemMark+string(letters[i:i+shapeLetters]))
	}
	if len(out) == 0 {
		return []string{stemMark + word}
	}
	return out
}

// consonants are the letters of a Devanagari word without the signs of vowels, in which the forms of a noun differ; also without a last ya, which some begin with.
func consonants(word string) string {
	out := strings.Map(func(c rune) rune {
		if unicode.IsMark(c) {
			return -1
		}
		return c
	}, word)
	if cut, ok := strings.CutSuffix(out, "य"); ok && utf8.RuneCountInString(cut) > 1 {
		return cut
	}
	return out
}

// languageOfLetters is the language that a word's letters tell; unknown for others.
func languageOfLetters(word string) language {
	for _, c := range word {
		switch {
		case c < 0x0400:
			continue
		case c < 0x0530:
			return russian
		case c >= 0x0600 && c < 0x0780, c >= 0x08a0 && c < 0x0900:
			return arabic
		case c >= 0x0900 && c < 0x0980:
			return hindi
		}
		return unknown
	}
	return unknown
}

// otherForms remembers the forms of words, as [stems] does.
var otherForms [1 << 14]atomic.Pointer[formed]

type formed struct {
	word string
	of   language
	ids  []uint16
	says bool // it is no word of grammar
}

// formsIn are the ids of what stands for a word's forms in a language, and whether the word says anything there.
func formsIn(word []byte, l language) ([]uint16, bool) {
	place := &otherForms[(int(hash(word))+int(l)*577)%len(otherForms)]
	if f := place.Load(); f != nil && f.of == l && f.word == string(word) {
		return f.ids, f.says
	}
	f := &formed{word: string(word), of: l, says: !silents[l][string(word)]}
	if f.says {
		for _, form := range forms(f.word, l) {
			f.ids = append(f.ids, hash([]byte(form)))
		}
	}
	place.Store(f)
	return f.ids, f.says
}
