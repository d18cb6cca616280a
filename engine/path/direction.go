package path

import (
	"math"
	"time"
)

// What is known about the direction of a route.
const (
	Given    = "given"    // every hop is a link that the writer of a memory gave, along its direction
	Forward  = "forward"  // from cause to effect
	Backward = "backward" // from effect to cause: such a route is reversed, unless a given link prevents that
	Unknown  = "unknown"  // linked, and there is no evidence for the direction
)

const (
	// marginSlope converts margins into log odds of the direction. With the compact models, the best logistic fit has 72 on the 2,122 pairs of cause and effect of e-CARE dev, and 57 on
	// our 180 pairs in bench/quality/testdata. (In e-CARE the margin is positive for 79 % of the pairs; from .02 on, 50 % of them, it is right in 92 %.) It is worse for sentences that
	// repeat each other's words: 40 is small enough that no story in mcp's test gets the wrong direction.
	marginSlope = 40
	// saidOdds is added to the log odds if a text names the other as its cause. It assumes that 19 of 20 such texts are right; this was not measured.
	saidOdds = 2.944
	// orderOdds is added to the log odds for the order of two memories in time. It assumes that the note of a cause is the earlier one in four cases of five; this was not measured.
	orderOdds = 1.386
	// leastApart is how far apart two memories must be for their order to count: notes that are stored together have meaningless times.
	leastApart = time.Minute
	// sure is the chance from which on a direction is reported.
	sure = .9
)

// direction combines the evidence of the hops as if they were independent, for two hypotheses: all hops run from cause to effect, or none does. The evidence of a hop by E5 is its
// margin. For it and for a link without direction, the words of the two memories and their order in time count too. A hop in meaning has no direction, so neither has a route with one.
// A given link is no evidence about other hops.
func direction(hops []Step) (string, float64) {
	odds, given := 0., true
	for _, h := range hops {
		if h.By == HopSemantic {
			return "", math.NaN()
		}
		if h.By == HopLink && h.Directed {
			continue
		}
		given = false
		if h.By == HopCausal {
			odds += marginSlope * h.Margin
		}
		odds += saidOdds * h.Said
		switch {
		case h.Later >= leastApart:
			odds += orderOdds
		case h.Later <= -leastApart:
			odds -= orderOdds
		}
	}
	if given {
		return Given, 1
	}
	switch chance := 1 / (1 + math.Exp(-odds)); {
	case chance >= sure:
		return Forward, chance
	case chance <= 1-sure:
		return Backward, chance
	default:
		return Unknown, chance
	}
}
