package intent

import (
	"regexp"
	"strings"
	"unicode"
)

// quoted finds what stands in quotes that open at the beginning or behind white space and close at the end, before white space or a mark of the sentence. So an inch, a string
// in code and a field of JSON are no quotes.
var quoted = regexp.MustCompile(`(?:^|\s)\(?(?:"([^"\s](?:[^"]*[^"\s])?)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”])(?:$|[\s.,;:?!)])`)

// Quoted are the phrases that a question puts in quotes: their words must stand in an answer as they are. At most [MostQuoted], without empty ones.
func Quoted(question string) (out []string) {
	if strings.Contains(question, `":`) { // a field of JSON
		return nil
	}
	apart := strings.Join(strings.Fields(question), "  ") // what closes one may be what the next opens behind
	for _, m := range quoted.FindAllStringSubmatch(apart, -1) {
		phrase := strings.Join(strings.Fields(strings.Join(m[1:], "")), " ")
		if plain(phrase) != "" && len(out) < MostQuoted {
			out = append(out, phrase)
		}
	}
	return out
}

// MostQuoted bounds the phrases of a question.
const MostQuoted = 8

// Says reports whether a text has the words of a phrase one after another, whole: letters and digits count, in any case, and what stands between two words is all one.
func Says(text, phrase string) bool {
	p, lower := plain(strings.ToLower(phrase)), strings.ToLower(text)
	return p != "" && strings.Contains(lower, longestWord(p)) && strings.Contains(" "+plain(lower)+" ", " "+p+" ")
}

// longestWord is that of a plain phrase: a text without it need not be made plain.
func longestWord(p string) (out string) {
	for word := range strings.SplitSeq(p, " ") {
		if len(word) > len(out) {
			out = word
		}
	}
	return out
}

// plain is a text that is in small letters already, with one blank between words, and marks of the sentence at their ends left out. Marks within a word stay: v1.2 is not v12.
func plain(lower string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(lower) {
		if word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsSymbol(r) }); word == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}
