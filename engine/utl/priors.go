package utl

import (
	"math"

	"asterism/models"
)

// Prior is what is known of a space before anything is stored. Spread is the deviation of its distances; they were measured among priorStored memories.
type Prior models.Prior

// Priors are those of the compact models, from the catalogue. Mean and Spread are measured on the notes in examples/notes, each against the others.
// Link is the similarity that one pair in a hundred reaches by chance, over all pairs of such a note with one of another project or a text about
// anything else (engine/testdata/utl). In the temporal spaces, where nothing is by chance, it is that of a pair that is a fifth closer than the
// mean neighbour. `go test ./engine -run TestPriors` compares them with what the models give, and prints them with -v -priors.
//
// Shrink depends on how many dimensions the texts fill: the nearest of n points in m dimensions is at a distance proportional to n^(−1/m)
// (Percus and Martin 1998). It is the median over seven collections of real text of the slope from the 20th to the 300th memory, which
// `make bench-learning` prints. The temporal spaces have none, since the time of a memory does not depend on how many there are.
var Priors = func() (out [models.Count]Prior) {
	for s := range out {
		out[s] = Prior(models.Catalog[s].Prior)
	}
	return out
}()

// priorStored is the number of memories among which the priors' distances were measured.
const priorStored = 60

// eighths are the quantiles of the standard normal distribution at 1/8, 3/8, 5/8 and 7/8.
var eighths = [4]float64{-1.150, -0.319, 0.319, 1.150}

// priorDistances returns the log distances that represent the prior, so that the first memories are not judged by two or three others. They are the
// middles of the four quarters of its normal distribution, scaled to exp(now) memories. More of them would hide what a namespace
// shows in its first twenty. Among fewer than priorStored memories they are not scaled: the law of Shrink does not hold for a handful, whose
// distances would exceed 1, and in a nearly empty namespace everything is new.
func (p *Prior) priorDistances(now float64) []float64 {
	shift := p.Shrink * min(math.Log(priorStored)-now, 0)
	out := make([]float64, len(eighths), len(eighths)+window)
	for i, z := range eighths {
		out[i] = math.Log(max(p.Mean+z*p.Spread, copyShare*p.Mean)) + shift
	}
	return out
}
