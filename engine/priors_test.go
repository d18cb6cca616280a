package engine

import (
	"context"
	"flag"
	"math"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/utl"
	"asterism/models"
)

var showPriors = flag.Bool("priors", false, "print the measured priors of surprise and coherence")

// TestPriorsAreThoseOfTheSampleNotes measures what utl.Priors states: mean and spread of each sample note's distance to the
// others, for notes with a value in the space. It fails if a retrained model changes a space's distances; then copy the printed table (-v -priors).
func TestPriorsAreThoseOfTheSampleNotes(t *testing.T) {
	e := open(t, "")
	notes := sampleNotes(t)
	ids := remember(t, e, notes...)
	var seen [models.Count][]float64
	for i, d := range draftsOf(t, e, notes) {
		near, err := e.loaded().Neighbours(context.Background(), DefaultNamespace, &d.values, notes[i].Time, utl.SurpriseNeighbours+1, models.All)
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
			if distance := others.Distance(); !math.IsNaN(distance) { // NaN: the note has no value in this space
				seen[s] = append(seen[s], distance)
			}
		}
	}
	for s, v := range seen {
		mean, spread := moments(v)
		if *showPriors {
			t.Logf("Mean: %.3f, Spread: %.3f // %s", mean, spread, models.Space(s))
		}
		p := utl.Priors[s]
		if math.Abs(p.Mean-mean) > .02 || math.Abs(p.Spread-spread) > .02 {
			t.Errorf("%s: prior %+v, measured mean %.3f and spread %.3f", models.Space(s), p, mean, spread)
		}
		if models.Space(s).Info().Origin == models.FromTime && math.Abs(p.Link-(1-.8*mean)) > .02 {
			t.Errorf("%s: link threshold %.3f, a fifth closer than the mean neighbour is %.3f", models.Space(s), p.Link, 1-.8*mean)
		}
	}
}

// TestPriorsLinkIsRareByChance measures the link thresholds: the similarity that one pair in a hundred reaches, of a sample note and
// an unrelated text: notes on another project, and anything else.
func TestPriorsLinkIsRareByChance(t *testing.T) {
	e := open(t, "")
	notes := draftsOf(t, e, sampleNotes(t))
	var others []Note
	for _, text := range append(utlLines(t, "project.txt"), utlLines(t, "unrelated.txt")...) {
		others = append(others, Note{Content: text, Rationale: "anything"})
	}
	strangers := draftsOf(t, e, others)
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		var pairs []float64
		for _, a := range notes {
			for _, b := range strangers {
				if v := fingerprint.Similarity(s, &a.values[s], &b.values[s]); !math.IsNaN(v) {
					pairs = append(pairs, v)
				}
			}
		}
		slices.Sort(pairs)
		link := pairs[len(pairs)*99/100]
		if *showPriors {
			t.Logf("Link: %.3f // %s", link, s)
		}
		if math.Abs(utl.Priors[s].Link-link) > .015 {
			t.Errorf("%s: link threshold %.3f, one pair in a hundred is above %.3f", s, utl.Priors[s].Link, link)
		}
	}
}

// draftsOf returns the notes' drafts with their values; they are not stored.
func draftsOf(t *testing.T, e *Engine, notes []Note) []*draft {
	t.Helper()
	drafts, err := e.in.acceptAll(context.Background(), notes)
	if err != nil {
		t.Fatal(err)
	}
	e.in.tokenise(drafts)
	if err := e.in.embed(context.Background(), drafts); err != nil {
		t.Fatal(err)
	}
	return drafts
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
