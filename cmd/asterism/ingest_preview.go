package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/ingest"

	"github.com/spf13/cobra"
)

// shownOut is how many files are named for each reason; --json has all.
const shownOut = 5

// whyLeftOut lists the reasons that --include accepts.
func whyLeftOut() string {
	var out []string
	for _, r := range ingest.Reasons {
		out = append(out, string(r))
	}
	return strings.Join(append(out, "all"), ", ")
}

// previewIngest prints what an ingest would do.
func (g *globals) previewIngest(cmd *cobra.Command, plan *ingest.Plan) error {
	look, err := ingest.Look(cmd.Context(), plan)
	if err != nil {
		return err
	}
	if g.JSON {
		files := []string{}
		for _, f := range plan.Files {
			files = append(files, f.Path)
		}
		return shell.PrintJSON(map[string]any{"files": files, "bytes": look.Bytes, "notes": look.Notes, "kinds": look.Kinds, "problems": append([]string{}, look.Problems...), "left_out": append([]ingest.LeftOut{}, plan.Out...)})
	}
	var kinds []string
	for k, n := range look.Kinds {
		kinds = append(kinds, fmt.Sprintf("%d %s", n, k))
	}
	slices.Sort(kinds)
	shell.Printf("would store %s (%s) from %s of %s; what is stored already is among them\n", words.Memories(look.Notes), strings.Join(kinds, ", "), words.Count(look.Files, "file"), kib(look.Bytes))
	printLeftOut(plan)
	for _, p := range look.Problems {
		fmt.Fprintln(os.Stderr, "cannot be read: "+p)
	}
	return nil
}

func kib(n int64) string { return fmt.Sprintf("%d KiB", (n+1023)>>10) }

// printLeftOut names the first files of each reason.
func printLeftOut(plan *ingest.Plan) {
	of := map[string][]string{}
	for _, o := range plan.Out {
		of[o.Reason] = append(of[o.Reason], o.Path)
	}
	var order []string
	for r := range of {
		order = append(order, r)
	}
	slices.Sort(order)
	for _, r := range order {
		shell.Printf("left out, %s: %d\n", r, len(of[r]))
		for _, path := range of[r][:min(shownOut, len(of[r]))] {
			shell.Println("  " + path)
		}
		if more := len(of[r]) - shownOut; more > 0 {
			shell.Printf("  and %d more\n", more)
		}
	}
}
