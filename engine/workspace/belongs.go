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
	// Bonus is what a member gains in a search with a context of 1, in standard deviations of the fused score. The rows context_* of bench-learning show the effect.
	Bonus = 1.25
	// leading is how many of the first hits decide whether the question is about the workspace, each by its share divided by its rank. If the sum is below leastLeading the question is
	// about something else, and nothing is lifted, because a lift could only do harm. The three numbers come from a sweep over four conversations, each of which chose about the same.
	leading      = 3
	leastLeading = .4
	// content is the greatest number of content words with which a question without a name or a number counts as naming no subject ("how much do they want for it?"; "rate limit" counts
	// too). For such a question one of the first leadingNameless hits is enough, and the bonus is namelessBonus.
	content         = 2
	leadingNameless = 5
	namelessBonus   = .5
	// Reach is the number of places from a member, in its session or document, within which a memory belongs to it, less with the distance. Memories similar to a member in meaning
	// or words are not lifted: that lost 1 to 4 points, since it ranks what was said already before the answer.
	Reach = 10
	// Depth is the number of best hits in which members are looked for.
	Depth = 100
)

// Belongs returns for each memory that belongs to some members how much, 0…1: for the members, and for memories near one. beside holds the distances in places, see
// [search.Index.Beside].
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

// Lift adds the bonus for belonging to the scores of the best hits, with a context in [0,1], and sorts them again, ties by id. A hit that scores no more than an average memory
// gains nothing. If the first hits do not belong, the question is about something else and no hit gains anything. It returns the gains.
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

// bonusOf returns the gain of a member: Bonus if the first hits of a question belong to the workspace, less if one hit does and the question names no subject, and otherwise
// 0.
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

// nameless reports whether a question counts as naming no subject: it is short, and has no name or number.
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

// Surroundings finds memories near a memory and linked with it.
type Surroundings struct {
	Beside func(ids []store.ID, n int) map[store.ID]int // see [search.Index.Beside]
	Edges  func(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
}

// Belonging returns for each memory that belongs to the workspace how much, 0…1: for members, memories near one, and memories linked with one, by the weight of the link. The
// workspace is that of a session or, with "", the one of the namespace that last judged a memory.
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
