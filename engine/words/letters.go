package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// script is how a letter's script forms words.
type script uint8

const (
	spaced   script = iota // words between spaces
	unspaced               // Chinese, Japanese, Thai and others: no spaces
	hangul                 // Korean: spaces, but endings of a noun are joined to it
)

// scriptOf returns how the script of a letter forms words. Marks and joiners belong to the letter before them.
func scriptOf(c rune) script {
	switch {
	case c < 0x0e00:
		return spaced
	case unicode.Is(unicode.Hangul, c):
		return hangul
	case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar), c == 'ー':
		return unspaced
	}
	return spaced
}

// isJoiner reports whether a rune only changes how its neighbours are drawn.
func isJoiner(c rune) bool { return c == 0x200c || c == 0x200d }

// other reads a run with letters beyond ASCII. It brings it to compatibility form (NFKC: one form for each letter), and divides it into pieces of one script.
func (r *reader) other(run string) {
	run = norm.NFKC.String(run)
	from, is := -1, spaced
	for i, c := range run {
		if isJoiner(c) || unicode.IsMark(c) && from >= 0 {
			continue
		}
		if from >= 0 && isPart(c) && scriptOf(c) == is {
			continue
		}
		if from >= 0 {
			r.piece(run[from:i], is)
		}
		if from = -1; isPart(c) {
			from, is = i, scriptOf(c)
		}
	}
	if from >= 0 {
		r.piece(run[from:], is)
	}
}

// piece reads a piece of one script.
func (r *reader) piece(text string, is script) {
	switch is {
	case unspaced:
		r.neighbours(text)
	case hangul:
		r.lower(text)
		r.ids = append(r.ids, hash(r.buf))
		r.extra += r.neighbours(text)
	default:
		r.votes.letters = r.votes.letters || strings.ContainsFunc(text, func(c rune) bool { return c >= 0x80 && unicode.Is(unicode.Latin, c) })
		r.plain(text)
	}
}

// neighbours adds each pair of adjacent letters, which represent the words of a text without spaces, and each Chinese character, since it can be a word. It
// returns how many ids it added.
func (r *reader) neighbours(text string) int {
	had, letters := len(r.ids), lettersOf(text)
	for i, at := range letters[:len(letters)-1] {
		one := text[at:letters[i+1]]
		if han := unicode.Is(unicode.Han, firstRune(one)); han || len(letters) == 2 {
			r.ids = append(r.ids, hash([]byte(one)))
			if len(letters) > 2 {
				r.extra++
			}
		}
		if i+2 < len(letters) {
			r.ids = append(r.ids, hash([]byte(text[at:letters[i+2]])))
		}
	}
	return len(r.ids) - had
}

// lettersOf returns the offsets of the letters, each with its marks, and the end of the text.
func lettersOf(text string) (at []int) {
	for i, c := range text {
		if i == 0 || !unicode.IsMark(c) && !isJoiner(c) {
			at = append(at, i)
		}
	}
	return append(at, len(text))
}

func firstRune(s string) rune {
	for _, c := range s {
		return c
	}
	return 0
}
