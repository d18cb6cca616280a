package compare

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"

	"golang.org/x/text/unicode/norm"
)

// Wording is a hash of the words that must be the same in a copy; see WordingOf.
type Wording [sha256.Size]byte

// WordingOf hashes the words of a text in their order, without what does not change the meaning. It leaves out white space, full stops and commas (except after a negation),
// dashes between spaces, the markup of bold and of code, articles, fillers in their places ("please", "so" at a beginning), and case where it distinguishes no words. It
// takes short forms as long ones ("isn't", "is not"), numbers without their grouping commas and apart from their unit ("1,000", "1000"; "5ms", "5 ms"), and letters of one
// width (NFKC), without the vowels of Arabic and the dots of ё. In code and structured data only white space is left out.
//
// Copies must be similar in E1 and equal in this. No similarity can distinguish a copy from its opposite: among 15,958 passages of six evaluation sets 1,105 pairs are above
// .97 in E1. 299 of them are equal in this (measured before it knew short forms, units and case). 99 others are above .97 in E6 and E13 as well, such as functions
// "SelectIn" and "SelectNotIn" (E1 .984, E6 .972, E13 .974), issues 44 and 45 (.999, .980, .983), "sem" and "lsem" (.983, .993, .993). Even .995 in both leaves 73, most of
// them the same sentences in another order. E6 and E13 see the words that differ, but as a share of the whole, which shrinks with the length of the text. A merge forgets a
// memory, so merged texts must say the same; a misspelt or reworded copy is not merged.
func WordingOf(modality, text string) Wording { return wordingOf(wordsOf(modality, text)) }

// wordingOf hashes words, each behind its length.
func wordingOf(words []string) Wording {
	var all []byte
	for _, word := range words {
		all = append(binary.AppendUvarint(all, uint64(len(word))), word...)
	}
	return Wording(sha256.Sum256(all))
}

// WordKey is the start of [WordingOf]; 0 for a text of which nothing remains, such as "…": such a text equals no other.
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

// wordsOf returns the words of a text that count in a copy, without punctuation.
func wordsOf(modality, text string) []string {
	if exact(modality) {
		return strings.Fields(norm.NFC.String(text))
	}
	fields := strings.Fields(bareLetters(words.OneForm(text)))
	var room [32]said
	return passageOf(room[:0], fields).counting()
}

// passageOf appends the normalised words of the fields to an empty passage.
func passageOf(out passage, fields []string) passage {
	first, shouted := true, inCapitals(fields)
	for _, field := range fields {
		word, tail, bare := normalWord(field)
		stop, ends := false, false
		if tail != "" {
			stop, ends = signs(tail)
		}
		ends = ends || !bare && sentenceEnds(word)
		if word == "" {
			if n := len(out); n > 0 {
				out[n-1].stop, out[n-1].ends = true, out[n-1].ends || ends
			}
			first = first || ends
			continue
		}
		if shouted {
			word = lowered(word)
		} else {
			word = foldCase(word, first)
		}
		ends = ends && !shortened[word]
		out = append(out, said{word, bare, stop, ends})
		first = ends || first && (word == "-" || word == "*" || word == "#") // a list marker
	}
	return out
}

// shortened are abbreviations whose full stop does not end a sentence.
var shortened = setOf("e.g i.e etc vs approx dr mr mrs ms st prof inc ltd fig resp incl ca z.b bzw")

// plain reports whether a word is ASCII letters only, as nearly all are. Such a word has only one form.
func plain(word string) bool {
	for i := range len(word) {
		if c := word[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return word != ""
}

// plainForms returns the long forms of a normal word: a contraction written out, and a number separated from its unit.
func plainForms(word string) []string {
	if !strings.ContainsAny(word, "'0123456789") && word != "cannot" {
		return []string{word}
	}
	if long := longForm(contracted(word)); long != nil {
		return long
	}
	if number, unit, ok := splitUnit(lowered(word)); ok {
		unit = foldCase(word[len(word)-len(unit):], false)
		if number = plainNumber(number); strings.Contains(number, ".") && !strings.Contains(word, ".") {
			return []string{word} // the comma may separate two numbers or a fraction
		}
		if unit == "" {
			return []string{number}
		}
		return []string{number, unit}
	}
	return []string{word}
}

// contracted returns a word with an apostrophe in lower case, unless only its first part is in capitals, as in "IT's".
func contracted(word string) string {
	if hasCapital(word) && (capitalised(word) || word == strings.ToUpper(word)) {
		return lowered(word)
	}
	return word
}

// plainSigns replaces variants of a sign by one form.
var plainSigns = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'", "…", ".", "`", "")

// normalWord returns a word without surrounding punctuation, as written, and the punctuation that was cut behind it. Signs that can change the meaning stay: brackets,
// quotes, question marks, signs of arithmetic, and any sign in front (-5, !ready, $price, #12).
// bare: it is ASCII letters only.
func normalWord(field string) (word, tail string, bare bool) {
	end := len(field)
	for end > 0 && (field[end-1] == '.' || field[end-1] == ',' || field[end-1] == ';' || field[end-1] == ':') {
		end--
	}
	if plain(field[:end]) {
		return field[:end], field[end:], true
	}
	word, tail = markedWord(field)
	return word, tail, plain(word)
}

// markedWord is normalWord for words that are not plain.
func markedWord(field string) (word, tail string) {
	if field == "–" || field == "—" {
		return "", field
	}
	word = plainSigns.Replace(field)
	word = strings.TrimFunc(word, func(r rune) bool { return unicode.Is(unicode.Cf, r) }) // joiners, marks of direction
	whole := word
	word = strings.TrimPrefix(strings.TrimRight(word, ".,;:"+stops), "**")
	word = strings.TrimRight(strings.TrimSuffix(word, "**"), ".,;:"+stops)
	if shouted := strings.TrimRight(word, "!"); endsInLetter(shouted) { // 5! is another number than 5
		word = strings.TrimRight(shouted, ".,;:"+stops)
	}
	return word, whole[strings.Index(whole, word)+len(word):]
}

// signs reports whether the punctuation behind a word may end a clause, and whether it ends a sentence.
func signs(tail string) (stop, ends bool) {
	for _, r := range tail {
		switch r {
		case '.', '!', ':', '。', '۔', '।':
			stop, ends = true, true
		case ',', ';', '–', '—', '、', '،', '؛':
			stop = true
		}
	}
	return stop, ends
}

// sentenceEnds reports whether a word contains the end of a sentence among signs that belong to the word, as in `ready.)` and "ready?".
func sentenceEnds(word string) bool {
	bare := strings.TrimRight(word, `"')]*`)
	return strings.HasSuffix(bare, "?") || len(bare) < len(word) && (strings.HasSuffix(bare, ".") || strings.HasSuffix(bare, "!"))
}

func endsInLetter(word string) bool {
	r, _ := utf8.DecodeLastRuneInString(word)
	return unicode.IsLetter(r)
}
