package peerbench

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// question asks for one of the memories.
type question struct {
	kind string
	text string
	want int // place of the memory in the list
}

// The kinds of questions, the easiest for a search by characters first.
const (
	phrase = "phrase" // four words of the memory as they stand there, and nowhere else
	rare   = "word"   // a word that is in no other memory
	mixed  = "words"  // four words of the memory in another order
	next   = "next"   // the words that came after the memory in its source and were not stored
)

var kinds = []string{phrase, rare, mixed, next}

const (
	phraseWords = 4
	mixedWords  = 4
	wordLetters = 4  // of a meaningful word
	nextWords   = 12 // held out
	fewestWords = 24 // of a text from which so many are held out
	tryMost     = 50 // places in one text before another text is tried
)

// makeQuestions makes n questions of each kind about texts. It returns the memories too: those that the last kind asks for end before the words that are asked.
func makeQuestions(texts []string, n int) (memories []string, out []question, err error) {
	r := rand.New(rand.NewPCG(7, 8))
	memories = slices.Clone(texts)
	order := r.Perm(len(texts))
	for _, i := range order {
		words := strings.Fields(texts[i])
		if len(out) < n && len(words) >= fewestWords {
			at := len(words) - nextWords
			memories[i] = strings.Join(words[:at], " ")
			out = append(out, question{next, strings.Join(words[at:], " "), i})
		}
	}
	if len(out) < n {
		return nil, nil, fmt.Errorf("make questions: %d texts are long enough to hold words out, want %d", len(out), n)
	}
	m := &maker{rand: r, order: order[len(out):]}
	for _, text := range memories {
		m.lower = append(m.lower, strings.ToLower(text))
	}
	for _, kind := range kinds[:len(kinds)-1] {
		more, err := m.make(kind, n)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, more...)
	}
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return memories, out, nil
}

// maker makes questions out of texts in an order that was drawn.
type maker struct {
	rand  *rand.Rand
	order []int
	lower []string
}

func (m *maker) make(kind string, n int) (out []question, err error) {
	for _, i := range m.order {
		if text := m.of(kind, i); text != "" {
			out = append(out, question{kind, text, i})
		}
		if len(out) == n {
			return out, nil
		}
	}
	return nil, fmt.Errorf("make questions: %d memories allow one of the kind %q, want %d", len(out), kind, n)
}

// of makes a question about one memory, or "" when it allows none.
func (m *maker) of(kind string, i int) string {
	words := strings.Fields(m.lower[i])
	switch kind {
	case phrase:
		for range min(tryMost, len(words)-phraseWords+1) {
			at := m.rand.IntN(len(words) - phraseWords + 1)
			if text := strings.Join(words[at:at+phraseWords], " "); m.alone(text) {
				return text
			}
		}
	case rare:
		for _, w := range telling(words) {
			if m.alone(w) {
				return w
			}
		}
	case mixed:
		if some := telling(words); len(some) >= 2*mixedWords {
			m.rand.Shuffle(len(some), func(a, b int) { some[a], some[b] = some[b], some[a] })
			return strings.Join(some[:mixedWords], " ")
		}
	}
	return ""
}

// alone reports whether one memory has these characters, and no other.
func (m *maker) alone(text string) bool {
	n := 0
	for _, l := range m.lower {
		if strings.Contains(l, text) {
			if n++; n > 1 {
				return false
			}
		}
	}
	return n == 1
}

// telling are the words of letters only that are not short, each once, in alphabetical order.
func telling(words []string) []string {
	some := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return len(w) < wordLetters || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != ""
	})
	slices.Sort(some)
	return slices.Compact(some)
}
