package words

import (
	"strings"
	"unicode"
)

// Certain returns the number of a word that every text with that word between white space counts, in any language and context, in any case and with punctuation
// around it. ok is false if that is not certain: the word is not only plain letters and digits, or has no meaning in some language. The text must
// be [Plain].
func Certain(word string) (id uint16, ok bool) {
	word = strings.ToLower(word)
	if word == "" || len(word) > longestStemmed {
		return 0, false
	}
	for i := range len(word) {
		if word[i] >= 0x80 || !parts[word[i]] {
			return 0, false
		}
	}
	for l := range silents {
		if silents[l][word] {
			return 0, false
		}
	}
	s := stemOf([]byte(word))
	return s.id, s.says
}

// Plain reports whether no sign in a text changes how the word next to it is counted: marks and joiners without a letter, and letters that become ASCII in lower case.
func Plain(text string) bool {
	for _, c := range text {
		if c >= 0x80 && (unicode.IsMark(c) || isJoiner(c) || unicode.ToLower(c) < 0x80) {
			return false
		}
	}
	return true
}
