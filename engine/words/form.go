package words

import (
	"strings"
	"unicode"

	"asterism/engine/pattern"

	"golang.org/x/text/unicode/norm"
)

// Form is [OneForm] in small letters.
func Form(text string) string { return strings.ToLower(OneForm(text)) }

// OneForm is a text with each letter and digit that can be written in several ways (full width, half width, a ligature, a letter and a mark on it) written in
// one (NFKC). Signs stay as they are, but for those of full width: ™ does not become two letters of the word before it.
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

// Narrow writes Latin letters and digits of full width, and signs of identifiers between them, as they are elsewhere: ｄｂ－０１ is db-01. They are of no other language.
func Narrow(text string) string {
	if !strings.Contains(text, "\uff01"[:2]) && !strings.Contains(text, "\uff41"[:2]) { // what all of full width begin with in UTF-8: most texts have none
		return text
	}
	return wide.Regexp().ReplaceAllStringFunc(text, func(run string) string {
		return strings.Map(func(c rune) rune { return c - fullWidth }, run)
	})
}

// fullWidth is how far the signs of full width stand behind those of ASCII.
const fullWidth = '！' - '!'

var wide = pattern.New(`[０-９Ａ-Ｚａ-ｚ]+(?:[－＿．／：＃＠＋]+[０-９Ａ-Ｚａ-ｚ]+)*`)

// Apart reports whether a word can end between two neighbouring runes: where one of them is no letter and no digit, where a script without spaces begins or ends, and anywhere in a script that
// puts no spaces between words, or writes on behind a noun as Korean does. Marks and joiners belong to the letter before.
func Apart(a, b rune) bool {
	switch {
	case unicode.IsMark(b) || isJoiner(b):
		return false
	case !isPart(a) && !unicode.IsNumber(a), !isPart(b) && !unicode.IsNumber(b):
		return true
	}
	return scriptOf(a) != spaced || scriptOf(b) != spaced
}
