package purpose

import (
	"math"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/models"

	"pgregory.net/rapid"
)

// TestStrangersReadBelowTheMiddle: the texts of a cohort have an alignment of about a third with a goal, the goal itself far more.
func TestStrangersReadBelowTheMiddle(t *testing.T) {
	values := drawn(1, contentSpaces)
	r, err := Calibrate(&values, strangers(t, 150, contentSpaces))
	if err != nil {
		t.Fatal(err)
	}
	m := (&Tree{Aim: Aim{Reference: r}}).Meter()
	sum := [models.Count]float64{}
	const n = 200
	for i := range uint64(n) {
		other := drawn(50_000+i, contentSpaces)
		record := packed(t, &other)
		got, err := m.Measure(&record)
		if err != nil {
			t.Fatal(err)
		}
		for s, a := range got[0].Aligned {
			sum[s] += a / n
		}
	}
	itself := packed(t, &values)
	got, err := m.Measure(&itself)
	if err != nil {
		t.Fatal(err)
	}
	self := got[0].Aligned
	for s := range sum {
		if !contentSpaces.Has(models.Space(s)) {
			if !math.IsNaN(sum[s]) {
				t.Errorf("%v has an alignment", models.Space(s))
			}
			continue
		}
		if sum[s] < .25 || sum[s] > .5 {
			t.Errorf("%v: strangers read %.3f on the mean", models.Space(s), sum[s])
		}
		if self[s] < .95 {
			t.Errorf("%v: the goal itself reads %.3f", models.Space(s), self[s])
		}
	}
}

// TestAlignmentGrowsWithSimilarity, is within [0,1], and is absent if an input is.
func TestAlignmentGrowsWithSimilarity(t *testing.T) {
	values := drawn(2, contentSpaces)
	r, err := Calibrate(&values, strangers(t, 40, contentSpaces))
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(-1, 1).Draw(t, "x"), rapid.Float64Range(-1, 1).Draw(t, "y")
		b := rapid.Float64Range(-1, 1).Draw(t, "background")
		low, high := r.Align(raws(min(x, y))[0], raws(b)[0]), r.Align(raws(max(x, y))[0], raws(b)[0])
		for s := range low {
			if !contentSpaces.Has(models.Space(s)) {
				continue
			}
			if !(low[s] >= 0 && high[s] <= 1 && low[s] <= high[s]+1e-12) {
				t.Fatalf("%v: %v of %v, %v of %v", models.Space(s), low[s], min(x, y), high[s], max(x, y))
			}
		}
	})
	for s, a := range r.Align(raws(math.NaN())[0], raws(0)[0]) {
		if !math.IsNaN(a) {
			t.Errorf("%v is absent and reads %v", models.Space(s), a)
		}
	}
}

// TestRoundingIsNoAlignment: with a cohort of equal texts, the least difference would be many deviations.
func TestRoundingIsNoAlignment(t *testing.T) {
	spaces := models.SetOf(models.Semantic)
	values, other := drawn(3, spaces), drawn(4, spaces)
	var cohort []fingerprint.Fingerprint
	for range 20 {
		cohort = append(cohort, other)
	}
	r, err := Calibrate(&values, strangersOf(t, cohort))
	if err != nil {
		t.Fatal(err)
	}
	if a := r.Align(raws(r.Mean[0] + 1e-5)[0], [models.Count]float64{})[0]; a > .2 {
		t.Errorf("as like as the cohort reads %v", a)
	}
}

// TestBackgroundTakesTheFormAway: a memory of many tokens is nearer to everything, and not nearer to a goal.
func TestBackgroundTakesTheFormAway(t *testing.T) {
	spaces := models.SetOf(models.LateInteraction)
	values := drawn(5, spaces)
	r, err := Calibrate(&values, strangers(t, 100, spaces))
	if err != nil {
		t.Fatal(err)
	}
	m := (&Tree{Aim: Aim{Reference: r}}).Meter()
	long, plain := 0.0, 0.0
	const n = 60
	for i := range uint64(n) {
		var v fingerprint.Fingerprint
		for k := range uint64(40) {
			part := drawn(70_000+100*i+k, spaces)
			v[models.LateInteraction].Vectors = append(v[models.LateInteraction].Vectors, part[models.LateInteraction].Vectors...)
		}
		record := packed(t, &v)
		got, err := m.Measure(&record)
		if err != nil {
			t.Fatal(err)
		}
		long += got[0].Aligned[models.LateInteraction] / n
		plain += (1 + (got[0].Raw[models.LateInteraction]-r.Mean[models.LateInteraction])/r.Spread[models.LateInteraction]) / n
	}
	if long > .6 || plain < 3 {
		t.Errorf("long strangers read %.2f (they stand %.1f deviations above without the background)", long, plain)
	}
}

func TestCalibrateRefuses(t *testing.T) {
	values, times := drawn(6, contentSpaces), fingerprint.Fingerprint{}
	times[models.TemporalPeriodic].Dense = make([]float32, 512)
	for name, c := range map[string]struct {
		values *fingerprint.Fingerprint
		cohort *Strangers
		says   string
	}{
		"few strangers":      {&values, strangers(t, 7, contentSpaces), "7 texts of the cohort"},
		"strangers lack one": {&values, strangers(t, 20, contentSpaces.Without(models.SetOf(models.Code))), "E7 code: 0 texts"},
		"nothing":            {&fingerprint.Fingerprint{}, strangers(t, 20, contentSpaces), "no space"},
		"a time only":        {&times, strangers(t, 20, contentSpaces), "no space"},
	} {
		if _, err := Calibrate(c.values, c.cohort); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
}

func TestMeasureNamesADamagedRecord(t *testing.T) {
	a := flat(goalNumber(7, NorthStar, 0), contentSpaces)
	record := packed(t, &a.Values)
	record[models.LateInteraction].Scales = record[models.LateInteraction].Scales[:0]
	if _, err := (&Tree{Aim: a}).Meter().Measure(&record); err == nil || !strings.Contains(err.Error(), "E12") || !strings.Contains(err.Error(), a.ID.String()) {
		t.Errorf("error %v", err)
	}
}

func TestOverallAndVerdict(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		aligned []float64
		theta   float64
		verdict Verdict
	}{
		{[]float64{.75}, .75, Optimal}, {[]float64{1, .5, nan}, .75, Optimal}, {[]float64{.7499999}, .7499999, Acceptable}, {[]float64{.70}, .70, Acceptable},
		{[]float64{.6999999}, .6999999, Warning}, {[]float64{.55}, .55, Warning}, {[]float64{.5499999}, .5499999, Critical}, {[]float64{0, nan}, 0, Critical},
		{[]float64{nan}, nan, ""}, {nil, nan, ""},
	} {
		var v [models.Count]float64
		for s := range v {
			v[s] = nan
		}
		copy(v[:], c.aligned)
		theta := Overall(v)
		if !(math.Abs(theta-c.theta) < 1e-12) && !(math.IsNaN(theta) && math.IsNaN(c.theta)) || VerdictOf(theta) != c.verdict {
			t.Errorf("%v: %v, %q", c.aligned, theta, VerdictOf(theta))
		}
	}
}

// TestMemoriesAreMeasuredAloneAsTogether, also those without a value in some space.
func TestMemoriesAreMeasuredAloneAsTogether(t *testing.T) {
	values := drawn(8, contentSpaces)
	r, err := Calibrate(&values, strangers(t, 10, contentSpaces))
	if err != nil {
		t.Fatal(err)
	}
	m := (&Tree{Aim: Aim{Reference: r}}).Meter()
	var records []*fingerprint.Record
	for i := range uint64(9) {
		v := drawn(90+i, contentSpaces.Without(models.Set(1<<i|1<<(11*(i%2)))))
		record := packed(t, &v)
		records = append(records, &record)
	}
	together, err := m.Measure(records...)
	if err != nil {
		t.Fatal(err)
	}
	for i, record := range records {
		alone, err := m.Measure(record)
		if err != nil || !same(alone[0].Raw, together[i].Raw) || !same(alone[0].Aligned, together[i].Aligned) {
			t.Errorf("memory %d: %+v alone, %+v together, %v", i, alone, together[i], err)
		}
		for s, x := range together[i].Raw {
			v := fingerprint.Unpack(models.Space(s), &record[s])
			if want := fingerprint.Similarity(models.Space(s), &r.Values[s], &v); math.Abs(x-want) > 1e-4 || math.IsNaN(x) != math.IsNaN(want) {
				t.Errorf("memory %d, %v: %v, want %v", i, models.Space(s), x, want)
			}
		}
	}
	if got, err := m.Measure(); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
}
