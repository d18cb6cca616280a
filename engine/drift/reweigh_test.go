package drift

import (
	"math"
	"testing"

	"asterism/models"

	"pgregory.net/rapid"
)

func TestSpacesThatTellApartGetMoreSay(t *testing.T) {
	v := absent()
	v[models.Semantic], v[models.Causal], v[models.Code] = .9772498680518208, .8413447460685429, .45 // Φ(2), Φ(1), below chance
	got := Reweigh(v, 60)
	// d′ is 2, 1, 0 with the mean 1; 60 memories against 20: (60·2+20)/80, 1, 20/80
	want := EqualWeights()
	want[models.Semantic], want[models.Code] = 1.75, .5
	for s := range got {
		if math.Abs(got[s]-want[s]) > 1e-12 {
			t.Errorf("%s weighs %g, want %g", models.Space(s), got[s], want[s])
		}
	}
}

func TestWeightsAreBoundedAndFollowTheEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, n := drawSimilarities(t), rapid.IntRange(0, 10_000).Draw(t, "memories")
		got := Reweigh(v, n)
		for s, w := range got {
			if w < .5 || w > 2 {
				t.Fatalf("%s weighs %g", models.Space(s), w)
			}
			if (n == 0 || math.IsNaN(v[s])) && w != 1 {
				t.Fatalf("%s weighs %g without evidence", models.Space(s), w)
			}
			for o := range got {
				if v[s] > v[o] && w < got[o]-1e-12 {
					t.Fatalf("%s separates better than %s and weighs less", models.Space(s), models.Space(o))
				}
			}
		}
	})
}

func TestWithoutSeparationAllWeighAlike(t *testing.T) {
	v := absent()
	v[models.Semantic], v[models.Code] = .5, .3
	if got := Reweigh(v, 1000); got != EqualWeights() {
		t.Errorf("weights %v of spaces at chance", got)
	}
}

func TestGoalsWeighByTheWorkThatBelongsToThem(t *testing.T) {
	got := Share([]float64{.7, .7}, []int{60, 20})
	// shares .75 and .25 against .5 each: (80·1.5+20)/100, (80·.5+20)/100
	if math.Abs(got[0]-.98) > 1e-12 || math.Abs(got[1]-.42) > 1e-12 {
		t.Errorf("weights %v, want .98 and .42", got)
	}
	if got := Share([]float64{.7, .4}, []int{0, 0}); got[0] != .7 || got[1] != .4 {
		t.Errorf("weights %v without evidence", got)
	}
	if got := Share([]float64{.7, .4, .4}, []int{100_000, 0, 0}); got[1] != .2 || got[2] != .2 || got[0] > 1.4 {
		t.Errorf("weights %v are beyond their bounds", got)
	}
}

func TestShareKeepsWhatFitsAlready(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SliceOfN(rapid.IntRange(1, 500), 1, 6).Draw(t, "nearest")
		w := make([]float64, len(n))
		for i := range w {
			w[i] = float64(n[i]) / 500
		}
		for i, got := range Share(w, n) {
			if math.Abs(got-w[i]) > 1e-9 {
				t.Fatalf("weight %d went from %g to %g although the work is shared so", i, w[i], got)
			}
		}
	})
}
