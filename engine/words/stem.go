package words

import (
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// Words of up to longestStemmed bytes are stemmed; longer ones are no English words.
const longestStemmed = 32

// stems caches the ids of words: stemming takes a microsecond, and texts repeat their words. A word is in one of two adjacent slots; the one that was looked up
// last is in the first of them.
var stems [1 << 16]atomic.Pointer[stemmed]

// within is how many bytes of a word are stored in its entry. Most words are no longer, and are compared without a further memory access.
const within = 24

type stemmed struct {
	begin [within]byte // of the word, padded with zeros
	rest  string       // the rest of the word
	size  int32        // of the word
	id    uint16
	says  bool     // it is not silent
	of    language // by its letters
	vote  vote     // for the language of its text
}

func (s *stemmed) is(word []byte) bool {
	if int(s.size) != len(word) {
		return false
	}
	n := min(within, len(word))
	return string(s.begin[:n]) == string(word[:n]) && s.rest == string(word[n:])
}

// stemOf returns what is known about a word in lower case: the id of its stem (Porter's second English algorithm), without marks, and whether the word has a
// meaning.
func stemOf(word []byte) *stemmed {
	at := hash(word)
	first, second := &stems[at], &stems[at^1]
	last := first.Load()
	if last != nil && last.is(word) {
		return last
	}
	if s := second.Load(); s != nil && s.is(word) {
		return s
	}
	s := newStemmed(string(word))
	if len(word) <= 4*longestStemmed {
		if last != nil {
			second.Store(last)
		}
		first.Store(s)
	}
	return s
}

func newStemmed(word string) *stemmed {
	s := &stemmed{size: int32(len(word)), vote: ballots[word]}
	if n := copy(s.begin[:], word); n < len(word) {
		s.rest = word[n:]
	}
	plain := word
	if strings.ContainsFunc(plain, func(c rune) bool { return c >= 0x80 }) {
		s.of = languageOfLetters(plain)
		plain = fold(plain)
	}
	s.says = plain != "" && !silent[word]
	if len(plain) > longestStemmed || !s.says {
		s.id = hash([]byte(plain))
	} else {
		s.id = hash([]byte(english.Stem(plain, true)))
	}
	return s
}

// silent are question words and grammar words, which occur in texts about anything, and the remains of words such as "it's" and "don't".
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
