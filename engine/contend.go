package engine

import (
	"context"
	"slices"
	"strings"

	"asterism/engine/compare"
	"asterism/engine/fault"
	"asterism/engine/intent"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/validity"
)

const (
	// contenders is among how many of the best hits the newer of two that contradict each other comes first, where the question asks for what is current.
	contenders = 20
	// longestContender is up to how many bytes a text is compared: one that is longer says many things.
	longestContender = 1000
)

// contends reports whether the question asks for what is current.
func (a *asked) contends() bool {
	return a.found.Way == validity.Newest && intent.EraOf(a.question.Text) == intent.Now
}

// newerFirst puts, of hits that say something else about the same thing and are bound by no chain, the newer ones in front. How many hits a page has does not matter for it.
func (s *searcher) newerFirst(ctx context.Context, a *asked, hits []search.Hit) error {
	top := hits[:min(contenders, len(hits))]
	ids := make([]store.ID, len(top))
	for i, h := range top {
		ids[i] = h.ID
	}
	many, err := s.store.Get(ctx, store.Parts{Content: true}, ids...)
	if err != nil {
		return fault.Storage("read what may contradict itself", err)
	}
	asked := wordSet(a.question.Text)
	for i := range top {
		best := i
		for j := i + 1; j < len(top); j++ {
			if beganLater(many[j], many[best]) && contradicts(many[j], many[i], asked) {
				best = j
			}
		}
		if best != i {
			toFront(top[i : best+1])
			toFront(many[i : best+1])
		}
	}
	return nil
}

// toFront moves the last to the front.
func toFront[T any](list []T) {
	last := list[len(list)-1]
	copy(list[1:], list)
	list[0] = last
}

func beganLater(a, b *store.Memory) bool {
	if a == nil || b == nil {
		return false
	}
	x, y := factOf(a), factOf(b)
	return x.Begins().After(y.Begins())
}

// contradicts reports whether a memory says something else about the same thing as an older one. Where it has something else in the place of a word of the question, it is about
// another thing than was asked.
func contradicts(m, older *store.Memory, asked map[string]bool) bool {
	if m.Namespace != older.Namespace || len(m.Content) > longestContender || len(older.Content) > longestContender {
		return false
	}
	r := compare.In(m.Modality, older.Content, m.Content)
	for _, c := range r.Changed {
		for word := range wordSet(c.Old) {
			if asked[word] && c.New != "" {
				return false
			}
		}
	}
	return updates(&r)
}

// updates reports whether a text may take the place of the one that it was compared with: it says something else about the same thing. Another identifier is another thing.
func updates(r *compare.Result) bool {
	return r.Class.Update() && !slices.ContainsFunc(r.Changed, func(c compare.Change) bool {
		return c.Kind == compare.Identifier && c.Old != "" && c.New != ""
	})
}

// wordSet are the words of a text in lower case, without signs around them.
func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, word := range strings.Fields(strings.ToLower(text)) {
		if word = strings.Trim(word, ".,;:!?\"'()[]"); word != "" {
			out[word] = true
		}
	}
	return out
}
