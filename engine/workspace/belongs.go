package workspace

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/words"
)

const (
	// Bonus is what a member gains in a search with a context of 1: so many standard deviations of the fused score. Rows context_* of bench-learning say what that brings.
	Bonus = 1.25
	// leading is how many of the first hits say whether the question is about what is in mind, each by its share over its rank. Below leastLeading in all the question is about something
	// else, and nothing is lifted: a lift can only lose then. The three numbers are those of a sweep over four conversations, where each of the four chose about the same.
	leading      = 3
	leastLeading = .4
	// content is up to how many words of content a question without a name or a number is taken to name nothing itself ("how much do they want for it?"; "rate limit" is taken so too). One of
	// the first leadingNameless hits is enough for it, and lifts by namelessBonus.
	content         = 2
	leadingNameless = 5
	namelessBonus   = .5
	// Reach is within how many places of its session or document of a member a memory belongs to it, the less the further. What is like a member in meaning or words is not lifted:
	// that lost 1 to 4 points, since it puts before the answer what was said already.
	Reach = 10
	// Depth is among how many of the best hits what is in mind is looked for.
	Depth = 100
)

// Belongs tells, for each memory that belongs to some members, how much, 0…1: the members, and what was told beside one. beside are the places away, see [search.Index.Beside].
func Belongs(members []store.ID, beside map[store.ID]int) map[store.ID]float64 {
	out := map[store.ID]float64{}
	for id, away := range beside {
		out[id] = max(0, 1-float64(away)/Reach)
	}
	for _, id := range members {
		out[id] = 1
	}
	return out
}

// Lift adds to the scores of the best hits what belonging is worth with a context in [0,1], and orders them anew, ties by id. A hit that scores no more than an average memory gains
// nothing, and none does where the first hits do not belong, so that the question is about something else. It returns the gains.
func Lift(question string, hits []search.Hit, belongs map[store.ID]float64, context float64) map[store.ID]float64 {
	gains := map[store.ID]float64{}
	bonus := context * bonusOf(question, hits, belongs)
	if bonus == 0 {
		return gains
	}
	first := hits[:min(Depth, len(hits))]
	for i := range first {
		h := &first[i]
		if share := belongs[h.ID]; share > 0 && h.Score > 0 {
			gains[h.ID] = bonus * share
			h.Score += gains[h.ID]
		}
	}
	slices.SortStableFunc(first, func(x, y search.Hit) int {
		return cmp.Or(cmp.Compare(y.Score, x.Score), bytes.Compare(x.ID[:], y.ID[:]))
	})
	return gains
}

// bonusOf is what a member gains: all where the first hits of a question belong to what is in mind, less where one hit does and the question names nothing, and else nothing.
func bonusOf(question string, hits []search.Hit, belongs map[store.ID]float64) float64 {
	sum := 0.
	for i, h := range hits[:min(leading, len(hits))] {
		sum += belongs[h.ID] / float64(i+1)
	}
	one := func(h search.Hit) bool { return belongs[h.ID] > 0 }
	switch {
	case sum >= leastLeading:
		return Bonus
	case nameless(question) && slices.ContainsFunc(hits[:min(leadingNameless, len(hits))], one):
		return namelessBonus
	}
	return 0
}

// nameless reports whether a question is taken to name nothing that it is about: it is short, and has no name or number.
func nameless(question string) bool {
	for i, word := range strings.Fields(question) {
		first, _ := utf8.DecodeRuneInString(word)
		me, _, _ := strings.Cut(strings.ReplaceAll(strings.TrimRight(word, ",.;:!?"), "’", "'"), "'")
		if named := i > 0 && unicode.IsUpper(first) && me != "I"; named || strings.ContainsFunc(word, unicode.IsDigit) {
			return false
		}
	}
	return len(strings.Fields(words.LanguageOf(question).Bare(question))) <= content
}

// Surroundings tell what is beside a memory and linked with it.
type Surroundings struct {
	Beside func(ids []store.ID, n int) map[store.ID]int // see [search.Index.Beside]
	Edges  func(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
}

// Belonging tells, for each memory that belongs to what is in mind, how much, 0…1: members, what was told beside one, and what is linked with one, by the weight of the link. The
// workspace is that of a session or, with "", the one of the namespace in which a memory was judged last.
func (ms *Minds) Belonging(ctx context.Context, namespace, session string, around Surroundings) (map[store.ID]float64, error) {
	w, err := ms.LatestIn(ctx, namespace)
	if session != "" {
		w, err = ms.Of(ctx, Key{Namespace: namespace, Session: session})
	}
	if err != nil || w == nil {
		return nil, err
	}
	ids := make([]store.ID, len(w.Members))
	for i, m := range w.Members {
		ids[i] = m.ID
	}
	out := Belongs(ids, around.Beside(ids, Reach-1))
	for _, id := range ids {
		from, back, err := around.Edges(ctx, id)
		if err != nil {
			return nil, fault.Storage("read the links of what is in mind", err)
		}
		for _, e := range slices.Concat(from, back) {
			if e.Kind.Followed() {
				out[e.Other] = max(out[e.Other], float64(e.Weight))
			}
		}
	}
	return out, nil
}
