package learning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/compare"
	"asterism/engine/compare/pairs"
)

// near measures how well the comparison of two near texts separates its classes, and how it changes a memory's entropy: an update is new, a rewording is not. The pairs
// are ours; more are made by rule from sentences of the labelled sets, where there are any.
func (b *bench) near(ctx context.Context) ([]report.Row, error) {
	var rows []report.Row
	sets := []nearSet{{"development", pairs.Development()}, {"heldout", pairs.HeldOut()}}
	if data := b.sets("near, of mined pairs"); data != "" {
		mined, err := minedPairs(data)
		if err != nil {
			return nil, err
		}
		sets = append(sets, nearSet{"mined", mined})
	}
	for _, s := range sets {
		more, err := b.nearSet(ctx, s, os.Stdout)
		if err != nil {
			return nil, fmt.Errorf("compare %s pairs: %w", s.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// nearSet is a set of pairs.
type nearSet struct {
	name string
	of   []pairs.Pair
}

// The bounds of the entropies, and in which share of the pairs they must hold.
const (
	leastOfUpdate = .5
	mostReworded  = .3
	mostOfCopy    = .05
)

// nearSet judges the pairs of a set, and stores each: the old text, then the new one, in a namespace with the old texts of the development pairs.
func (b *bench) nearSet(ctx context.Context, s nearSet, w io.Writer) (rows []report.Row, err error) {
	entropy, learned, err := b.nearMeasured(ctx, s.of)
	if err != nil {
		return nil, err
	}
	right, count, by := 0, map[string]int{}, map[string][]float64{}
	wrong := map[[2]string]int{}
	for i, p := range s.of {
		count[p.Class]++
		by[p.Class] = append(by[p.Class], entropy[i])
		if got := compare.Texts(p.Old, p.New).Class; string(got) == p.Class {
			right++
		} else {
			wrong[[2]string{p.Class, string(got)}]++
		}
	}
	fmt.Fprintf(w, "\n%s: %d of %d pairs are judged as labelled\n%-14s %5s %5s  taken for; entropy least, median, most\n", s.name, right, len(s.of), "", "pairs", "right")
	for _, c := range compare.Classes {
		var taken []string
		ok := count[string(c)]
		for _, other := range compare.Classes {
			if n := wrong[[2]string{string(c), string(other)}]; n > 0 {
				ok -= n
				taken = append(taken, fmt.Sprintf("%s %d", other, n))
			}
		}
		if e := by[string(c)]; len(e) > 0 {
			fmt.Fprintf(w, "%-14s %5d %5d  %s; %.3f, %.3f, %.3f\n", c, count[string(c)], ok, strings.Join(taken, ", "), slices.Min(e), report.Median(e), slices.Max(e))
		}
	}
	var updates []float64
	teaches := map[compare.Class][]float64{}
	for i, p := range s.of {
		c := compare.Class(p.Class)
		if c.Update() {
			updates = append(updates, entropy[i])
			c = compare.Changed // stands for all updates
		}
		teaches[c] = append(teaches[c], learned[i])
	}
	name := "near_" + s.name + "_"
	return []report.Row{
		report.Higher(name+"class_accuracy", "1", .85, float64(right)/float64(len(s.of))),
		report.Higher(name+"update_entropy_share", "1", .95, 1-shareBelow(updates, leastOfUpdate)),
		report.Higher(name+"reworded_entropy_share", "1", .8, 1-above(by[string(compare.Rephrased)], mostReworded)),
		report.Lower(name+"copy_entropy_max", "", mostOfCopy, slices.Max(by[string(compare.Same)])),
		report.Higher(name+"learned_order", "AUC", leastOrder, leastOrdered(teaches)),
	}, nil
}

// teachingOrder is in which order what is said should teach, the most first.
var teachingOrder = []compare.Class{compare.Changed, compare.Different, compare.Detail, compare.Rephrased, compare.Same}

// leastOrder is how often, at least, a pair of a kind should teach more than one of the kind behind it.
const leastOrder = .7

// leastOrdered is how often a pair of a kind teaches more than one of the next kind, for the two neighbouring kinds that are separated worst.
func leastOrdered(learned map[compare.Class][]float64) float64 {
	least := 1.
	for i, kind := range teachingOrder[1:] {
		least = min(least, auc(learned[teachingOrder[i]], learned[kind]))
	}
	return least
}

// shareBelow is the share of values below a limit.
func shareBelow(v []float64, limit float64) float64 {
	n := 0
	for _, x := range v {
		if x < limit {
			n++
		}
	}
	return float64(n) / float64(len(v))
}

// nearMeasured are the entropies of the new texts with the old ones stored, and how much they teach.
func (b *bench) nearMeasured(ctx context.Context, all []pairs.Pair) (entropy, learned []float64, err error) {
	e, err := b.utlEngine(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, e.Close(context.Background())) }()
	for _, p := range pairs.Development() {
		if _, err := e.Inject(ctx, engine.Note{Content: p.Old, Rationale: "kept"}); err != nil {
			return nil, nil, err
		}
	}
	for _, p := range all {
		old, err := e.Inject(ctx, engine.Note{Content: p.Old, Rationale: "kept", AllowDuplicate: true})
		if err != nil {
			return nil, nil, err
		}
		got, err := probe(ctx, e, p.New)
		if err != nil {
			return nil, nil, err
		}
		if _, err := e.Forget(ctx, old.ID, false); err != nil {
			return nil, nil, err
		}
		entropy, learned = append(entropy, float64(got.UTL.Entropy)), append(learned, got.Learned)
	}
	return entropy, learned, nil
}
