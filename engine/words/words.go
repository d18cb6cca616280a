// Package words answers: which whole words does a text say?
//
// A model sees pieces of words out of a vocabulary of 30,522, in which a rare name or an identifier is broken up. Here a word stays whole:
// a run of letters, digits and marks, in lower case, cut to its stem, unless it is a word that says nothing (the, of, what). An
// identifier also counts in its parts and as a whole: parseHeader is parseheader, parse and header; retry_count, v1.2.3 and a/b.go are their
// runs and themselves. Two texts say the same word when its number, a hash of 16 bits, is the same.
package words

import (
	"slices"
	"strings"
	"unicode"
)

// Count is a word of a text, and how often it says it.
type Count struct {
	ID uint16 // a hash of the stem
	N  int    // at least 1
}

// Of counts the words of some texts, in the order of their ids, and says how many there are together.
func Of(texts ...string) (counts []Count, total int) {
	r := reader{}
	for _, text := range texts {
		for field := range strings.FieldsSeq(text) {
			r.field(field)
		}
	}
	slices.Sort(r.ids)
	for i, id := range r.ids {
		if i == 0 || id != r.ids[i-1] {
			counts = append(counts, Count{ID: id})
		}
		counts[len(counts)-1].N++
	}
	return counts, len(r.ids)
}

// reader gathers the ids of words.
type reader struct {
	ids []uint16
	buf []byte // the word at hand, in lower case
}

// longestJoined is up to how many bytes something joined counts as a whole: an address of more is not asked for by heart.
const longestJoined = 60

// field takes what stands between white space: its runs, and all of it when marks of identifiers join them.
func (r *reader) field(field string) {
	first, start, end, runs, joined, between := 0, -1, 0, 0, true, false
	for i, c := range field {
		if isPart(c) {
			if start < 0 {
				if start = i; runs == 0 {
					first = i
				} else if between {
					joined = false
				}
				between = false
			}
			continue
		}
		if start >= 0 {
			r.run(field[start:i])
			runs, start, end = runs+1, -1, i
		}
		between = between || !strings.ContainsRune("_./:@#-", c)
	}
	if start >= 0 {
		r.run(field[start:])
		runs, end = runs+1, len(field)
	}
	if runs > 1 && joined && end-first <= longestJoined {
		r.lower(field[first:end])
		r.ids = append(r.ids, hash(r.buf))
	}
}

// isPart reports whether a rune is part of a word.
func isPart(c rune) bool {
	if c < 0x80 {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c)
}

// run takes a run of letters and digits, and the parts that capitals make of it.
func (r *reader) run(word string) {
	r.word(word)
	if !strings.ContainsFunc(word[1:], unicode.IsUpper) {
		return
	}
	runes, from := []rune(word), 0
	for i := 1; i < len(runes); i++ {
		before := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
		if unicode.IsUpper(runes[i]) && (before || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			r.word(string(runes[from:i]))
			from = i
		}
	}
	if from > 0 {
		r.word(string(runes[from:]))
	}
}

// word takes one word, unless it says nothing.
func (r *reader) word(word string) {
	r.lower(word)
	if !silent[string(r.buf)] {
		r.ids = append(r.ids, stemID(r.buf))
	}
}

// lower puts a text into the buffer, in lower case.
func (r *reader) lower(text string) {
	r.buf = r.buf[:0]
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= 0x80 {
			r.buf = append(r.buf[:0], strings.ToLower(text)...)
			return
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		r.buf = append(r.buf, c)
	}
}

// hash is FNV-1a of 32 bits (Fowler, Noll, Vo), folded to 16 as its authors say.
func hash(word []byte) uint16 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return uint16(h>>16 ^ h)
}
