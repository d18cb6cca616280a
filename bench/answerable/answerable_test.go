package answerable

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"asterism/engine/relevance"
)

func TestLogisticFindsTheWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want := []float64{1.5, -0.7, 0.4}
	var x [][]float64
	var labels, counts []float64
	for range 40_000 {
		row := []float64{rng.NormFloat64(), rng.NormFloat64()}
		p := 1 / (1 + math.Exp(-(want[0]*row[0] + want[1]*row[1] + want[2])))
		label := 0.0
		if rng.Float64() < p {
			label = 1
		}
		x, labels, counts = append(x, row), append(labels, label), append(counts, 1)
	}
	for i, w := range logistic(x, labels, counts, 1) {
		if math.Abs(w-want[i]) > .06 {
			t.Errorf("weight %d is %.3f, want %.1f", i, w, want[i])
		}
	}
}

// drawn are cases whose right hits have more of the first feature, and which a model that is made of it alone judges as often right as it says.
func drawn(n int) (out []Case) {
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range n {
		c := Case{Set: []string{"a", "b"}[i%2], Kind: []Kind{In, Out, Other}[i%3], Small: i%5 == 0}
		for range 3 {
			f := make([]float64, len(relevance.Known))
			z := rng.NormFloat64() * 2
			f[0] = z
			c.Hits = append(c.Hits, Judged{f, rng.Float64() < 1/(1+math.Exp(-z))})
		}
		out = append(out, c)
	}
	return out
}

func TestFitComesTrue(t *testing.T) {
	cases := drawn(6000)
	m := Fit(cases)
	if math.Abs(m.Weights[0]*m.Slope-1) > .1 {
		t.Errorf("the weight that decides is %.3f with slope %.3f, want 1 together", m.Weights[0], m.Slope)
	}
	for i, w := range m.Weights {
		if w*float64(relevance.Known[i].Sign) < 0 {
			t.Errorf("weight of %q is %v", relevance.Known[i].Name, w)
		}
	}
	for i, b := range Measure(cases, m).Bins {
		if top := int(10 * relevance.Most); i > top && b.Hits > 0 {
			t.Errorf("%d hits are said to be right by more than %v: %+v", b.Hits, relevance.Most, b)
		} else if i < top && (b.Hits == 0 || math.Abs(b.Said-b.Was) > .05) {
			t.Errorf("tenth %d: %+v", i, b)
		}
	}
}

func TestMeasure(t *testing.T) {
	m := &relevance.Model{Weights: make([]float64, len(relevance.Known)), Slope: 1}
	m.Weights[0] = 1
	hit := func(z float64, right bool) []Judged {
		f := make([]float64, len(relevance.Known))
		f[0] = z
		return []Judged{{f, right}}
	}
	f := Measure([]Case{
		{Set: "a", Kind: In, Hits: hit(-.5, true)}, {Set: "a", Kind: In, Hits: hit(-2, false)},
		{Set: "a", Kind: Out, Hits: hit(-1, false)}, {Set: "a", Kind: Other, Hits: hit(-5, false)},
	}, m)
	if f.SameField != .5 || f.OtherField != 1 || f.AUC != .75 || f.Bound != .75 {
		t.Errorf("same field %v, other field %v, both %v, bound %v; want .5, 1, .75, .75", f.SameField, f.OtherField, f.AUC, f.Bound)
	}
	if !math.IsNaN(f.Small) {
		t.Errorf("no small store was asked, and its figure is %v", f.Small)
	}
	if f.Recall != 1 || math.Abs(f.Precision-2.0/3) > 1e-9 {
		t.Errorf("recall %v, precision %v", f.Recall, f.Precision)
	}
	if f.Bins[3].Hits != 1 || f.Bins[3].Was != 1 || f.Bins[2].Was != 0 {
		t.Errorf("bins %v", f.Bins)
	}
}

func TestTell(t *testing.T) {
	m := &relevance.Model{Weights: make([]float64, len(relevance.Known)), Slope: 1}
	m.Weights[0] = 1
	hits := func(z float64, right bool) []Judged {
		f := make([]float64, len(relevance.Known))
		f[0] = z
		return []Judged{{f, right}}
	}
	cases := []Case{
		{Set: "a", Kind: In, Hits: hits(-1, true)}, {Set: "a", Kind: In, Hits: hits(-5, true)}, {Set: "a", Kind: In, Hits: hits(-5, false)},
		{Set: "a", Kind: Out, Hits: hits(-1, false)}, {Set: "a", Kind: Out, Hits: hits(-5, false)}, {Set: "b", Kind: Out, Hits: hits(-5, false)}, {Set: "b", Kind: Other, Hits: hits(-5, false)},
	}
	if got := Tell(cases, m, .05); got.Shown != .5 || math.Abs(got.With-2.0/3) > 1e-9 || got.SameField != .75 || got.OtherField != 1 {
		t.Errorf("told %+v; want .5 of those whose answer is shown, 2/3 with an answer, the mean of .5 and 1 in the same field, all in another", got)
	}
	for i, l := range ToldTable(cases, m)[1:] {
		if l.With < ToldTable(cases, m)[i].With {
			t.Errorf("below %v fewer are told than below less", l.Below)
		}
	}
}

// Two notes that answer one question would make a right hit a wrong one.
func TestNotesAnswerDifferentQuestions(t *testing.T) {
	notes, asked := Notes(), map[string]string{}
	for _, n := range notes {
		if strings.ContainsAny(n.Text, "{}") || len(n.Asked) == 0 {
			t.Errorf("note %q asks %q", n.Text, n.Asked)
		}
		for _, q := range n.Asked {
			if other, ok := asked[q]; ok && other != n.Text {
				t.Errorf("%q is answered by %q and %q", q, other, n.Text)
			}
			asked[q] = n.Text
		}
	}
}
