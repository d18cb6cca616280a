package intent

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/pattern"
	"asterism/engine/words"
)

// besideQuotes are letters that may touch a quotation mark without a space: those of scripts without spaces between words, and of Korean, which joins endings to a word.
const besideQuotes = `\p{Han}\p{Hiragana}\p{Katakana}ー\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}、。，：；！？（）…`

// quoted matches a phrase in quotation marks. They open at the beginning or behind white space, and close at the end, before white space or before punctuation; letters of besideQuotes may
// touch them, too. So an inch sign, a string in code and a JSON field are no quotation. Corner brackets always are. The text behind is the last group of the first alternative.
var quoted = pattern.New(`(?:(?:^|\s)\(?|[` + besideQuotes + `])(?:"([^"\s](?:[^"]*[^"\s])?)"|“([^”]+)”|«([^»]+)»|„([^“”]+)[“”])($|[\s.,;:?!)` + besideQuotes + `])` +
	`|「([^「」]+)」|『([^『』]+)』|｢([^｢｣]+)｣`)

// behindQuote is the group of [quoted] with the text behind a quotation: the next one may open there.
const behindQuote = 5

// Quoted returns the phrases that a question quotes: an answer must contain their words unchanged. It returns at most [MostQuoted], without empty ones.
func Quoted(question string) (out []string) {
	if strings.Contains(question, `":`) { // a field of JSON
		return nil
	}
	for rest := strings.ReplaceAll(question, "＂", `"`); len(out) < MostQuoted; {
		m := quoted.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		phrase, end := "", m[1]
		for i, group := range groups(rest, m) {
			if i+1 != behindQuote {
				phrase += group
			} else if m[2*behindQuote] >= 0 {
				end = m[2*behindQuote]
			}
		}
		if phrase = strings.Join(strings.Fields(phrase), " "); plain(phrase) != "" {
			out = append(out, phrase)
		}
		rest = rest[end:]
	}
	return out
}

// MostQuoted is the largest number of phrases of a question.
const MostQuoted = 8

// Says reports whether a text has the words of a phrase one after another. Letters and digits count, in any case and width; what is between two words does not. The
// phrase must begin and end at a word boundary as a reader sees it. A hyphen, a slash, a colon, an underscore and any other sign are such boundaries: "app-data" is in
// /opt/app-data/cache. A number continues over a point or a comma with a digit behind it (1.2 is not in 1.2.3), a negation over its apostrophe (can is not in can't), and a name
// over a + at its end (C is not in C++). In scripts without spaces, as in Chinese, Japanese and Thai, and in Korean, a word can end anywhere.
func Says(text, phrase string) bool {
	p, t := plain(words.Form(phrase)), words.Form(text)
	if p == "" || !strings.Contains(t, longestWord(p)) {
		return false
	}
	t = plain(t)
	first, step := utf8.DecodeRuneInString(p)
	last, _ := utf8.DecodeLastRuneInString(p)
	for at := 0; ; at += step {
		i := strings.Index(t[at:], p)
		if i < 0 {
			return false
		}
		if at += i; begins(t[:at], first, p) && ends(last, t[at+len(p):]) {
			return true
		}
	}
}

// begins reports whether a phrase begins at a word boundary behind front; both are plain.
func begins(front string, first rune, phrase string) bool {
	before, n := utf8.DecodeLastRuneInString(front)
	if n == 0 {
		return true
	}
	if unicode.IsDigit(first) {
		switch further, _ := utf8.DecodeLastRuneInString(front[:len(front)-n]); {
		case before == '.' || before == ',':
			return !unicode.IsDigit(further)
		case before == 'v' && dottedNumber.MatchString(phrase):
			return words.Apart(further, before)
		}
	}
	return words.Apart(before, first)
}

// dottedNumber is a version, which is the same with a v in front of it.
var dottedNumber = pattern.New(`^\d+\.\d`)

// ends reports whether a phrase ends at a word boundary in front of behind, which is plain.
func ends(last rune, behind string) bool {
	next, n := utf8.DecodeRuneInString(behind)
	if n == 0 {
		return true
	}
	switch further, _ := utf8.DecodeRuneInString(behind[n:]); {
	case next == '.' || next == ',':
		return !unicode.IsDigit(last) || !unicode.IsDigit(further)
	case next == '\'' || next == '’':
		return !negation.MatchString(behind)
	case next == '+' && unicode.IsLetter(last):
		return !signs.MatchString(behind)
	}
	return words.Apart(last, next)
}

var (
	negation = pattern.New(`^['’]t(?:$|[^\pL\pN])`)
	signs    = pattern.New(`^\++(?:$|[^\pL\pN+])`)
)

// longestWord returns the longest word of a plain phrase: a text without it need not be made plain.
func longestWord(p string) (out string) {
	for word := range strings.SplitSeq(p, " ") {
		if len(word) > len(out) {
			out = word
		}
	}
	return out
}

// isSign reports whether a rune at the end of a word does not belong to the word: it is no letter, mark, number or symbol. A variation selector does not belong either: it
// only selects how a symbol is drawn.
func isSign(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsSymbol(r) && (!unicode.IsMark(r) || r >= 0xfe00 && r <= 0xfe0f)
}

// plain returns a text, already in lower case, with one space between words and without punctuation at their ends. Signs within a word stay: v1.2 is not v12.
func plain(lower string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(lower) {
		if word = strings.TrimFunc(word, isSign); word == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}
