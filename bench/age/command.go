package age

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"text/tabwriter"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "age"

// Command prints how old the results are.
var Command = report.Command{Name: commandName, Does: "which result files are older than the code that they measure", Run: run}

func run(ctx context.Context, a *report.Args) error {
	folder := a.String("results", report.ResultsFolder, "folder of the result files")
	commits := a.Bool("commits", false, "also list the commits")
	if err := a.Parse(); err != nil {
		return err
	}
	all, err := inspect(ctx, *folder, measured)
	if err != nil {
		return err
	}
	return show(os.Stdout, all, *commits)
}

// show prints a line a file, and with commits those that came since.
func show(w io.Writer, all []aged, commits bool) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "file\tcommit\tdate\tcommits since that touched its code")
	changed := false
	for _, r := range all {
		since := strconv.Itoa(len(r.since))
		if r.unknown != "" {
			since = "unknown: " + r.unknown
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.file, dash(r.commit), dash(r.date), since)
		changed = changed || r.changed()
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if changed {
		fmt.Fprintln(w, "\n+: measured with changes that the commit does not hold")
	}
	for _, r := range all {
		if !commits || len(r.since) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n", r.file)
		for _, c := range r.since {
			fmt.Fprintf(w, "  %s\n", c)
		}
	}
	return nil
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
