package contradict

import (
	"slices"
	"strings"
	"time"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// longest is up to how many bytes texts are put in order: one that is longer says many things.
const longest = 1000

// Updates reports whether a text may take the place of the one that it was compared with: it says something else about the same thing. Another identifier is another thing.
func Updates(r *compare.Result) bool {
	return r.Class.Update() && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && c.Old != "" && c.New != ""
	})
}

// Later reports whether m began to hold after other; a memory that is nil did not.
func Later(m, other *store.Memory) bool {
	return m != nil && other != nil && begins(m).After(begins(other))
}

func begins(m *store.Memory) time.Time {
	if !m.ValidFrom.IsZero() {
		return m.ValidFrom
	}
	return m.Time
}

// NewerFirst gives an order of the memories, which come as they were ranked for a question: of two that say something else about the same thing the newer comes first, and
// all others stay as they stand to each other. A memory that is nil stays where it is.
func NewerFirst(question string, ranked []*store.Memory) (order []int) {
	asked := words(question)
	order = make([]int, len(ranked))
	for i := range order {
		order[i] = i
	}
	for i := range order {
		best := i
		for j := i + 1; j < len(order); j++ {
			if Later(ranked[order[j]], ranked[order[best]]) && contradicts(ranked[order[j]], ranked[order[i]], asked) {
				best = j
			}
		}
		first := order[best]
		copy(order[i+1:best+1], order[i:best])
		order[i] = first
	}
	return order
}

// contradicts reports whether a memory says something else about the same thing as an older one. Where it has something else in the place of a word of the question, it is about
// another thing than was asked.
func contradicts(m, older *store.Memory, asked map[string]bool) bool {
	if m.Namespace != older.Namespace || len(m.Content) > longest || len(older.Content) > longest {
		return false
	}
	r := compare.In(m.Modality, older.Content, m.Content)
	for _, c := range r.Changed {
		for word := range words(c.Old) {
			if asked[word] && c.New != "" {
				return false
			}
		}
	}
	return Updates(&r)
}

// words are those of a text in lower case, without signs around them.
func words(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;:!?\"'()[]"); word != "" {
			out[word] = true
		}
	}
	return out
}
