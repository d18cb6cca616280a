package compare

import (
	"testing"

	"asterism/engine/compare/pairs"
)

// TestClassesOfPairs checks the share of pairs that get the labelled class, and that every class has its pairs.
func TestClassesOfPairs(t *testing.T) {
	for _, set := range []struct {
		name  string
		least float64
		pairs []pairs.Pair
	}{{"development", .9, pairs.Development()}, {"held out", .85, pairs.HeldOut()}} {
		right, of := 0, map[string]int{}
		for _, p := range set.pairs {
			of[p.Class]++
			switch got := Texts(p.Old, p.New); {
			case string(got.Class) == p.Class:
				right++
			case set.name == "development":
				t.Logf("want %s: %q, %q: %s (%.2f)", p.Class, p.Old, p.New, got.Words(), got.Shared)
			}
		}
		for _, c := range Classes {
			if of[string(c)] != 25 {
				t.Errorf("%s: %d pairs of class %s, want 25", set.name, of[string(c)], c)
			}
		}
		share := float64(right) / float64(len(set.pairs))
		t.Logf("%s: %d of %d are right, %.3f", set.name, right, len(set.pairs), share)
		if share < set.least {
			t.Errorf("%s: a share of %.3f is right, want %v", set.name, share, set.least)
		}
	}
}
