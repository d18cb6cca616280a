package words

import (
	"strings"
	"unicode"
)

// Shared are the words of a text, as they are written, of which another text has some form. Words of grammar, and numbers alone, are none. The language is the one that both
// texts together are told to be in. What is written without spaces is compared in pairs of characters, without those that only bend
// a Japanese word, and words of Korean by their first two syllables.
func Shared(other, text string) (out []string) {
	of := LanguageOf(other + "\n" + text)
	has, met := map[string]bool{}, map[string]bool{}
	of.content(other, func(_, form string) { has[form] = true })
	of.content(text, func(written, form string) {
		if !met[form] && (has[form] || begins(has, form)) {
			met[form] = true
			out = append(out, written)
		}
	})
	return out
}

// Words begin alike enough to be forms of one where so many letters and so large a part of the longer one are the same; see engine/relevance.
const (
	formLetters = 4
	formPart    = 0.6
)

// begins reports whether one of some words begins as a word does. The language of a short text is often not told, and its stems are then not known.
func begins(has map[string]bool, word string) bool {
	one := []rune(word)
	if len(one) < formLetters {
		return false
	}
	for h := range has {
		if h[:min(2, len(h))] != word[:2] {
			continue
		}
		other, same := []rune(h), 0
		for same < min(len(one), len(other)) && one[same] == other[same] {
			same++
		}
		if same >= formLetters && float64(same) >= formPart*float64(max(len(one), len(other))) {
			return true
		}
	}
	return false
}

// Bare are the forms of a text's words that say something, with blanks between them.
func (l Language) Bare(text string) string {
	var out []string
	l.content(text, func(_, form string) { out = append(out, form) })
	return strings.Join(out, " ")
}

// content calls do with the words of a text that say something, and what stands for their forms.
func (l Language) content(text string, do func(written, form string)) {
	for _, run := range strings.FieldsFunc(OneForm(text), func(c rune) bool { return !isPart(c) }) {
		if strings.IndexFunc(run, unicode.IsLetter) < 0 {
			continue
		}
		from := 0
		for i, c := range run { // pieces of letters with spaces between words, and of others
			if i > from && (scriptOf(c) == unspaced) != (scriptOf(first(run[from:])) == unspaced) && !unicode.IsMark(c) {
				l.piece(run[from:i], do)
				from = i
			}
		}
		l.piece(run[from:], do)
	}
}

func first(s string) rune {
	for _, c := range s {
		return c
	}
	return 0
}

func (l Language) piece(piece string, do func(written, form string)) {
	if scriptOf(first(piece)) == hangul { // what bends a word stands behind it
		if letters := []rune(piece); len(letters) > 1 {
			do(piece, string(letters[:2]))
		}
		return
	}
	if scriptOf(first(piece)) != unspaced {
		lower := strings.ToLower(piece)
		form, says, ok := l.Stem(lower)
		switch {
		case !ok && !silent[lower]:
			do(piece, fold(lower))
		case ok && says:
			do(piece, form)
		}
		return
	}
	letters := []rune(piece)
	if len(letters) == 1 && !unicode.Is(unicode.Hiragana, letters[0]) {
		do(piece, piece)
	}
	for i := range len(letters) - 1 {
		if pair := letters[i : i+2]; !unicode.Is(unicode.Hiragana, pair[0]) && !unicode.Is(unicode.Hiragana, pair[1]) {
			do(string(pair), string(pair))
		}
	}
}
