package drift

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

func TestAMeasurementIsAMeanASpaceThenTheStrategy(t *testing.T) {
	var tally Tally
	a, b, raw := absent(), absent(), absent()
	a[models.Semantic], a[models.Sparse] = .9, .5
	b[models.Semantic] = .7
	raw[models.Semantic], raw[models.Sparse] = .25, 12.5
	tally.Add(&raw, &a)
	tally.Add(&raw, &b)
	m, err := tally.Measure(Cosine, EqualWeights(), DefaultThresholds)
	if err != nil {
		t.Fatal(err)
	}
	e1, e6, e7 := m.Spaces[models.Semantic], m.Spaces[models.Sparse], m.Spaces[models.Code]
	if math.Abs(e1.Similarity-.8) > 1e-9 || e1.Memories != 2 || e1.Level != Low || math.Abs(e1.Raw-.25) > 1e-9 {
		t.Errorf("E1 is %+v, want .8 (Low) over 2 memories, raw .25", e1)
	}
	if math.Abs(e6.Similarity-.5) > 1e-9 || e6.Memories != 1 || e6.Level != High || math.Abs(e6.Raw-12.5) > 1e-9 {
		t.Errorf("E6 is %+v, want .5 (High) over the 1 memory that has it, raw 12.5", e6)
	}
	if !math.IsNaN(e7.Similarity) || !math.IsNaN(e7.Raw) || e7.Level != "" || e7.Memories != 0 {
		t.Errorf("E7, which no memory has, is %+v", e7)
	}
	if math.Abs(m.Similarity-.65) > 1e-9 || m.Level != Low || m.Analyzed != 2 || m.Strategy != Cosine || !m.Drifted() {
		t.Errorf("overall %+v, want .65, Low, 2 memories", m)
	}
	if math.Abs(m.DriftScore()-.35) > 1e-9 {
		t.Errorf("drift score %g, want .35", m.DriftScore())
	}
}

// A space that only the goals below the reference have is aligned without a raw similarity to the reference itself.
func TestRawSimilaritiesMayBeAbsent(t *testing.T) {
	var tally Tally
	a, raw := absent(), absent()
	a[models.Code] = .6
	tally.Add(&raw, &a)
	m, err := tally.Measure(Cosine, EqualWeights(), DefaultThresholds)
	if err != nil {
		t.Fatal(err)
	}
	if e7 := m.Spaces[models.Code]; math.Abs(e7.Similarity-.6) > 1e-9 || e7.Memories != 1 || !math.IsNaN(e7.Raw) {
		t.Errorf("E7 is %+v, want .6 without a raw value", e7)
	}
}

func TestNothingIsNotMeasured(t *testing.T) {
	var tally Tally
	if _, err := tally.Measure(Cosine, EqualWeights(), DefaultThresholds); !errors.Is(err, ErrNothing) {
		t.Errorf("a measurement of no memories gave %v", err)
	}
	a := absent()
	tally.Add(&a, &a)
	if m, err := tally.Measure(Cosine, EqualWeights(), DefaultThresholds); !errors.Is(err, ErrNothing) || m.Analyzed != 1 {
		t.Errorf("a measurement of a memory without values gave %v over %d", err, m.Analyzed)
	}
}

// The order of memories must not change the last bit: repeating a measurement over other parts gives the same result.
func TestAMeasurementIsTheSameInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var many []Vector
		for range rapid.IntRange(1, 30).Draw(t, "memories") {
			many = append(many, drawSimilarities(t))
		}
		other := rapid.Permutation(many).Draw(t, "order")
		strategy := rapid.SampledFrom(Strategies).Draw(t, "strategy")
		a, b := measured(t, many, strategy), measured(t, other, strategy)
		if a.Similarity != b.Similarity {
			t.Fatalf("similarity %v, and %v in another order", a.Similarity, b.Similarity)
		}
	})
}

func measured(t *rapid.T, many []Vector, s Strategy) Measurement {
	var tally Tally
	for i := range many {
		tally.Add(&many[i], &many[i])
	}
	m, err := tally.Measure(s, EqualWeights(), DefaultThresholds)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMostDriftedAreTheWorstFiveThatDrifted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := measured(t, []Vector{drawSimilarities(t)}, Cosine)
		most := m.MostDrifted()
		drifted := 0
		for _, d := range m.Spaces {
			if d.Level != "" && d.Level != None {
				drifted++
			}
		}
		if len(most) != min(drifted, 5) {
			t.Fatalf("%d most drifted of %d", len(most), drifted)
		}
		for i, s := range most {
			if i > 0 && m.Spaces[s].Similarity < m.Spaces[most[i-1]].Similarity {
				t.Fatalf("%s comes after a better one", s)
			}
		}
		for s, d := range m.Spaces {
			if d.Level != "" && d.Level != None && !slices.Contains(most, models.Space(s)) && d.Similarity < m.Spaces[most[len(most)-1]].Similarity {
				t.Fatalf("%s is worse than the last of %v and left out", models.Space(s), most)
			}
		}
	})
}

func TestEveryDriftedSpaceIsToldWhatToDo(t *testing.T) {
	var tally Tally
	v := Vector{.9, .8, .59, .56, .54, .41, .39, .1, .58, .75, .85, .2, .3}
	tally.Add(&v, &v)
	m, err := tally.Measure(Cosine, EqualWeights(), DefaultThresholds)
	if err != nil {
		t.Fatal(err)
	}
	got := Recommend(&m)
	want := []models.Space{7, 11, 12, 6, 5, 4, 3, 8, 2} // below .60, the least similar first
	if len(got) != len(want) {
		t.Fatalf("%d recommendations, want %d", len(got), len(want))
	}
	for i, r := range got {
		priority := "medium"
		if v[want[i]] < .55 {
			priority = "high"
		}
		if r.Space != want[i] || r.Priority != priority || !strings.Contains(r.Issue, "similarity 0.") || strings.Contains(r.Issue, "%!") {
			t.Errorf("recommendation %d is %+v, want %s with priority %s", i, r, want[i], priority)
		}
	}
	for level, advised := range map[Level]bool{None: false, Low: false, Medium: true, High: true, Critical: true} {
		at := m
		if at.Level = level; (len(Recommend(&at)) > 0) != advised {
			t.Errorf("at level %s %d spaces are advised on", level, len(Recommend(&at)))
		}
	}
	m.ReferenceType = ToCentroid
	for i, r := range Recommend(&m) {
		if r.Suggestion == got[i].Suggestion || strings.Contains(r.Issue+r.Suggestion, "goal") {
			t.Errorf("without a goal %q, %q is advised", r.Issue, r.Suggestion)
		}
	}
}

func TestEverySpaceHasWordsOfItsOwn(t *testing.T) {
	said := map[string]models.Space{}
	for s := range models.Catalog {
		a := models.Catalog[s].Advice
		for _, text := range []string{a.Issue, a.Goal, a.Centre} {
			if other, ok := said[text]; ok || text == "" {
				t.Errorf("%s and %s have the same words %q", models.Space(s), other, text)
			}
			said[text] = models.Space(s)
		}
		if strings.Count(a.Issue, "%s") != 1 {
			t.Errorf("%s: %q does not name the reference once", models.Space(s), a.Issue)
		}
	}
}
