package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/engine/store"
	"asterism/engine/words"
	"asterism/models"
)

// spoken gives the memories of an index texts of some invented words, rare and common ones, and adds them again; every ninth has no text, and every
// eleventh is removed.
func spoken(t *testing.T, ix *Index, all map[store.ID]*store.Memory, r *rand.Rand) {
	t.Helper()
	ids := make([]store.ID, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, compareIDs)
	for i, id := range ids {
		if i%11 == 3 {
			ix.Remove(id)
			delete(all, id)
			continue
		}
		m := all[id]
		if m.Version++; i%9 > 0 {
			m.Content, m.Rationale = invented(r, 1+r.IntN(90)), invented(r, r.IntN(3))
		}
		if err := ix.Add(m); err != nil {
			t.Fatal(err)
		}
	}
}

// invented returns n words out of a hundred, the first ones often.
func invented(r *rand.Rand, n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = "x" + strings.Repeat("q", int(100*math.Pow(r.Float64(), 3))/10) + string(rune('b'+r.IntN(10)))
	}
	return strings.Join(out, " ")
}

// said holds how often each word occurs in a memory's text, and the number of words.
type said struct {
	n      map[uint16]float64
	length float64
}

func saidBy(all map[store.ID]*store.Memory) map[store.ID]said {
	out := map[store.ID]said{}
	for id, m := range all {
		counts, total := words.Of(m.Content, m.Rationale)
		s := said{map[uint16]float64{}, float64(total)}
		for _, c := range counts {
			s.n[c.ID] = float64(c.N)
		}
		out[id] = s
	}
	return out
}

// slowCover computes the formula of words.go by definition, with or without the memories before one; all are those that passed the filter.
func slowCover(text string, m *store.Memory, all map[store.ID]*store.Memory, by map[store.ID]said, context bool) float64 {
	asked, _ := words.Of(text)
	sum, total := 0.0, 0.0
	var before []*store.Memory
	share := min(1, max(0, (100-float64(m.Tokens[models.LateInteraction]))/40))
	if context && share > 0 {
		before = slowBefore(m, all)
	}
	weigh := func(m *store.Memory, id uint16) float64 {
		n := by[m.ID].n[id]
		return n * 2.2 / (n + 1.2*(1-0.75+0.75*by[m.ID].length/60))
	}
	length := float64(m.Tokens[models.LateInteraction])
	for _, b := range before {
		length += share * float64(b.Tokens[models.LateInteraction])
	}
	factor := func(l float64) float64 { return 1 / (1 + 1.2*(1-0.75+0.75*l/80)) }
	for _, a := range asked {
		with := 0.0
		for _, o := range by {
			if o.n[a.ID] > 0 {
				with++
			}
		}
		idf := math.Pow(math.Log(1+(float64(len(all))-with+0.5)/(with+0.5)), 1.1)
		total += idf
		most := weigh(m, a.ID)
		for _, b := range before {
			most = max(most, share*weigh(b, a.ID))
		}
		sum += float64(a.N) * idf * most
	}
	return sum / total * factor(length) / factor(float64(m.Tokens[models.LateInteraction]))
}

// TestWordsEqualTheirDefinition: what words add to a score, alone, among the memories of a namespace, and with the preceding memories.
func TestWordsEqualTheirDefinition(t *testing.T) {
	ix, all, r := conversations(t, 8, 1500) // a sealed chunk and one that is being filled
	spoken(t, ix, all, r)
	q := randomQuestion(4)
	q.TopK, q.Exact, q.Weights[models.LateInteraction] = len(all), true, 0 // which memories E12 compares depends on the other scores
	q.Filter.Namespace = "a"
	for id, m := range all {
		if m.Namespace != q.Filter.Namespace {
			delete(all, id)
		}
	}
	by := saidBy(all)
	for _, context := range []bool{false, true} {
		q.WithoutContext, q.Text = !context, ""
		silent := map[store.ID]Hit{}
		for _, h := range mustSearch(t, ix, q).Hits {
			silent[h.ID] = h
		}
		q.Text = "xb, the xqqqc? xqqqqqqqd xb nobody said so far"
		found, gained := mustSearch(t, ix, q).Hits, 0
		if len(found) != len(all) || len(found) < 200 {
			t.Fatalf("%d hits of %d memories", len(found), len(all))
		}
		for _, h := range found {
			alone, whole := slowCover(q.Text, all[h.ID], all, by, false), slowCover(q.Text, all[h.ID], all, by, context)
			if math.Abs(h.Words-alone) > 1e-3 {
				t.Errorf("%v: words add %v, want %v", h.ID, h.Words, alone)
			}
			if got := h.Score - silent[h.ID].Score; math.Abs(got-whole) > 2e-3 {
				t.Errorf("%v: a score with words is %v greater, want %v", h.ID, got, whole)
			}
			if alone > 0 {
				gained++
			}
		}
		if gained < 50 || gained == len(found) {
			t.Errorf("%d of %d memories say a word: too many or too few to tell", gained, len(found))
		}
	}
}

// TestOneWordIsFoundAmongMany: if not all rows are compared, memories that would not be selected are selected by a word that no other
// contains. They are those with the next best estimates: the error of codes of random vectors is greater than a word's weight, so the very
// last would stay out.
func TestOneWordIsFoundAmongMany(t *testing.T) {
	ix, all := randomIndex(t, 6, 2*chunkRows+100, 0)
	few, more := Sizes{Few: 100, Candidates: 40}, Sizes{Few: 100, Candidates: 400}
	q := randomQuestion(2)
	q.TopK, q.WithoutContext = MaxTopK, true // otherwise memories that follow others are selected too
	ix.Sizes(few)
	selected := mustSearch(t, ix, q).Hits
	ix.Sizes(more)
	next := slices.DeleteFunc(mustSearch(t, ix, q).Hits, func(h Hit) bool { return slices.ContainsFunc(selected, h.is) })
	ix.Sizes(few)
	q.Text, q.TopK = "what is E_QUOKKA_42?", 40
	for i := 0; i < len(next); i += 10 {
		before := all[next[i].ID]
		said := *before
		said.Version, said.Content = before.Version+1, "E_QUOKKA_42"
		mustAdd(t, ix, &said)
		if hits := mustSearch(t, ix, q).Hits; !slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == said.ID && h.Words > 0 }) {
			t.Errorf("%v, the %d. of %d, is not among %d hits", said.ID, i, len(next), len(hits))
		}
		said.Version, said.Content = said.Version+1, before.Content
		mustAdd(t, ix, &said)
	}
	if len(next) < 300 {
		t.Errorf("only %d memories come next", len(next))
	}
}

// is reports whether two hits are of one memory.
func (h Hit) is(o Hit) bool { return h.ID == o.ID }

func mustAdd(t testing.TB, ix *Index, m *store.Memory) {
	t.Helper()
	if err := ix.Add(m); err != nil {
		t.Fatal(err)
	}
}

// TestQuestionWithoutWords: a question of stop words only, or of none, is answered as without words.
func TestQuestionWithoutWords(t *testing.T) {
	ix, all, r := conversations(t, 9, 300)
	spoken(t, ix, all, r)
	q := randomQuestion(1)
	q.TopK = 50
	want := mustSearch(t, ix, q).Hits
	for _, text := range []string{"?!", "what is it", " "} {
		q.Text = text
		if err := sameHits(mustSearch(t, ix, q).Hits, want); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
