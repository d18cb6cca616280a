package words

import (
	"strings"
	"unicode"
)

// Certain is the number of a word that every text counts in which it stands between white space, whatever else that says and in which language, in any case and with marks
// of a sentence on it. ok is false for a word of which that cannot be said: one that is not plain letters and digits, or that says nothing in some language. The text must
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

// Plain reports whether no sign of a text changes how a word beside it is counted: marks and joiners without a letter to stand on, and letters that are other ones in lower case.
func Plain(text string) bool {
	for _, c := range text {
		if c >= 0x80 && (unicode.IsMark(c) || isJoiner(c) || unicode.ToLower(c) < 0x80) {
			return false
		}
	}
	return true
}
