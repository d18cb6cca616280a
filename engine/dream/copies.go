package dream

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NearCopy is the similarity in E1 above which two memories may be copies of each other.
const NearCopy = .97

// Wording is a hash of the words that must be the same in a copy; see SameWords.
type Wording [sha256.Size]byte

// SameWords hashes the words of a text in their order, less what changes nothing about what it says: case, white space, full stops and
// commas, the markup of bold and of code, articles and fillers. In code and structured data only white space is left out.
//
// Copies must be alike in E1 and be the same in this. No similarity can tell a copy from its opposite: among 15,958 passages of six
// evaluation sets 1,105 pairs are above .97 in E1. 299 of them are the same in this. 99 others are above .97 in E6 and E13 as well, such
// as functions "SelectIn" and "SelectNotIn" (E1 .984, E6 .972, E13 .974), issues 44 and 45 (.999, .980, .983), "sem" and "lsem" (.983, .993,
// .993); even .995 in both leaves 73, most of them the same sentences in another order. E6 and E13 see the words that differ, but as a
// part of the whole, which shrinks with the length of the text. A merge forgets a memory; so what is merged says the same, and a misspelt or
// reworded copy is left alone.
func SameWords(modality, text string) Wording {
	h := sha256.New()
	for _, word := range wordsOf(modality, text) {
		h.Write([]byte(word))
		h.Write([]byte{0})
	}
	return Wording(h.Sum(nil))
}

// WordKey is the start of [SameWords]; 0 for a text of which it leaves nothing, such as "…": such a text is like no other.
func WordKey(modality, text string) uint64 {
	if len(wordsOf(modality, text)) == 0 {
		return 0
	}
	w := SameWords(modality, text)
	return binary.LittleEndian.Uint64(w[:])
}

// plainSigns replaces signs that are written in two ways by one.
var plainSigns = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "…", ".", "`", "")

// normalWord is a word in lower case without surrounding punctuation. Signs that can change the meaning stay: brackets,
// quotes, question marks, those of arithmetic, and any in front (-5, !ready, $price, #12).
func normalWord(word string) string {
	word = strings.ToLower(plainSigns.Replace(word))
	word = strings.TrimFunc(word, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) // joiners, marks of direction
	word = strings.TrimPrefix(strings.TrimRight(word, ".,;:"), "**")
	word = strings.TrimRight(strings.TrimSuffix(word, "**"), ".,;:")
	if shouted := strings.TrimRight(word, "!"); endsInLetter(shouted) { // 5! is another number than 5
		word = strings.TrimRight(shouted, ".,;:")
	}
	return word
}

func endsInLetter(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(r)
}

// fillers are the words that a copy may have or lack. Pronouns, prepositions, negations and words of time are not among
// them.
var fillers = map[string]bool{"a": true, "an": true, "the": true, "please": true, "so": true, "well": true, "just": true}
