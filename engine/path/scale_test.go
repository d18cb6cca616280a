package path

import (
	"math"
	"testing"
)

func TestScores(t *testing.T) {
	s := hopScale{threshold: .4, spread: .05, chance: 1}
	if s.score(.399) != 0 || s.score(math.NaN()) != 0 || s.score(.4) != .5 || s.score(1) > 1 {
		t.Errorf("scores %v %v %v %v", s.score(.399), s.score(math.NaN()), s.score(.4), s.score(1))
	}
	last := 0.
	for x := .4; x <= 1; x += .01 {
		if v := s.score(x); !(v > last && v <= 1) {
			t.Errorf("score of %v is %v after %v", x, v, last)
		} else {
			last = v
		}
	}
	// The reported least similarity is the threshold, or the similarity at which the score is that of
	// the weakest path.
	if few := (hopScale{threshold: .4, spread: .05, chance: .5}); few.least() != .4 {
		t.Errorf("least similarity %v of few memories", few.least())
	}
	if many := (hopScale{threshold: .4, spread: .05, chance: 1000}); math.Abs(many.score(many.least())-LeastScore) > 1e-9 || many.least() <= .4 {
		t.Errorf("least similarity %v of many memories has score %v", many.least(), many.score(many.least()))
	}
	// Ten times the memories give ten times the rivals: the odds fall tenfold.
	more := hopScale{threshold: .4, spread: .05, chance: 10}
	if odds, less := s.score(.5)/(1-s.score(.5)), more.score(.5)/(1-more.score(.5)); math.Abs(odds/less-10) > 1e-9 {
		t.Errorf("odds %v and, with ten times the memories, %v", odds, less)
	}
}
