package words

import (
	"iter"
	"slices"
	"strings"
	"unicode"
)

// Shared are the words of a text, as they are written, of which another text has some form. Words of grammar of any language, single letters and numbers alone are none. The language is the one that both
// texts together are told to be in. What is written without spaces is compared in pairs of characters, without those that only bend
// a Japanese word, and words of Korean by their first two syllables.
func Shared(other, text string) (out []string) {
	of := LanguageOf(other + "\n" + text)
	has, met := map[string][]string{}, map[string]bool{} // by how they begin
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

// mostShared is how many words of a text are looked at: a longer one has said by then what it is about.
const mostShared = 500

// Words begin alike enough to be forms of one where so many letters and so large a part of the longer one are the same.
const (
	formLetters = 4
	formPart    = 0.6
)

// Beginning is how all forms of a word begin.
func Beginning(word string) string {
	n := 0
	for i := range word {
		if n++; n > formLetters {
			return word[:i]
		}
	}
	return word
}

// SameForm reports whether two words begin alike enough to be forms of one. The language of a short text is often not told, and its stems are then not known.
func SameForm(a, b string) bool {
	one, other, same := []rune(a), []rune(b), 0
	for same < min(len(one), len(other)) && one[same] == other[same] {
		same++
	}
	return same >= formLetters && float64(same) >= formPart*float64(max(len(one), len(other)))
}

// Bare are the forms of a text's words that say something, with blanks between them.
func (l Language) Bare(text string) string {
	var out []string
	for _, form := range l.content(text) {
		out = append(out, form)
	}
	return strings.Join(out, " ")
}

// content are the words of a text that say something, as written, and what stands for their forms.
func (l Language) content(text string) iter.Seq2[string, string] {
	return func(yield func(written, form string) bool) {
		for _, run := range strings.FieldsFunc(OneForm(text), func(c rune) bool { return !isPart(c) }) {
			if strings.IndexFunc(run, unicode.IsLetter) < 0 {
				continue
			}
			from := 0
			for i, c := range run { // pieces of letters with spaces between words, and of others
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

// piece yields the words of a piece of one kind of script, and reports whether more are wanted.
func (l Language) piece(piece string, yield func(written, form string) bool) bool {
	switch scriptOf(first(piece)) {
	case hangul: // what bends a word stands behind it
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

// grammatical are the words of grammar of all languages: that of a short text is often not told, or told wrongly.
var grammatical = func() map[string]bool {
	out := map[string]bool{}
	for _, list := range grammar {
		for w := range set(list) {
			out[w] = true
		}
	}
	return out
}()

// light are verbs that go with anything: to make, to do, to render, to put. Of Korean, their first two syllables.
var light = set(`machen macht tun tut gemacht faire fait rendre rend mettre hacer hace hacen poner fare fa mettere rendere fazer faz colocar maken maakt doen doet göra gör gøre gør robić zrobić robi
	делать сделать делает сделано 만들 하기 하는 한다 해서`)
