package words

import (
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// Words of up to longestStemmed bytes are stemmed; what is longer is no word of English.
const longestStemmed = 32

// stems remembers the ids of words: to cut a stem takes a microsecond, and texts repeat their words. A place holds the word that was asked for last.
var stems [1 << 16]atomic.Pointer[stemmed]

type stemmed struct {
	word string
	id   uint16
	says bool     // it is not silent
	vote vote     // for the language of its text
	of   language // that its letters tell
}

// stemOf is what is known of a word in lower case: the id of its stem (Porter's second English algorithm), marks taken off, and whether the word says
// anything.
func stemOf(word []byte) *stemmed {
	first := hash(word)
	place := &stems[first]
	if s := place.Load(); s != nil && s.word == string(word) {
		return s
	}
	s := &stemmed{word: string(word)}
	plain := s.word
	if strings.ContainsFunc(plain, func(c rune) bool { return c >= 0x80 }) {
		s.of = languageOfLetters(plain)
		plain = fold(plain)
	}
	s.vote = ballots[s.word]
	s.says = plain != "" && !silent[s.word]
	if len(plain) > longestStemmed || !s.says {
		s.id = hash([]byte(plain))
	} else {
		s.id = hash([]byte(english.Stem(plain, true)))
	}
	if len(word) <= 4*longestStemmed {
		place.Store(s)
	}
	return s
}

// silent are words of questions and of grammar: they stand in texts about anything, and what is left of words such as "it's" and "don't".
var silent = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with
		i me my we our you your he him his she her its them what which who whom those am were been being have has had having do does did doing
		because until while about from up down out over under again further once here when where why how all any both each few more most
		other some only own same so than too very can just don should now would could s t d ll m re ve`) {
		out[w] = true
	}
	return out
}()
