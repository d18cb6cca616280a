package passage

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Split divides a text into sentences (Unicode Standard Annex 29) of at most most characters; white space becomes one space. A line break ends a sentence, a longer sentence
// is divided between words, and a longer word within. A dot without white space behind it is no end: "../../main.tf". Marks directly behind a dot belong to its sentence:
// "**It is old.** The next".
func Split(text string, most int) (out []string) {
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		for whole := ""; line != ""; {
			var sentence string
			sentence, line, _ = uniseg.FirstSentenceInString(line, -1)
			whole += sentence
			if strings.HasSuffix(whole, ".") || strings.HasSuffix(whole, "!") || strings.HasSuffix(whole, "?") {
				marks := line[:len(line)-len(strings.TrimLeft(line, closing))]
				if whole, line = whole+marks, line[len(marks):]; line != "" && line[0] != ' ' {
					continue
				}
			}
			out, whole = cut(out, strings.TrimSpace(whole), most), ""
		}
	}
	return out
}

// closing are marks that end emphasis, a quotation or code.
const closing = "*_~`)\"'"

// cut appends the parts of a sentence.
func cut(out []string, sentence string, most int) []string {
	if utf8.RuneCountInString(sentence) <= most {
		if sentence == "" {
			return out
		}
		return append(out, sentence)
	}
	part, n := "", 0
	for word := range strings.FieldsSeq(sentence) {
		length := utf8.RuneCountInString(word)
		if n > 0 && n+1+length > most {
			out, part, n = append(out, part), "", 0
		}
		for length > most {
			runes := []rune(word)
			out, word, length = append(out, string(runes[:most])), string(runes[most:]), length-most
		}
		if n > 0 {
			part, n = part+" ", n+1
		}
		part, n = part+word, n+length
	}
	if part != "" {
		out = append(out, part)
	}
	return out
}
