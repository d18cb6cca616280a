package dream

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
)

func some(stems ...string) (out []Word) {
	for _, s := range stems {
		out = append(out, Word{Stem: s, Written: s, Weight: 1})
	}
	return out
}

func TestTermsOfAClassAreThoseItHasMoreThanOthers(t *testing.T) {
	terms := NewTerms(2)
	terms.Add(0, some("loaf", "day", "flour", "crust"))
	terms.Add(0, some("loaf", "day", "flour", "once"))
	terms.Add(0, some("loaf", "day"))
	terms.Add(1, some("hive", "day", "honey"))
	terms.Add(1, some("hive", "day", "day", "day", "honey"))
	if got := terms.Most(0, 5); !slices.Equal(got, []string{"loaf", "flour", "day"}) {
		t.Errorf("%v: words of one member are left out, and common ones come last", got)
	}
	if got := terms.Most(0, 1); !slices.Equal(got, []string{"loaf"}) {
		t.Errorf("the first: %v", got)
	}
	if got := NewTerms(1).Most(0, 3); got != nil {
		t.Errorf("a class without words has %v", got)
	}
}

func TestWordsOfNoWeightNameNothing(t *testing.T) {
	terms := NewTerms(1)
	for range 3 {
		terms.Add(0, []Word{{Stem: "the", Written: "the"}, {Stem: "the", Written: "the"}, {Stem: "hive", Written: "hive", Weight: .1}})
	}
	if got := terms.Most(0, 3); !slices.Equal(got, []string{"hive"}) {
		t.Errorf("%v", got)
	}
}

func TestTermsAreWrittenAsTheyMostlyAre(t *testing.T) {
	terms := NewTerms(1)
	for _, w := range []string{"Hive", "hives", "hives", "Hive", "hive"} {
		terms.Add(0, []Word{{Stem: "hive", Written: w, Weight: 1}})
	}
	if got := terms.Most(0, 1); !slices.Equal(got, []string{"Hive"}) { // ties by byte order
		t.Errorf("%v", got)
	}
}

// TestCountsOfPartsAddUp: who counted which memories makes no difference.
func TestCountsOfPartsAddUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	whole, parts := NewTerms(3), []*Terms{NewTerms(3), NewTerms(3), NewTerms(3)}
	for range 200 {
		class := rng.IntN(3)
		var said []Word
		for range rng.IntN(6) {
			stem := fmt.Sprint("stem", class*3+rng.IntN(8))
			said = append(said, Word{Stem: stem, Written: stem + fmt.Sprint(rng.IntN(2)), Weight: float64(rng.IntN(3))})
		}
		whole.Add(class, said)
		parts[rng.IntN(3)].Add(class, said)
	}
	parts[0].join(parts[1])
	parts[0].join(parts[2])
	if !reflect.DeepEqual(parts[0], whole) {
		t.Errorf("%+v, counted by one %+v", parts[0], whole)
	}
}

func TestConfidence(t *testing.T) {
	for _, c := range []struct {
		cohesion float64
		size     int
		want     float64
	}{{.9, 20, .64}, {.9, 5, .40}, {.5, 1000, 0}, {.3, 10, 0}, {1, 5, .5}} {
		if got := Confidence(c.cohesion, c.size); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("confidence of %d at %v is %v, want %v", c.size, c.cohesion, got, c.want)
		}
	}
	for size := 1; size < 100; size++ {
		if Confidence(.8, size+1) <= Confidence(.8, size) {
			t.Errorf("%d members make less sure than %d", size+1, size)
		}
	}
}

func TestSuggestLevel(t *testing.T) {
	for _, c := range []struct {
		size, of int
		want     string
	}{{20, 100, "strategic"}, {19, 100, "tactical"}, {5, 100, "tactical"}, {4, 100, "immediate"}} {
		if got := SuggestLevel(c.size, c.of); got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.size, c.of, got, c.want)
		}
	}
}

func TestGoalsAreMostConfidentFirst(t *testing.T) {
	ids := []uuid.UUID{id(9), id(8), id(7), id(6), id(5), id(4)}
	clusters := []Cluster{{Rows: []int{0, 1}, Cohesion: .6, Central: 1}, {Rows: []int{2, 3}, Cohesion: .9, Central: 3}, {Rows: []int{4, 5}, Cohesion: .6, Central: 4}}
	terms := NewTerms(4)
	terms.Add(1, some("a", "b", "c", "d"))
	terms.Add(1, some("a", "b", "c", "d", "a"))
	got := Goals(clusters, terms, ids)
	if len(got) != 3 || got[0].Central != id(6) || got[1].Central != id(5) || got[2].Central != id(8) {
		t.Fatalf("%+v", got)
	}
	if got[0].Name != "" || len(got[0].Terms) != 4 || !slices.Equal(got[0].Members, []uuid.UUID{id(7), id(6)}) || got[0].Level != "strategic" {
		t.Errorf("%+v", got[0])
	}
}
