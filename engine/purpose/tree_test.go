package purpose

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"asterism/models"

	"github.com/google/uuid"
)

// raws gives every probe the same similarity in all spaces, except those that are NaN.
func raws(each ...float64) (out [][models.Count]float64) {
	for _, x := range each {
		var v [models.Count]float64
		for s := range v {
			v[s] = x
		}
		out = append(out, v)
	}
	return out
}

// alignOf returns a single goal's alignment for a similarity.
func alignOf(x float64) float64 {
	a := flat(goalNumber(1, NorthStar, 0), models.SetOf(models.Semantic))
	return a.Align(raws(x)[0], [models.Count]float64{})[models.Semantic]
}

// TestTreesCombine: own and children's shares, computed by hand.
func TestTreesCombine(t *testing.T) {
	star, plan, other := goalNumber(1, NorthStar, 0), goalNumber(2, Strategic, 1), goalNumber(3, Strategic, 1)
	step, now := goalNumber(4, Tactical, 2), goalNumber(5, Immediate, 1)
	f, gone := alignOf, math.NaN()
	for name, c := range map[string]struct {
		goals   []Goal
		similar []float64 // in the order of All: parents before children, older before younger
		want    float64
	}{
		"alone":                     {[]Goal{star}, []float64{.4}, f(.4)},
		"one child":                 {[]Goal{star, plan}, []float64{.4, 1}, .7*f(.4) + .3*f(1)},
		"two alike":                 {[]Goal{star, plan, other}, []float64{.4, 1, -1}, .7*f(.4) + .3*(f(1)+f(-1))/2},
		"of two levels":             {[]Goal{star, plan, now}, []float64{.4, 1, -1}, .7*f(.4) + .3*(.7*f(1)+.2*f(-1))/.9},
		"grandchild":                {[]Goal{star, plan, step}, []float64{.4, 1, -1}, .7*f(.4) + .3*(.7*f(1)+.3*f(-1))},
		"all":                       {[]Goal{now, step, other, plan, star}, []float64{0, 1, .5, -.5, 2}, .7*f(0) + .3*(.7*(.7*f(1)+.3*f(.5))+.7*f(-.5)+.2*f(2))/1.6},
		"own is absent":             {[]Goal{star, plan}, []float64{gone, 1}, f(1)},
		"a child is absent":         {[]Goal{star, plan, other}, []float64{.4, gone, 1}, .7*f(.4) + .3*f(1)},
		"the children are absent":   {[]Goal{star, plan}, []float64{.4, gone}, f(.4)},
		"only a grandchild present": {[]Goal{star, plan, step}, []float64{.4, gone, 1}, .7*f(.4) + .3*f(1)},
		"all are absent":            {[]Goal{star, plan}, []float64{gone, gone}, gone},
	} {
		var aims []Aim
		for _, g := range c.goals {
			aims = append(aims, flat(g, contentSpaces))
		}
		tree, err := Grow(aims)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m := tree.Meter()
		if len(m.Probes()) != len(c.goals)+1 { // the goals share one background
			t.Errorf("%s: %d probes of %d goals", name, len(m.Probes()), len(c.goals))
		}
		got := m.Align(append(raws(c.similar...), raws(0)...))
		for _, s := range contentSpaces.Spaces() {
			if math.Abs(got[s]-c.want) > 1e-12 && !(math.IsNaN(got[s]) && math.IsNaN(c.want)) {
				t.Errorf("%s: %v is %v, want %v", name, s, got[s], c.want)
			}
		}
		if !math.IsNaN(got[models.TemporalRecent]) {
			t.Errorf("%s: a goal has a moment", name)
		}
	}
}

func TestWeightsOfGoalsCount(t *testing.T) {
	aims := []Aim{flat(goalNumber(1, NorthStar, 0), contentSpaces), flat(goalNumber(2, Strategic, 1), contentSpaces), flat(goalNumber(3, Strategic, 1), contentSpaces)}
	tree, err := Grow(aims)
	if err != nil {
		t.Fatal(err)
	}
	other := tree.WithWeights(map[uuid.UUID]float64{{2}: 3, {3}: 1})
	got := other.Meter().Align(raws(0, 1, -1, 0))[models.Semantic]
	if want := .7*alignOf(0) + .3*(3*alignOf(1)+alignOf(-1))/4; math.Abs(got-want) > 1e-12 {
		t.Errorf("%v with weights 3 and 1, want %v", got, want)
	}
	if tree.Children[0].Weight != .7 {
		t.Error("the tree itself was changed")
	}
}

// TestTreesDoNotDependOnOrder: any order of the goals gives the same tree.
func TestTreesDoNotDependOnOrder(t *testing.T) {
	goals := []Goal{goalNumber(1, NorthStar, 0), goalNumber(2, Strategic, 1), goalNumber(3, Tactical, 2), goalNumber(4, Immediate, 1), goalNumber(5, Immediate, 3)}
	order := func(seed uint64) (ids []byte) {
		var aims []Aim
		for _, g := range goals {
			aims = append(aims, flat(g, contentSpaces))
		}
		r := rand.New(rand.NewPCG(seed, 1))
		r.Shuffle(len(aims), func(i, j int) { aims[i], aims[j] = aims[j], aims[i] })
		tree, err := Grow(aims)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tree.All() {
			ids = append(ids, x.ID[0])
		}
		return ids
	}
	for seed := range uint64(20) {
		if got := order(seed); !slices.Equal(got, []byte{1, 2, 3, 5, 4}) {
			t.Errorf("order %v", got)
		}
	}
}

func TestGoalsThatDoNotFit(t *testing.T) {
	star := goalNumber(1, NorthStar, 0)
	for name, c := range map[string]struct {
		goals []Goal
		says  string
	}{
		"two stars":      {[]Goal{star, goalNumber(2, NorthStar, 0)}, "both a North Star"},
		"no star":        {[]Goal{goalNumber(2, Strategic, 1)}, "which is not there"},
		"unknown parent": {[]Goal{star, goalNumber(2, Strategic, 9)}, "09000000-0000-0000-0000-000000000000, which is not there"},
		"same level":     {[]Goal{star, goalNumber(2, Tactical, 1), goalNumber(3, Tactical, 2)}, "of level tactical is below"},
		"upside down":    {[]Goal{star, goalNumber(2, Immediate, 1), goalNumber(3, Strategic, 2)}, "of level strategic is below"},
		"its own parent": {[]Goal{star, goalNumber(2, Strategic, 2)}, "of level strategic is below"},
		"unknown level":  {[]Goal{star, goalNumber(2, "dream", 1)}, "of level dream is below"},
	} {
		var aims []Aim
		for _, g := range c.goals {
			aims = append(aims, flat(g, contentSpaces))
		}
		if _, err := Grow(aims); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: error %v, want one that says %q", name, err, c.says)
		}
	}
	if tree, err := Grow(nil); tree != nil || err != nil || tree.All() != nil || tree.Find(uuid.UUID{1}) != nil {
		t.Errorf("no goals: %v, %v", tree, err)
	}
}

func TestLevelsFall(t *testing.T) {
	for i, a := range Levels {
		for j, b := range Levels {
			if a.Above(b) != (i < j) {
				t.Errorf("%s above %s: %v", a, b, a.Above(b))
			}
		}
		if i > 0 && a.Weight() >= Levels[i-1].Weight() {
			t.Errorf("%s weighs %v", a, a.Weight())
		}
	}
	if Level("dream").Above(Immediate) || NorthStar.Above("dream") || Level("").Weight() != 0 {
		t.Error("an unknown level is above or below something")
	}
}
