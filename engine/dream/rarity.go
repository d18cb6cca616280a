package dream

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/words"
)

// mostRead is how many bytes of a text are read for its words: the beginning of a longer text says what it is about.
const mostRead = 8 << 10

// Rarity counts how many memories of a namespace contain each word. Words are the ids of [words.Of].
type Rarity struct {
	in  []int32
	all int
}

// NewRarity returns counts of no memory. They take 256 KiB, however many memories are added.
func NewRarity() *Rarity { return &Rarity{in: make([]int32, 1<<16)} }

// Add counts the words of a memory.
func (r *Rarity) Add(text string) {
	r.all++
	for _, w := range idsOf(beginningOf(text)) {
		r.in[w.ID]++
	}
}

// weight returns ln(memories / memories with the word): 0 if all have it.
func (r *Rarity) weight(id uint16) float64 {
	return math.Log(float64(max(r.all, 1)) / float64(max(r.in[id], 1)))
}

// Said is the words of a memory. [Rarity.Of] makes it once for all pairs with the memory.
type Said struct {
	text   string // its first mostRead bytes
	words  []words.Count
	length float64 // root of the sum of the squared weights of its words
}

// Of returns the words of a text. All memories of the namespace must have been added before.
func (r *Rarity) Of(text string) *Said {
	text = beginningOf(text)
	s := &Said{text: text, words: idsOf(text)}
	for _, w := range s.words {
		s.length += r.weight(w.ID) * r.weight(w.ID)
	}
	s.length = math.Sqrt(s.length)
	return s
}

// Agreement returns how much the words of two memories agree, from 0 to 1: the cosine of their words, each counted once and weighed by its rarity. Words with which both texts
// begin do not count as shared. They are a form ("Added a unit test for …") or the name of the subject, which alone does not make two memories belong together. A copy has no
// other shared words.
func (r *Rarity) Agreement(a, b *Said) float64 {
	if a.length == 0 || b.length == 0 {
		return 0
	}
	one, other := a.words, b.words
	if restA, restB := withoutBeginning(a.text, b.text); len(restA) < len(a.text) {
		one, other = idsOf(restA), idsOf(restB)
	}
	sum := 0.0
	for i, j := 0, 0; i < len(one) && j < len(other); {
		switch {
		case one[i].ID < other[j].ID:
			i++
		case one[i].ID > other[j].ID:
			j++
		default:
			w := r.weight(one[i].ID)
			sum += w * w
			i, j = i+1, j+1
		}
	}
	return min(1, sum/(a.length*b.length))
}

func idsOf(text string) []words.Count {
	counts, _ := words.Of(text)
	return counts
}

// beginningOf returns the part of a text that is read.
func beginningOf(text string) string {
	if len(text) <= mostRead {
		return text
	}
	end := mostRead
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.Clone(text[:end]) // not to hold the whole text
}

// withoutBeginning cuts the words with which both texts begin. Punctuation and case do not count.
func withoutBeginning(a, b string) (restA, restB string) {
	for {
		wordA, nextA := nextWord(a)
		wordB, nextB := nextWord(b)
		if wordA == "" || !strings.EqualFold(wordA, wordB) {
			return a, b
		}
		a, b = nextA, nextB
	}
}

// nextWord returns the first run of letters, digits and underscores of a text, and the text behind it; "" if there is none.
func nextWord(text string) (word, rest string) {
	part := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) || c == '_' }
	from := strings.IndexFunc(text, part)
	if from < 0 {
		return "", ""
	}
	text = text[from:]
	if to := strings.IndexFunc(text, func(c rune) bool { return !part(c) }); to >= 0 {
		return text[:to], text[to:]
	}
	return text, ""
}
