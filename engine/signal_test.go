package engine

import (
	"context"
	"encoding/json"
	"math"
	"math/bits"
	"os"
	"slices"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// needed is how many of the 20 triples of a space must be right. Guessing reaches 15 with probability 2 %.
const needed = 15

// triples are a question, a text that must be closer in the space, and one that must be farther.
func triples(t *testing.T) map[string][][3]string {
	t.Helper()
	b, err := os.ReadFile("testdata/signal.json")
	if err != nil {
		t.Fatal(err)
	}
	var out map[string][][3]string // of a pair, the third is empty
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// values embeds texts in one space.
func values(t *testing.T, e *Engine, s models.Space, role batch.Role, texts ...string) []fingerprint.Value {
	t.Helper()
	out := make([]fingerprint.Value, len(texts))
	for i, text := range texts {
		r, err := e.sched.Embed(context.Background(), e.job(text, "", e.now(), role, models.SetOf(s)))
		if err != nil {
			t.Fatal(err)
		}
		out[i] = r[0].Values[s]
	}
	return out
}

// similarity is that of the specification, in float: cosine, dot of weights, share of equal bits, MaxSim; for E5 from the question as a
// cause to the text as an effect. A text without a value in the space is farther than any other.
func similarity(s models.Space, q, d fingerprint.Value) float64 {
	if d.Absent() {
		return math.Inf(-1)
	}
	w := s.Info().Width
	switch s.Info().Kind {
	case models.Pair:
		return dot(q.Dense[:w], d.Dense[w:])
	case models.Terms:
		sum, j := 0.0, 0
		for _, x := range q.Terms {
			for j < len(d.Terms) && d.Terms[j].ID < x.ID {
				j++
			}
			if j < len(d.Terms) && d.Terms[j].ID == x.ID {
				sum += float64(x.Weight) * float64(d.Terms[j].Weight)
			}
		}
		return sum
	case models.Binary:
		differ := 0
		for i := range q.Bits {
			differ += bits.OnesCount64(q.Bits[i] ^ d.Bits[i])
		}
		return 1 - 2*float64(differ)/float64(w)
	case models.Tokens:
		sum := 0.0
		for i := 0; i < len(q.Vectors); i += w {
			best := math.Inf(-1)
			for j := 0; j < len(d.Vectors); j += w {
				best = max(best, dot(q.Vectors[i:i+w], d.Vectors[j:j+w]))
			}
			sum += best
		}
		return sum / float64(len(q.Vectors)/w)
	}
	return dot(q.Dense, d.Dense)
}

func dot(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestEverySpaceCarriesItsSignal(t *testing.T) {
	e := open(t, "")
	sets := triples(t)
	for _, s := range stored.Spaces() {
		set := sets[s.Code()]
		if len(set) != 20 {
			t.Fatalf("%s has %d triples, want 20", s, len(set))
		}
		right := 0
		for _, x := range set {
			q := values(t, e, s, batch.Query, x[0])[0]
			if q.Absent() {
				t.Errorf("%s has no value for %q", s, x[0])
				continue
			}
			d := values(t, e, s, batch.Passage, x[1], x[2])
			if similarity(s, q, d[0]) > similarity(s, q, d[1]) {
				right++
			} else {
				t.Logf("%s: %q is closer to %q than to %q", s, x[0], x[2], x[1])
			}
		}
		t.Logf("%s: %d of 20", s, right)
		if right < needed {
			t.Errorf("%s gets %d of 20 right, want %d", s, right, needed)
		}
	}
}

// TestCausalKnowsTheDirection checks that a cause leads to its effect rather than the effect to its cause, on 100 pairs of the kind
// that engineers write down. Guessing reaches 61 with probability 2 %. (On everyday sentences this first model is barely
// above chance; its model card says so.)
func TestCausalKnowsTheDirection(t *testing.T) {
	e := open(t, "")
	b, err := os.ReadFile("testdata/signal.json")
	if err != nil {
		t.Fatal(err)
	}
	var sets map[string][][]string
	if err := json.Unmarshal(b, &sets); err != nil {
		t.Fatal(err)
	}
	right, set := 0, sets["E5 direction"]
	for _, x := range set {
		v := values(t, e, models.Causal, batch.Passage, x[0], x[1])
		if similarity(models.Causal, v[0], v[1]) > similarity(models.Causal, v[1], v[0]) {
			right++
		}
	}
	t.Logf("%d of %d", right, len(set))
	if len(set) != 100 || right < 61 {
		t.Errorf("%d of %d directions are right, want 61 of 100", right, len(set))
	}
}

// TestNoTwoSpacesAreCopies compares how the spaces order the pairs of the sample notes.
func TestNoTwoSpacesAreCopies(t *testing.T) {
	e := open(t, "")
	notes := sampleNotes(t)
	var ranks [models.Count][]float64
	for _, s := range stored.Spaces() {
		texts := make([]string, len(notes))
		for i, n := range notes {
			texts[i] = n.Content
		}
		v := values(t, e, s, batch.Passage, texts...)
		var sims []float64
		for i := range v {
			for j := range i {
				sims = append(sims, similarity(s, v[i], v[j]))
			}
		}
		ranks[s] = rankOf(sims)
	}
	for _, a := range stored.Spaces() {
		for _, b := range stored.Spaces() {
			if a < b {
				if r := pearson(ranks[a], ranks[b]); r > .95 {
					t.Errorf("%s and %s order the pairs alike: Spearman %.3f", a, b, r)
				}
			}
		}
	}
}

func rankOf(v []float64) []float64 {
	order := make([]int, len(v))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if v[a] < v[b] {
			return -1
		}
		return 1
	})
	out := make([]float64, len(v))
	for r, i := range order {
		out[i] = float64(r)
	}
	return out
}

func pearson(x, y []float64) float64 {
	n := float64(len(x))
	var sx, sy, sxx, syy, sxy float64
	for i := range x {
		sx, sy, sxx, syy, sxy = sx+x[i], sy+y[i], sxx+x[i]*x[i], syy+y[i]*y[i], sxy+x[i]*y[i]
	}
	return (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
}
