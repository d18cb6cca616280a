package dream

import (
	"math"
	"slices"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

func id(n byte) uuid.UUID { return uuid.UUID{6: 0x70, 8: 0x80, 15: n} }

func TestStrengthenIsTheFormula(t *testing.T) {
	for _, c := range []struct{ w, a, b, want float64 }{
		{.5, 1, 1, .5*.999 + .01}, {.5, 0, 0, .4995}, {.5, .5, .8, .4995 + .004}, {1, 1, 1, 1}, {.05, 0, 0, 0}, {.05, 1, 1, .05*.999 + .01}, {0, 1, 1, 0},
	} {
		if got := Strengthen(c.w, c.a, c.b); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Strengthen(%v, %v, %v) = %v, want %v", c.w, c.a, c.b, got, c.want)
		}
	}
}

// TestWeightsStayWithinBounds: a link is gone or within (floor, 1], never grows without activation, and more activation never makes it weaker.
func TestWeightsStayWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.Float64Range(0, 1)
		w, a, b, more := unit.Draw(t, "w"), unit.Draw(t, "a"), unit.Draw(t, "b"), unit.Draw(t, "more")
		got := Strengthen(w, a, b)
		if got != 0 && !(got > EdgeFloor && got <= 1) {
			t.Fatalf("weight %v", got)
		}
		if still := Strengthen(w, a, 0); still > w {
			t.Fatalf("%v grew to %v without activation", w, still)
		}
		if Strengthen(w, max(a, more), b) < got {
			t.Fatalf("more activation made it weaker")
		}
	})
}

func TestALinkIsBornAboveTheFloorAndDiesOfNeglect(t *testing.T) {
	w, replays := float64(NewEdge), 0
	for w > 0 {
		w = Strengthen(w, 0, 0)
		replays++
	}
	if replays != 183 { // 182 take it to the floor and one more removes it
		t.Errorf("a new link was removed by replay %d", replays)
	}
	if w := Strengthen(NewEdge, LeastActivation, LeastActivation); w <= EdgeFloor {
		t.Errorf("the weakest event leaves a new link at %v", w)
	}
}

func TestLearningAppliesEveryEventOnce(t *testing.T) {
	l := NewLearning()
	l.Together([]Active{{id(1), 1}, {id(2), .8}, {id(3), .4}, {id(1), .9}})
	l.Together([]Active{{id(2), .5}, {id(1), 1}})
	want := []Pair{{id(1), id(2)}}
	if got := l.Pairs(); !slices.Equal(got, want) {
		t.Fatalf("pairs %v, want %v: below LeastActivation nothing is learned", got, want)
	}
	twice := Strengthen(Strengthen(Strengthen(NewEdge, .8, 1), .9*.8, 1), .5, 1)
	got := l.Edges(map[Pair]float64{{id(4), id(5)}: .5, {id(4), id(6)}: .05})
	if len(got) != 3 || got[0].Before != 0 || math.Abs(got[0].After-twice) > 1e-7 {
		t.Errorf("new link: %+v, want %v", got, twice)
	}
	if got[1].After != float64(float32(.4995)) || got[2].After != 0 {
		t.Errorf("neglected links: %+v", got[1:])
	}
}

func TestPairsHaveOneOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := id(rapid.Byte().Draw(t, "a")), id(rapid.Byte().Draw(t, "b"))
		p, q := PairOf(a, b), PairOf(b, a)
		if p != q || p.Compare(q) != 0 || (Pair{p.B, p.A}).Compare(p) < 0 {
			t.Fatalf("%v, %v", p, q)
		}
	})
}
