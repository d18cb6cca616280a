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

// stemmers reduce words to their stems (Snowball). It has none for Polish and Hindi; see [shapes].
var stemmers = [languages]func(*snowballstem.Env) bool{german: stemGerman.Stem, french: stemFrench.Stem, spanish: stemSpanish.Stem, italian: stemItalian.Stem,
	portuguese: stemPortuguese.Stem, dutch: stemDutch.Stem, swedish: stemSwedish.Stem, danish: stemDanish.Stem, russian: stemRussian.Stem, arabic: stemArabic.Stem}

// longestOther is the largest size in bytes of a word of another language that is stemmed.
const longestOther = 96

// stemMark is the first character of a form, so that a form is no written word.
const stemMark = "\x01"

// forms returns what represents all forms of a lower-case word in a language, without marks.
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

// shapeLetters is the length of the pieces that represent a word without a stemmer: pieces of four letters find what stems find (McNamee, Mayfield 2004,
// Character n-gram tokenization for European language text retrieval).
const shapeLetters = 4

// shapes returns the pieces of four letters of a word with its beginning marked. A shorter word is one piece.
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

// consonants returns a Devanagari word without vowel signs, in which the forms of a noun differ, and without a final ya, with which some forms begin.
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

// languageOfLetters returns the language that a word's letters show; unknown for others.
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

// otherForms caches the forms of words, as [stems] does.
var otherForms [1 << 14]atomic.Pointer[formed]

type formed struct {
	word string
	of   language
	ids  []uint16
	says bool // it is no grammar word
}

// formsIn returns the ids that represent a word's forms in a language, and whether the word has a meaning there.
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
