package dream

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var now = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)

func TestRecency(t *testing.T) {
	for _, c := range []struct {
		age  time.Duration
		want float64
	}{{0, 1}, {-time.Hour, 1}, {7 * 24 * time.Hour, .5}, {28 * 24 * time.Hour, .2}, {693 * 24 * time.Hour, .01}} {
		if got := Recency(now.Add(-c.age), now); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("recency at age %v is %v, want %v", c.age, got, c.want)
		}
	}
}

// TestReplays: four fifths recency, one fifth alignment; the highest first, ties by id, at most n.
func TestReplays(t *testing.T) {
	old, fresh := now.Add(-20*365*24*time.Hour), now
	all := []Candidate{{id(4), old, 1}, {id(3), old, Neutral}, {id(2), old, Neutral}, {id(1), fresh, 0}}
	got := Replays(all, now, 3)
	if len(got) != 3 || got[0].ID != id(1) || got[1].ID != id(4) || got[2].ID != id(2) {
		t.Errorf("%v", got)
	}
	if all[0].ID != id(4) {
		t.Error("the candidates were turned around")
	}
	if p := (&Candidate{Time: fresh, Alignment: .25}).Priority(now); math.Abs(p-.85) > 1e-12 {
		t.Errorf("priority %v, want .8 + .05", p)
	}
}

func TestNobodyLeftOutHadAHigherPriority(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOf(rapid.Custom(func(t *rapid.T) Candidate {
			return Candidate{id(rapid.Byte().Draw(t, "id")), now.Add(-time.Duration(rapid.IntRange(0, 1e6).Draw(t, "age")) * time.Second), rapid.Float64Range(0, 1).Draw(t, "alignment")}
		})).Draw(t, "all")
		n := rapid.IntRange(0, 20).Draw(t, "n")
		got := Replays(all, now, n)
		if len(got) != min(n, len(all)) {
			t.Fatalf("%d of %d", len(got), len(all))
		}
		better := 0
		for _, c := range all {
			if len(got) > 0 && c.Priority(now) > got[len(got)-1].Priority(now) {
				better++
			}
		}
		if len(got) > 0 && better >= len(got) {
			t.Fatalf("%d candidates are better than the last of %d", better, len(got))
		}
	})
}
