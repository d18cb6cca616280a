package network

import (
	"math/rand/v2"
	"time"
)

// Rule is what happens to packets in one direction between two hosts. The zero rule hands each on at once.
type Rule struct {
	Cut   bool          // none arrives
	Loss  float64       // the share that does not arrive, 0 to 1
	Twice float64       // the share that arrives twice
	Delay time.Duration // up to so much later: each packet by a time of its own, so packets overtake each other
}

// copies is how often one packet arrives, and how late each time.
func (r Rule) copies(rng *rand.Rand) (late []time.Duration) {
	if r.Cut || rng.Float64() < r.Loss {
		return nil
	}
	late = append(late, r.late(rng))
	if rng.Float64() < r.Twice {
		late = append(late, r.late(rng))
	}
	return late
}

func (r Rule) late(rng *rand.Rand) time.Duration {
	if r.Delay <= 0 {
		return 0
	}
	return time.Duration(rng.Int64N(int64(r.Delay)))
}
