package engine

import (
	"context"
	"flag"
	"math"
	"testing"

	"asterism/engine/utl"
	"asterism/models"
)

var showPriors = flag.Bool("priors", false, "print the measured priors of surprise")

// TestPriorsAreThoseOfTheSampleNotes measures what utl.Priors states: mean and spread of each sample note's distance to the
// others. A retrained model that moves a space's distances fails here; then copy the printed table (-v -priors).
func TestPriorsAreThoseOfTheSampleNotes(t *testing.T) {
	e := open(t, t.TempDir())
	notes := sampleNotes(t)
	ids := remember(t, e, notes...)
	var seen [models.Count][]float64
	for i := range notes {
		d, err := e.acceptAll(context.Background(), notes[i:i+1])
		if err != nil {
			t.Fatal(err)
		}
		e.tokenise(d)
		if err := e.embed(context.Background(), d); err != nil {
			t.Fatal(err)
		}
		near, err := e.index.Neighbours(context.Background(), DefaultNamespace, &d[0].values, notes[i].Time, utl.SurpriseNeighbours+1, models.All)
		if err != nil {
			t.Fatal(err)
		}
		for s := range near {
			var others utl.Neighbours
			for _, n := range near[s] {
				if n.ID != ids[i].ID {
					others = append(others, n.Similarity)
				}
			}
			seen[s] = append(seen[s], others.Distance())
		}
	}
	for s, v := range seen {
		mean, spread := moments(v)
		if *showPriors {
			t.Logf("{Mean: %.3f, Spread: %.3f, Link: %.3f}, // %s", mean, spread, 1-0.8*mean, models.Space(s))
		}
		if p := utl.Priors[s]; math.Abs(p.Mean-mean) > .02 || math.Abs(p.Spread-spread) > .02 {
			t.Errorf("%s: prior %+v, measured mean %.3f and spread %.3f", models.Space(s), p, mean, spread)
		}
	}
}

func moments(v []float64) (mean, spread float64) {
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for _, x := range v {
		spread += (x - mean) * (x - mean) / float64(len(v))
	}
	return mean, math.Sqrt(spread)
}
