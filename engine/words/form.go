package words

import (
	"strings"
	"unicode"

	"asterism/engine/pattern"

	"golang.org/x/text/unicode/norm"
)

// Form is [OneForm] in lower case.
func Form(text string) string { return strings.ToLower(OneForm(text)) }

// OneForm returns a text in which each letter and digit that can be written in several ways (full width, half width, a ligature, a letter with a separate mark) has one
// form (NFKC). Other signs stay as they are, except those of full width: ™ does not become two letters of the word before it.
func OneForm(text string) string {
	if norm.NFKC.IsNormalString(text) {
		return text
	}
	var b strings.Builder
	from := -1
	for i, c := range text {
		if isPart(c) || c >= 0xff00 && c <= 0xffef {
			if from < 0 {
				from = i
			}
			continue
		}
		if from >= 0 {
			b.WriteString(norm.NFKC.String(text[from:i]))
			from = -1
		}
		b.WriteRune(c)
	}
	if from >= 0 {
		b.WriteString(norm.NFKC.String(text[from:]))
	}
	return b.String()
}

// Narrow turns Latin letters and digits of full width, and signs of identifiers between them, into ASCII: ｄｂ－０１ becomes db-01. This holds in any language.
func Narrow(text string) string {
	if !strings.Contains(text, "\uff01"[:2]) && !strings.Contains(text, "\uff41"[:2]) { // all of full width begin with this in UTF-8; most texts have none
		return text
	}
	return wide.Regexp().ReplaceAllStringFunc(text, func(run string) string {
		return strings.Map(func(c rune) rune { return c - fullWidth }, run)
	})
}

// fullWidth is the offset of the signs of full width from those of ASCII.
const fullWidth = '！' - '!'

var wide = pattern.New(`[０-９Ａ-Ｚａ-ｚ]+(?:[－＿．／：＃＠＋]+[０-９Ａ-Ｚａ-ｚ]+)*`)

// Apart reports whether a word can end between two adjacent runes. It can if one of them is no letter or digit, if a script without spaces begins or ends, and anywhere in a script
// without spaces between words, or in Korean, which joins endings to a noun. Marks and joiners belong to the letter before them.
func Apart(a, b rune) bool {
	switch {
	case unicode.IsMark(b) || isJoiner(b):
		return false
	case !isPart(a) && !unicode.IsNumber(a), !isPart(b) && !unicode.IsNumber(b):
		return true
	}
	return scriptOf(a) != spaced || scriptOf(b) != spaced
}
