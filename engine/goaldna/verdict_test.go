package goaldna

import (
	"math"
	"testing"
)

// TestJudge: the similarity and the standard score decide together; a step that is unlike all that is known of the work needs less to be off the goal, and the threshold of similarity holds on both sides.
func TestJudge(t *testing.T) {
	alone, plan := NewHybrid("bake bread"), NewHybrid("bake bread", "buy flour")
	for _, c := range []struct {
		similarity, score float64
		shared, unlike    bool
		alone, plan       Verdict
	}{
		{.9, 0, false, false, On, On},
		{.5, 0, false, false, Unclear, Unclear},
		{.5, 1.7, false, false, Unclear, Unclear},
		{.5, 1.7, true, false, On, Unclear},
		{.5, 2.5, false, false, On, On},
		{.29, .2, false, false, Unclear, Unclear},
		{.1, 0, false, false, Unclear, Off},
		{.1, 3, false, false, Unclear, Unclear},
		{.1, -1, false, false, Off, Off},
		{.1, 0, false, true, Off, Off},
		{.1, 2, false, true, Unclear, Off},
		{.14, 5, false, true, Unclear, Unclear}, // below the threshold nothing is on the goal
		{.2, -5, false, true, Unclear, Unclear}, // and above it nothing is off it
		{1e-9, 9, false, false, Unclear, Unclear},
	} {
		m := Measured{Similarity: c.similarity, Standing: standing(c.similarity, c.score)}
		if c.shared {
			m.Matched = []string{"bread"}
		}
		if got := alone.Judge(&m, DefaultOptions().Threshold, c.unlike); got != c.alone {
			t.Errorf("%+v: %v, want %v", c, got, c.alone)
		}
		if got := plan.Judge(&m, DefaultOptions().Threshold, c.unlike); got != c.plan {
			t.Errorf("%+v: with sub-goals %v, want %v", c, got, c.plan)
		}
	}
}

// TestStandingOfNear: the highest standard score counts, of those texts that have both cosines; without a cosine words stand alone.
func TestStandingOfNear(t *testing.T) {
	h, nan := NewHybrid("bake bread", "buy flour"), math.NaN()
	at := func(near ...Near) (similarity, score float64) {
		m := h.Measure("sift flour", near...)
		return m.Similarity, m.Standing - standing(m.Similarity, 0)
	}
	for _, c := range []struct {
		near []Near
		want float64
	}{
		{[]Near{{Meaning: .2, Belongs: .1, Score: 1.5}, {Meaning: .1, Belongs: .1, Score: -2}}, 1.5},
		{[]Near{{Meaning: .2, Belongs: .1, Score: -1.5}}, -1.5},
		{[]Near{{Meaning: .2, Belongs: nan, Score: 4}, {Meaning: .1, Belongs: .1, Score: .5}}, .5},
		{[]Near{{Meaning: nan, Belongs: nan}}, 0},
		{nil, 0},
	} {
		if _, got := at(c.near...); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v: %v, want %v", c.near, got, c.want)
		}
	}
	if n := len(Elsewhere()); n < 90 {
		t.Errorf("%d texts of other work", n)
	}
}
