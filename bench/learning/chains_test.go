package learning

import (
	"context"
	"testing"
)

// TestChainsAreNotFoundBackwards: in a store of twenty chains, stored in order of time, hardly any is found from its end to its beginning; where its notes are linked, each is found from
// its beginning. How many are found without links, bench-learning says.
func TestChainsAreNotFoundBackwards(t *testing.T) {
	all, err := readChains()
	if err != nil || len(all) != 20 {
		t.Fatalf("%d chains, %v", len(all), err)
	}
	b := &bench{}
	defer b.clean()
	for _, linked := range []bool{false, true} {
		found, err := b.walkChains(context.Background(), linked)
		if err != nil {
			t.Fatal(err)
		}
		for set, f := range found {
			t.Logf("%s, linked %v: %.2f found, %.2f from the end", set, linked, f.forward(), f.reversed())
			if f.all != 10 || f.reversed() > .2 || linked && f.forward() < .8 {
				t.Errorf("%s, linked %v: of %d chains %.2f are found, %.2f from the end", set, linked, f.all, f.forward(), f.reversed())
			}
		}
	}
}
