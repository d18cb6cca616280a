// Package words answers: which whole words does a text contain?
//
// A model sees pieces of words out of a vocabulary of 30,522, which breaks up a rare name or an identifier. Here a word stays whole:
// a run of letters, digits and marks, in lower case, reduced to its stem, unless the word has no meaning (the, of, what). An
// identifier also counts in its parts and as a whole: parseHeader is parseheader, parse and header; retry_count, v1.2.3 and a/b.go are their
// runs and themselves. Two texts contain the same word if its number, a hash of 16 bits, is the same.
//
// Texts in other languages than English are recognised by their letters or grammar words. They also contain the stems of their words in that language
// (Snowball), so that a word counts once as written and once for all its forms. Marks on letters are removed. Scripts without spaces
// count in pairs of adjacent letters.
package words

import (
	"slices"
	"strings"
	"unicode"
)

// Count is a word of a text, and how often it occurs.
type Count struct {
	ID uint16 // a hash of the stem
	N  int    // at least 1
}

// Of counts the words of texts in one language, in the order of their ids, and returns how many there are in total. The ids that represent a word's forms
// are in counts, but not in that total.
func Of(texts ...string) (counts []Count, total int) {
	r := read(texts)
	slices.Sort(r.ids)
	if len(r.ids) > 0 {
		counts = make([]Count, 0, len(r.ids))
	}
	for i, id := range r.ids {
		if i == 0 || id != r.ids[i-1] {
			counts = append(counts, Count{ID: id})
		}
		counts[len(counts)-1].N++
	}
	return counts, len(r.ids) - r.extra
}

// read collects the words of texts. If the first pass shows another language than English, it reads them a second time.
func read(texts []string) *reader {
	bytes := 0
	for _, text := range texts {
		bytes += len(text)
	}
	r := &reader{ids: make([]uint16, 0, bytes/bytesOfWord)}
	r.texts(texts)
	if l := r.votes.elect(); l != unknown {
		r = &reader{language: l, ids: r.ids[:0], buf: r.buf}
		r.texts(texts)
	}
	return r
}

// bytesOfWord is about how many bytes of a text there are for each word that counts.
const bytesOfWord = 8

// reader collects the ids of words.
type reader struct {
	ids      []uint16
	extra    int    // how many of them are forms of a word that is also counted
	buf      []byte // the current word, in lower case
	language language
	votes    votes
}

func (r *reader) texts(texts []string) {
	for _, text := range texts {
		for field := range strings.FieldsSeq(text) {
			r.field(field)
		}
	}
}

// longestJoined is the largest size in bytes of a joined field that counts as a whole: nobody searches for a longer one by typing it.
const longestJoined = 60

// field reads what is between white space: its runs, and the whole field if signs of identifiers join them.
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
		return parts[c]
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || isJoiner(c)
}

// parts are the letters and digits of ASCII.
var parts = func() (out [0x80]bool) {
	for c := range out {
		out[c] = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	return out
}()

// run reads a run of letters and digits.
func (r *reader) run(word string) {
	for i := range len(word) {
		if word[i] >= 0x80 {
			r.other(word)
			return
		}
	}
	r.plain(word)
}

// plain reads a word, and the parts that capitals divide it into.
func (r *reader) plain(word string) {
	if capital := r.word(word); !capital {
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

// word reads one word, unless it has no meaning, and reports whether there is a capital within it.
func (r *reader) word(word string) (capital bool) {
	capital = r.lower(word)
	s := stemOf(r.buf)
	r.votes.add(s.vote, s.id)
	l := r.language
	if s.of != unknown {
		l = s.of
	}
	if l == unknown {
		if s.says {
			r.ids = append(r.ids, s.id)
		}
		return capital
	}
	if ids, says := formsIn(r.buf, l); says {
		r.ids = append(append(r.ids, s.id), ids...)
		r.extra += len(ids)
	}
	return capital
}

// lower writes a text into the buffer in lower case, and reports whether there is a capital behind its beginning.
func (r *reader) lower(text string) (capital bool) {
	r.buf = r.buf[:0]
	for i := range len(text) {
		c := text[i]
		if c >= 0x80 {
			r.buf = append(r.buf[:0], strings.ToLower(text)...)
			return strings.ContainsFunc(text[1:], unicode.IsUpper)
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
			capital = capital || i > 0
		}
		r.buf = append(r.buf, c)
	}
	return capital
}

// hash is FNV-1a of 32 bits (Fowler, Noll, Vo), folded to 16 as its authors describe.
func hash(word []byte) uint16 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return uint16(h>>16 ^ h)
}
