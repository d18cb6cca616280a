package learning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/utl"
	"asterism/models"
)

// The sizes of one namespace's measurement: memories stored, and probes of each kind.
const (
	utlStored = 300
	utlProbes = 30
)

// utlFound is what one namespace showed.
type utlFound struct {
	set                                       string
	stream, usual, unrelated, copies, rewords []float64 // entropies
	shrink                                    [models.Count]float64
}

// utlLaws measures entropy's laws on every collection as a namespace of its own: 300 memories one after the other, then probes, which are forgotten
// again: memories of the same collection, copies, paraphrases where people marked them, and texts about other subjects.
func (b *bench) utlLaws(ctx context.Context, data string, w io.Writer) ([]report.Row, error) {
	texts := map[string][]string{}
	for _, s := range utlSets {
		var err error
		if texts[s.name], err = utlTexts(data, s.name); err != nil {
			return nil, err
		}
	}
	pairs, err := sentencePairs(filepath.Join(data, "stsb"))
	if err != nil {
		return nil, err
	}
	var all []*utlFound
	for _, s := range utlSets {
		f, err := b.utlNamespace(ctx, s.name, s.subject, texts, pairs)
		if err != nil {
			return nil, fmt.Errorf("measure laws on %s: %w", s.name, err)
		}
		all = append(all, f)
	}
	printLaws(w, all)
	return lawRows(all), nil
}

func (b *bench) utlNamespace(ctx context.Context, set, subject string, texts map[string][]string, pairs []sentencePair) (f *utlFound, err error) {
	e, err := b.utlEngine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(context.Background())) }()
	own := texts[set]
	if len(own) < 2*utlProbes {
		return nil, fmt.Errorf("%d texts are too few: %d are probes", len(own), utlProbes)
	}
	stored := own[:min(utlStored, len(own)-utlProbes)]
	f = &utlFound{set: set}
	if err := f.fill(ctx, e, stored); err != nil {
		return nil, err
	}
	for _, p := range []struct {
		into  *[]float64
		texts []string
	}{{&f.copies, stored[:utlProbes]}, {&f.rewords, rewordings(pairs, stored)}, {&f.usual, own[len(own)-utlProbes:]}, {&f.unrelated, strangers(subject, texts)}} {
		if *p.into, err = probes(ctx, e, p.texts); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fill stores the texts and takes their entropies from the 20th on, and how their neighbour distances fall.
func (f *utlFound) fill(ctx context.Context, e *engine.Engine, texts []string) error {
	var trend [models.Count][]point
	for i, text := range texts {
		m, err := e.Inject(ctx, engine.Note{Content: text, Rationale: "kept", AllowDuplicate: true})
		if err != nil {
			return err
		}
		if i < 20 {
			continue
		}
		f.stream = append(f.stream, float64(m.UTL.Entropy))
		for s, d := range m.UTL.Distance {
			if d > 0 {
				trend[s] = append(trend[s], point{math.Log(float64(i)), math.Log(float64(d))})
			}
		}
	}
	for s := range trend {
		f.shrink[s] = -slope(trend[s])
	}
	return nil
}

// probes are the entropies of texts that are forgotten again one by one.
func probes(ctx context.Context, e *engine.Engine, texts []string) (entropies []float64, err error) {
	for _, text := range texts {
		m, err := probe(ctx, e, text)
		if err != nil {
			return nil, err
		}
		entropies = append(entropies, float64(m.UTL.Entropy))
	}
	return entropies, nil
}

// probe injects a text and forgets it.
func probe(ctx context.Context, e *engine.Engine, text string) (*engine.Remembered, error) {
	m, err := e.Inject(ctx, engine.Note{Content: text, Rationale: "kept", AllowDuplicate: true})
	if err == nil {
		_, err = e.Forget(ctx, m.ID, false)
	}
	return m, err
}

// strangers are texts about other subjects, as many of each collection.
func strangers(subject string, texts map[string][]string) (out []string) {
	others := 0
	for _, s := range utlSets {
		if s.subject != subject {
			others++
		}
	}
	for _, s := range utlSets {
		if s.subject != subject {
			out = append(out, texts[s.name][len(texts[s.name])-utlProbes/others:]...)
		}
	}
	return out
}

// rewordings are the second sentences of pairs that people found to mean the same (4.5 of 5 and more) and whose first is stored.
func rewordings(pairs []sentencePair, stored []string) (out []string) {
	for _, p := range pairs {
		if p.score >= 4.5 && p.a != p.b && slices.Contains(stored, p.a) && !slices.Contains(stored, p.b) {
			out = append(out, p.b)
		}
	}
	return out
}

// point is log memories and log distance.
type point struct{ x, y float64 }

// slope is that of the least-squares line.
func slope(points []point) float64 {
	var mx, my, xy, xx float64
	for _, p := range points {
		mx, my = mx+p.x/float64(len(points)), my+p.y/float64(len(points))
	}
	for _, p := range points {
		xy, xx = xy+(p.x-mx)*(p.y-my), xx+(p.x-mx)*(p.x-mx)
	}
	return xy / xx
}

func printLaws(w io.Writer, all []*utlFound) {
	fmt.Fprintf(w, "\nentropy in a namespace of %d: of the stream, of more of the same, of texts on other subjects, of copies, of paraphrases\n", utlStored)
	fmt.Fprintf(w, "%-18s %6s %6s %9s %6s %6s %8s %6s\n", "", "stream", "usual", "unrelated", "least", "> .7", "copies ≤", "paraph")
	for _, f := range all {
		fmt.Fprintf(w, "%-18s %6.3f %6.3f %9.3f %6.3f %6.2f %8.4f %6.3f\n", f.set, mean(f.stream), mean(f.usual), mean(f.unrelated),
			slices.Min(f.unrelated), above(f.unrelated, .7), slices.Max(f.copies), mean(f.rewords))
	}
	fmt.Fprintf(w, "\nneighbour distance falls with the number of memories as n^-x; x as measured (median) and as in the priors\n")
	for _, s := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
		var x []float64
		for _, f := range all {
			x = append(x, f.shrink[s])
		}
		fmt.Fprintf(w, "%-20s %.3f  %.2f\n", s, report.Median(x), utl.Priors[s].Shrink)
	}
}

func lawRows(all []*utlFound) []report.Row {
	by := map[string][]float64{}
	for _, f := range all {
		by["unrelated"] = append(by["unrelated"], f.unrelated...)
		by["usual"] = append(by["usual"], f.usual...)
		by["copies"] = append(by["copies"], f.copies...)
		by["rewords"] = append(by["rewords"], f.rewords...)
	}
	rows := []report.Row{
		report.Higher("utl_entropy_unrelated", "", .7, mean(by["unrelated"])),
		report.Higher("utl_entropy_unrelated_above_share", "", report.NoGoal, above(by["unrelated"], .7)),
		report.Lower("utl_entropy_usual", "", report.NoGoal, mean(by["usual"])),
		report.Lower("utl_entropy_copy_max", "", .05, slices.Max(by["copies"])),
	}
	if len(by["rewords"]) > 0 {
		rows = append(rows, report.Lower("utl_entropy_paraphrase", "", .7, mean(by["rewords"])))
	}
	return rows
}

// above is the share of values above a limit.
func above(v []float64, limit float64) float64 {
	n := 0
	for _, x := range v {
		if x > limit {
			n++
		}
	}
	return float64(n) / float64(len(v))
}
