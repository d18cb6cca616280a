package engine

import (
	"os"
	"strings"
	"testing"
)

// TestSingleStepsAreUnclear: goals of many fields with their own steps, and everyday steps, all written before the check was tried on them. Few everyday steps, and few steps of the other goals, are said to be
// on a goal; few of its own to be off it. The other share is unclear.
func TestSingleStepsAreUnclear(t *testing.T) {
	read := func(name string) string {
		b, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(b))
	}
	everyday := strings.Split(read("everyday.txt"), "\n")
	var goals [][]string // the goal first
	for block := range strings.SplitSeq(read("goals.txt"), "\n\n") {
		goals = append(goals, strings.Split(block, "\n* "))
	}
	e := open(t, "")
	type share struct{ on, off, all float64 }
	count := func(s *share, goal, action string) {
		got := checkGoal(t, e, GoalCheck{Goal: goal, Action: action, Replanned: true})
		if s.all++; got.Drift {
			s.off++
		} else if got.Signal && !got.Unclear {
			s.on++
		}
	}
	var own, other, elsewhere share
	for i, g := range goals {
		for _, step := range g[1:] {
			count(&own, g[0], step)
		}
		for k, o := range goals {
			if k != i {
				count(&other, g[0], o[1+i%(len(o)-1)])
			}
		}
		for _, step := range everyday {
			count(&elsewhere, g[0], step)
		}
	}
	t.Logf("own %+v, of other goals %+v, everyday %+v", own, other, elsewhere)
	if own.on < .15*own.all || own.off > .06*own.all {
		t.Errorf("own steps: %+v", own)
	}
	if other.on > .05*other.all || other.off < .1*other.all || elsewhere.on > .06*elsewhere.all || elsewhere.off < .1*elsewhere.all {
		t.Errorf("steps of other goals %+v, everyday ones %+v", other, elsewhere)
	}
}

// TestOfficeStepsAreNotOnAGoal: steps that share no word with a goal were on it by their similarity alone.
func TestOfficeStepsAreNotOnAGoal(t *testing.T) {
	e := open(t, "")
	for _, goal := range []string{"Checkout never charges a customer twice and refunds within a day", "Launch the billing service in October: every customer gets one correct invoice a month"} {
		for _, action := range []string{"Buy new chairs for the office", "Compared standing desks", "Order lunch for the team", "Book flights to Lisbon", "Plan the Christmas party", "Water the plants on the windowsill"} {
			if got := checkGoal(t, e, GoalCheck{Goal: goal, Action: action, Replanned: true}); !got.Drift && !got.Unclear {
				t.Errorf("%q is on the goal %q: %.2f, %+v", action, goal, got.Similarity, got.Measured)
			}
		}
		for _, action := range []string{"Tell customers at checkout which day they are charged", "Never send a customer the same invoice again: check the billing table first"} {
			if got := checkGoal(t, e, GoalCheck{Goal: goal, Action: action, Replanned: true}); got.Drift {
				t.Errorf("%q is off the goal %q: %+v", action, goal, got)
			}
		}
		if got := checkGoal(t, e, GoalCheck{Goal: "Never charge a customer twice", Action: "Charge every customer twice", Replanned: true}); !got.Drift || !got.Contradicts || got.Unclear {
			t.Errorf("a step against the goal: %+v", got)
		}
	}
}
