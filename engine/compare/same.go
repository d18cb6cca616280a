package compare

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Wording is a hash of the words that must be the same in a copy; see WordingOf.
type Wording [sha256.Size]byte

// WordingOf hashes the words of a text in their order, less what changes nothing about what it says: case, white space, full stops and
// commas, dashes that stand alone, the markup of bold and of code, articles and fillers; short forms are taken as long ones ("isn't", "is not"), and numbers without their
// grouping commas and apart from their unit ("1,000", "1000"; "5ms", "5 ms"). In code and structured data only white space is left out.
//
// Copies must be alike in E1 and be the same in this. No similarity can tell a copy from its opposite: among 15,958 passages of six
// evaluation sets 1,105 pairs are above .97 in E1. 299 of them are the same in this (as it was before it knew short forms and units). 99 others are above .97 in E6 and
// E13 as well, such as functions "SelectIn" and "SelectNotIn" (E1 .984, E6 .972, E13 .974), issues 44 and 45 (.999, .980, .983), "sem" and "lsem" (.983, .993,
// .993); even .995 in both leaves 73, most of them the same sentences in another order. E6 and E13 see the words that differ, but as a
// part of the whole, which shrinks with the length of the text. A merge forgets a memory; so what is merged says the same, and a misspelt or
// reworded copy is left alone.
func WordingOf(modality, text string) Wording { return wordingOf(wordsOf(modality, text)) }

// wordingOf hashes words, each behind its length.
func wordingOf(words []string) Wording {
	var all []byte
	for _, word := range words {
		all = append(binary.AppendUvarint(all, uint64(len(word))), word...)
	}
	return Wording(sha256.Sum256(all))
}

// WordKey is the start of [WordingOf]; 0 for a text of which it leaves nothing, such as "…": such a text is like no other.
func WordKey(modality, text string) uint64 {
	words := wordsOf(modality, text)
	if len(words) == 0 {
		return 0
	}
	w := wordingOf(words)
	return binary.LittleEndian.Uint64(w[:])
}

// exact reports whether every sign of a text of this modality counts.
func exact(modality string) bool { return modality == "code" || modality == "structured" }

// wordsOf are those of a text that count in a copy, bare.
func wordsOf(modality, text string) []string {
	fields := strings.Fields(norm.NFC.String(text))
	if exact(modality) {
		return fields
	}
	out := make([]string, 0, len(fields))
	for _, field := range fields {
		if word := normalWord(field); word == "" || fillers[word] {
			continue
		} else if plain(word) && word != "cannot" {
			out = append(out, word)
		} else {
			out = append(out, plainForms(word)...)
		}
	}
	return out
}

// plain reports whether a word is letters of ASCII alone: nearly all are, and nothing about them has two forms.
func plain(word string) bool {
	for i := range len(word) {
		if c := word[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return word != ""
}

// plainForms are the long forms of a normal word: those of a contraction, and a number apart from its unit.
func plainForms(word string) []string {
	if !strings.ContainsAny(word, "'0123456789") && word != "cannot" {
		return []string{word}
	}
	if long := longForm(word); long != nil {
		return long
	}
	if number, unit, ok := splitUnit(word); ok {
		number = strings.ReplaceAll(number, ",", "")
		if unit == "" {
			return []string{number}
		}
		return []string{number, unit}
	}
	return []string{word}
}

// plainSigns replaces signs that are written in two ways by one.
var plainSigns = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "…", ".", "`", "")

// normalWord is a word in lower case without surrounding punctuation. Signs that can change the meaning stay: brackets,
// quotes, question marks, those of arithmetic, and any in front (-5, !ready, $price, #12).
func normalWord(word string) string {
	if bare := strings.TrimRight(word, ".,;:"); plain(bare) {
		return strings.ToLower(bare)
	}
	return markedWord(word)
}

// markedWord is normalWord for any word.
func markedWord(word string) string {
	if word == "–" || word == "—" {
		return ""
	}
	word = lowered(plainSigns.Replace(word))
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
