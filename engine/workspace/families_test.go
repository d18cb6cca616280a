package workspace

import (
	"math"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"

	"pgregory.net/rapid"
)

// TestFamiliesAreTheNearCopies: a space with the same similarities as another is in its family; one with its own values is not.
func TestFamiliesAreTheNearCopies(t *testing.T) {
	texts := strangers()
	if got, err := FamiliesOf(texts); err != nil || got != (Families{}) {
		t.Errorf("of spaces drawn each by itself: %v, %v", got, err)
	}
	copied := models.Multimodal
	wide := models.Semantic.Info().Width
	for i := range texts {
		v := make([]float32, copied.Info().Width)
		copy(v, texts[i][models.Semantic].Dense[:min(wide, len(v))])
		texts[i][copied] = fingerprint.Value{Dense: toUnit(v)}
	}
	got, err := FamiliesOf(texts)
	if err != nil || got[models.Semantic] == 0 || got[models.Semantic] != got[copied] {
		t.Errorf("of a copy: %v, %v", got, err)
	}
	for s, n := range got {
		if space := models.Space(s); n != 0 && space != models.Semantic && space != copied {
			t.Errorf("%v is in family %d", space, n)
		}
	}
	if few, err := FamiliesOf(texts[:5]); err != nil || few != (Families{}) {
		t.Errorf("of five texts: %v, %v", few, err)
	}
}

func toUnit(v []float32) []float32 {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}

// TestChainsOfCopiesAreOneFamily: a third space that belongs to two families merges them.
func TestChainsOfCopiesAreOneFamily(t *testing.T) {
	f := Families{0: 1, 1: 1, 3: 2, 4: 2}
	f.join(4, 1)
	if f != (Families{0: 1, 1: 1, 3: 1, 4: 1}) {
		t.Errorf("%v", f)
	}
}

// TestACopyOfASpaceChangesNothing: adding a copy of a space to its family does not change order and fit.
func TestACopyOfASpaceChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPercentiles(t)
		a := rapid.IntRange(0, models.Count-1).Draw(t, "space")
		b := rapid.IntRange(0, models.Count-1).Draw(t, "copy")
		k := rapid.Float64Range(0, MaxCoupling).Draw(t, "k")
		if a == b {
			return
		}
		p[b] = math.NaN()
		more := p
		more[b] = p[a]
		f := Families{}
		f[a], f[b] = 1, 1
		one, two := f.voices(&p), f.voices(&more)
		if r, s := Synchrony(&one, k), Synchrony(&two, k); math.Abs(r-s) > 1e-12 || math.IsNaN(r) != math.IsNaN(s) {
			t.Errorf("r %v, with a copy %v", r, s)
		}
		if x, y := one.Mean(), two.Mean(); math.Abs(x-y) > 1e-12 {
			t.Errorf("fit %v, with a copy %v", x, y)
		}
	})
}

// TestACampOfCopiesIsOneVoice: five spaces of one table are not a majority over two others.
func TestACampOfCopiesIsOneVoice(t *testing.T) {
	p, w := absent, New("n", "", Options{})
	for s := range 7 {
		p[s] = .95
		if s > 4 {
			p[s] = .3
		}
	}
	th := &Thought{Coherence: .6}
	before := w.judged(p, th)
	w.SetFamilies(Families{1, 1, 1, 1, 1})
	after := w.judged(p, th)
	if after.R >= before.R || after.Fit >= before.Fit || math.Abs(after.Fit-(.95+.3+.3)/3) > 1e-12 {
		t.Errorf("r %.3f, fit %.3f; each by itself %.3f, %.3f", after.R, after.Fit, before.R, before.Fit)
	}
}
