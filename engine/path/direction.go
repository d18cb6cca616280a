package path

import (
	"math"
	"time"
)

// What is known of the direction of a route.
const (
	Given    = "given"    // every hop is a link that the writer of a memory gave, along its direction
	Forward  = "forward"  // from cause to effect
	Backward = "backward" // from effect to cause: such a route is turned round, unless a given link keeps it from that
	Unknown  = "unknown"  // linked, and nothing tells the direction
)

const (
	// marginSlope turns margins into log odds of the direction. The logistic that fits the margins of the 2,122 pairs of cause and effect of e-CARE dev best has 72, compact models
	// (the margin is positive for 79 % of the pairs; from .02 on, 50 % of them, it is right in 92 %), that of the 180 pairs of ours in bench/quality/testdata 57. Sentences that take up
	// each other's words are told worse: 40 is small enough for none of the stories in mcp's test to be told the wrong way round.
	marginSlope = 40
	// saidTells is what a text that names the other as its cause adds to the log odds: that 19 of 20 of them mean it. It is taken to be so, not measured.
	saidTells = 2.944
	// orderTells is what the order of two memories in time adds to the log odds: that the note of a cause is the earlier one in four cases of five. It is taken to be so, not measured.
	orderTells = 1.386
	// leastApart is how far apart two memories must be for their order to say anything: notes that come in together have times of no meaning.
	leastApart = time.Minute
	// sure is the chance from which on a direction is told.
	sure = .9
)

// direction puts what the hops tell together: as if each told on its own whether the route runs from cause to effect, which all of them do or none. A hop by E5 tells by its margin,
// and it or a link without direction by what its memories say of each other and by their order in time. A hop in meaning has no direction, so a route with one has none either; a given
// link says nothing of the other hops.
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
		odds += saidTells * h.Said
		switch {
		case h.Later >= leastApart:
			odds += orderTells
		case h.Later <= -leastApart:
			odds -= orderTells
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
