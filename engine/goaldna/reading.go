package goaldna

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// reading is a text made ready to compare, in buffers that are used again.
type reading struct {
	form  norm.Iter // of a text that is not in NFKC
	runes []rune    // in lower case, white space folded to one space and cut off at both ends
	kinds []class   // of each rune
	words wordSet
	grams gramSet

	sharedWords, sharedGrams int // with a goal
}

// readings lends buffers. Those that a very long text has blown up are not kept.
var readings = sync.Pool{New: func() any { return &reading{} }}

const longestKept = 64 << 10 // runes

func (r *reading) release() {
	if cap(r.runes) <= longestKept {
		readings.Put(r)
	}
}

// read takes a text in.
func (r *reading) read(text string) {
	table, text := basic(), valid(text)
	r.runes, r.kinds = r.runes[:0], r.kinds[:0]
	for _, c := range text {
		k := classOf(table, c)
		if k&unstable != 0 {
			r.normalise(table, text)
			return
		}
		r.add(c, k)
	}
	r.trim()
}

// valid puts the replacement character, which is in no word, for what is not UTF-8. Behind such bytes norm leaves characters as they are.
func valid(text string) string { return strings.ToValidUTF8(text, string(utf8.RuneError)) }

// normalise is read by way of NFKC.
func (r *reading) normalise(table *[1 << 16]class, text string) {
	r.runes, r.kinds = r.runes[:0], r.kinds[:0]
	for r.form.InitString(norm.NFKC, text); !r.form.Done(); {
		for part := r.form.Next(); len(part) > 0; {
			c, n := utf8.DecodeRune(part)
			r.add(c, classOf(table, c))
			part = part[n:]
		}
	}
	r.trim()
}

func (r *reading) add(c rune, k class) {
	if k&white != 0 {
		if n := len(r.kinds); n == 0 || r.kinds[n-1] == white {
			return
		}
		c = ' '
	}
	if k&cased != 0 {
		c = unicode.ToLower(c)
	}
	r.runes, r.kinds = append(r.runes, c), append(r.kinds, k)
}

func (r *reading) trim() {
	if n := len(r.kinds); n > 0 && r.kinds[n-1] == white {
		r.runes, r.kinds = r.runes[:n-1], r.kinds[:n-1]
	}
}

// leastLetters is how long a word of a script with spaces is at least to be a token.
const leastLetters = 3

// eachWord calls fn for every token, as often as it occurs: words of three characters and more that are no stop words, and the bigrams of what is
// written without spaces; one such character that stands alone is a token itself.
func (r *reading) eachWord(fn func(w []rune)) {
	for i := 0; i < len(r.runes); {
		start, k := i, r.kinds[i]
		if k&word == 0 {
			i++
			continue
		}
		for i++; i < len(r.runes) && r.goesOn(k, i); i++ {
		}
		if run := r.runes[start:i]; k&unspaced != 0 {
			eachBigram(run, fn)
		} else if len(run) >= leastLetters && !r.blank(start, i) && !stopWords.has(run) {
			fn(run)
		}
	}
}

// goesOn reports whether character i belongs to the run that began with one of class k.
func (r *reading) goesOn(k class, i int) bool {
	now := r.kinds[i]
	switch {
	case now&mark != 0, k&unspaced != 0 && now&extends != 0:
		return true
	case now&word == 0:
		return false
	}
	return now&unspaced == k&unspaced
}

// blank reports that a run is of underscores only: it says nothing.
func (r *reading) blank(start, end int) bool {
	for _, c := range r.runes[start:end] {
		if c != '_' {
			return false
		}
	}
	return true
}

func eachBigram(run []rune, fn func([]rune)) {
	if len(run) == 1 {
		fn(run)
	}
	for i := range len(run) - 1 {
		fn(run[i : i+2])
	}
}

// eachGram calls fn for every trigram, as often as it occurs.
func (r *reading) eachGram(fn func(gram)) {
	for i := range len(r.runes) - 2 {
		fn(gramOf(r.runes[i], r.runes[i+1], r.runes[i+2]))
	}
}
