package words

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Shared returns the words of a text, as written, that another text has in some form. Grammar words of any language, single letters and numbers alone do not count. The language is that of
// both texts together. Text without spaces is compared in pairs of characters, without those that are only inflection in
// Japanese. Korean words are compared by their first two syllables.
func Shared(other, text string) (out []string) {
	of := LanguageOf(other + "\n" + text)
	has, met := map[string][]string{}, map[string]bool{} // by their beginning
	left := mostShared
	for _, form := range of.content(other) {
		if key := Beginning(form); !slices.Contains(has[key], form) {
			has[key] = append(has[key], form)
		}
		if left--; left == 0 {
			break
		}
	}
	left = mostShared
	for written, form := range of.content(text) {
		if !met[form] && slices.ContainsFunc(has[Beginning(form)], func(h string) bool { return h == form || SameForm(h, form) }) {
			met[form] = true
			out = append(out, written)
		}
		if left--; left == 0 {
			break
		}
	}
	return out
}

// mostShared is how many words of a text are compared: they are enough to show what a long text is about.
const mostShared = 500

// Two words are forms of one if they share at least this many letters at the beginning, and this part of the longer one.
const (
	formLetters = 4
	formPart    = 0.6
)

// Beginning returns the part at the beginning that all forms of a word share.
func Beginning(word string) string {
	n := 0
	for i := range word {
		if n++; n > formLetters {
			return word[:i]
		}
	}
	return word
}

// SameForm reports whether two words share enough at the beginning to be forms of one. It is for short texts, whose language and stems are often unknown.
func SameForm(a, b string) bool {
	one, other, same := []rune(a), []rune(b), 0
	for same < min(len(one), len(other)) && one[same] == other[same] {
		same++
	}
	return same >= formLetters && float64(same) >= formPart*float64(max(len(one), len(other)))
}

// Bare returns the forms of a text's content words, separated by spaces.
func (l Language) Bare(text string) string {
	var out []string
	for _, form := range l.content(text) {
		out = append(out, form)
	}
	return strings.Join(out, " ")
}

// content yields the content words of a text, as written, with what represents their forms.
func (l Language) content(text string) iter.Seq2[string, string] {
	return func(yield func(written, form string) bool) {
		for _, run := range strings.FieldsFunc(OneForm(text), func(c rune) bool { return !isPart(c) }) {
			if strings.IndexFunc(run, unicode.IsLetter) < 0 {
				continue
			}
			from := 0
			for i, c := range run { // pieces of letters of one kind of script
				if i > from && (scriptOf(c) == unspaced) != (scriptOf(first(run[from:])) == unspaced) && !unicode.IsMark(c) {
					if !l.piece(run[from:i], yield) {
						return
					}
					from = i
				}
			}
			if !l.piece(run[from:], yield) {
				return
			}
		}
	}
}

func first(s string) rune {
	for _, c := range s {
		return c
	}
	return 0
}

// piece yields the words of a piece of one kind of script, and returns false if the caller wants no more.
func (l Language) piece(piece string, yield func(written, form string) bool) bool {
	switch scriptOf(first(piece)) {
	case hangul: // inflection is at the end of a word
		letters := []rune(piece)
		if len(letters) < 2 || light[string(letters[:2])] {
			return true
		}
		return yield(piece, string(letters[:2]))
	case spaced:
		lower := strings.ToLower(piece)
		form, says, ok := l.Stem(lower)
		switch {
		case light[lower], !ok && silent[lower], ok && !says, grammatical[lower], len([]rune(lower)) < 2:
			return true
		case ok:
			return yield(piece, form)
		}
		return yield(piece, fold(lower))
	}
	letters := []rune(piece)
	if len(letters) == 1 && !unicode.Is(unicode.Hiragana, letters[0]) {
		return yield(piece, piece)
	}
	for i := range len(letters) - 1 {
		pair := letters[i : i+2]
		if !unicode.Is(unicode.Hiragana, pair[0]) && !unicode.Is(unicode.Hiragana, pair[1]) && !yield(string(pair), string(pair)) {
			return false
		}
	}
	return true
}

// grammatical are the grammar words of all languages, since the language of a short text is often unknown or wrong.
var grammatical = func() map[string]bool {
	out := map[string]bool{}
	for _, list := range grammar {
		for w := range set(list) {
			out[w] = true
		}
	}
	return out
}()

// light are verbs with little meaning: to make, to do, to render, to put. Of Korean ones, the first two syllables.
var light = set(`machen macht tun tut gemacht faire fait rendre rend mettre hacer hace hacen poner fare fa mettere rendere fazer faz colocar maken maakt doen doet göra gör gøre gør robić zrobić robi
	делать сделать делает сделано 만들 하기 하는 한다 해서`)
