package quality

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"asterism/bench/changes"
	"asterism/bench/report"
)

// The exit statuses: a law is broken, and something kept it from being measured.
const (
	statusBroken = 1
	statusFailed = 2
)

// commandName is what is written after ./bench.
const commandName = "eval"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "how well the spaces and their fusion find; writes eval.json", Run: run}

func run(ctx context.Context, a *report.Args) error {
	o, err := readOptions(a)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	broken := false
	if err == nil {
		broken, err = measure(ctx, o, os.Stdout)
	}
	switch {
	case err != nil:
		return report.Status{Code: statusFailed, Err: err}
	case broken && o.gate:
		return report.Status{Code: statusBroken}
	}
	return nil
}

// measure measures, prints the report to w and writes the result file. It returns whether a law is broken.
func measure(ctx context.Context, o options, w io.Writer) (broken bool, err error) {
	e, err := Open(ctx, o.models)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if o.dump != "" {
		return false, dump(ctx, e, o)
	}
	var results []*result
	for _, dir := range o.sets {
		s, err := loadSet(dir)
		if err != nil {
			return false, err
		}
		r, err := evaluate(ctx, e, s, o.ablate)
		if err != nil {
			return false, err
		}
		results = append(results, r)
	}
	return tell(ctx, e, o, results, w)
}

// tell prints what was measured, measures the rest, and writes the result file.
func tell(ctx context.Context, e *Embedder, o options, results []*result, w io.Writer) (broken bool, err error) {
	l := judgeLaws(results)
	failed := l.broken()
	rep := report.NewResult("eval" + o.some)
	rep.Rows = slices.Concat(resultRows(results), lawRows(l), addsRows(results))
	fmt.Fprintf(w, "models %s, %s, %d cores\n", e.Manifest.Dir, rep.Machine.CPU, rep.Machine.Cores)
	printTables(w, results)
	printLaws(w, results, l)
	if o.runs > 0 {
		cost, err := tellCost(ctx, o, results[0].set.docs, w)
		if err != nil {
			return false, err
		}
		rep.Rows = append(rep.Rows, cost)
	}
	rows, err := tellNamedTimes(ctx, o, results, w)
	if err != nil {
		return false, err
	}
	rep.Rows = append(rep.Rows, rows...)
	if rows, err = tellNearCopies(ctx, o, w); err != nil {
		return false, err
	}
	rep.Rows = append(rep.Rows, rows...)
	say("things that changed")
	if rows, err = changes.Tell(ctx, o.models, w); err != nil {
		return false, err
	}
	rep.Rows = append(rep.Rows, rows...)
	if rows, err = tellConversations(results, w); err != nil {
		return false, err
	}
	rep.Rows = append(append(rep.Rows, rows...), tellParts(results, l.sets > 0, w)...)
	rows, missed := tellFirsts(results, w)
	if rep.Rows = append(rep.Rows, rows...); l.sets > 0 {
		failed = append(failed, missed...)
	}
	if rows, err = tellAnswerable(ctx, e, results, w); err != nil {
		return false, err
	}
	rep.Rows = append(rep.Rows, rows...)
	if o.loss > 0 {
		rows, missed, err := tellLoss(ctx, e, results, o.loss, w)
		if err != nil {
			return false, err
		}
		if rep.Rows = append(rep.Rows, rows...); l.sets > 0 {
			failed = append(failed, missed...)
		}
	}
	if o.proofs {
		rows, missed, err := runProofs(ctx, e, o.data, e.Manifest.Dir, w)
		if err != nil {
			return false, err
		}
		for _, r := range rows {
			rep.Rows = append(rep.Rows, rowOf(r.Name, r.Unit, r.Better, r.Goal, r.Value))
		}
		if l.sets > 0 { // proofs on small sets decide nothing either
			failed = append(failed, missed...)
		}
	}
	printVerdict(w, l.sets, failed)
	return len(failed) > 0, writeResult(&rep, o, results, w)
}

// writeResult writes the result file: where -out says, or, after a run over the whole collection, the file that is committed.
func writeResult(rep *report.Result, o options, results []*result, w io.Writer) error {
	switch missing := missingSets(results); {
	case o.out != "":
		return report.Write(o.out, rep)
	case o.noOut:
		return nil
	case o.some != "" || len(missing) > 0:
		fmt.Fprintf(w, "no result file is written: %s/eval.json is of a run over the whole collection (%s); -out DIR writes one elsewhere\n", report.ResultsFolder, strings.Join(collection, ", "))
		return nil
	}
	return report.Write(report.ResultsFolder, rep)
}

// missingSets are those of the collection that were not measured.
func missingSets(results []*result) []string {
	return slices.DeleteFunc(slices.Clone(collection), func(name string) bool {
		return slices.ContainsFunc(results, func(r *result) bool { return r.set.name == name })
	})
}

// tellCost measures what embedding costs.
func tellCost(ctx context.Context, o options, docs []entry, w io.Writer) (report.Row, error) {
	say("cost of embedding")
	us, spaces, err := embedCost(ctx, o.models, docs, o.runs)
	if err != nil {
		return report.Row{}, err
	}
	row := rowOf("embed_us_per_memory_core", "µs", lower, embedMicroGoal, us...)
	fmt.Fprintf(w, "\nembedding: %.0f µs of one core in %d learned spaces for a text of about %d tokens (median of %d runs; goal %d)\n",
		row.Value, spaces, costTokens, o.runs, embedMicroGoal)
	return row, nil
}

// say reports progress; stdout is for the tables.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
