package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/ingest"
	"asterism/engine/secrets"

	"github.com/spf13/cobra"
)

func ingestCmd(g *globals) *cobra.Command {
	var o ingest.Options
	var policy shell.Secrets
	var include []string
	var dry, spread bool
	cmd := &cobra.Command{
		Use:   "ingest PATH…",
		Short: "Remember folders of Markdown, text and source code, and JSON-lines files",
		Long: "Remember folders of Markdown, text and source code (cut at headings and functions) and JSON-lines files (one note a line).\n" +
			"What is stored already is skipped, so an interrupted run is resumed by running it again. Nothing is taken away: what is still stored of files that changed or are gone is listed at\n" +
			"the end. From folders, files that nobody reads are left out: lock files, generated, vendored and minified code, lists of words, and what .gitignore names; .gitattributes\n" +
			"(linguist-generated, linguist-vendored) is honoured. A file that is named itself goes in.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			o.Namespace = g.Namespace(o.Namespace)
			plan, err := ingest.NewPlan(paths, include...)
			if err != nil {
				return err
			}
			if dry {
				return g.previewIngest(cmd, plan)
			}
			o.Secrets = secrets.Policy(policy)
			if spread {
				return g.ingestSpread(cmd, plan, o)
			}
			return g.withToFill(cmd, func(m owner.Memory) error { return g.ingest(cmd, m, plan, o) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Namespace, "namespace", "", "namespace of the memories (default: that of the project in which the command is typed, wherever PATH is, else \"default\")")
	f.StringVar(&o.SessionID, "session", "", "session id of the memories")
	shell.TagFlag(f, &o.Tags, "tag", "tag of the memories (may be given again)")
	f.StringSliceVar(&include, "include", nil, "take in what is left out for this reason (may be given again): "+whyLeftOut())
	f.BoolVar(&spread, "spread", false, "have all nodes of a cluster embed, each on its own device; --data names the folder of one that runs here")
	f.BoolVar(&dry, "dry-run", false, "store nothing; show what would go in, and what stays out and why")
	shell.SecretsFlag(cmd, &policy, "redact: replace each by its kind; refuse: leave out a note that has any")
	return cmd
}

// withToFill is With for a command that stores much and can be repeated. If it is stopped before it begins, it reports no call with an unknown outcome.
func (g *globals) withToFill(cmd *cobra.Command, do func(owner.Memory) error) error {
	err := g.With(cmd.Context(), do)
	if cmd.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return stopped(cmd, 0, 0)
	}
	return err
}

// stopped returns the error for a command that was stopped after storing some memories; for unknown further ones the outcome is not known.
func stopped(cmd *cobra.Command, after, unknown int) error {
	return fmt.Errorf("%s was stopped after %s%s: run it again to resume", cmd.Name(), words.Memories(after), unsure(unknown))
}

// unsure says for how many notes it is not known whether they are stored.
func unsure(unknown int) string {
	if unknown == 0 {
		return ""
	}
	return fmt.Sprintf(" and perhaps %d more, of which no answer came", unknown)
}

func (g *globals) ingest(cmd *cobra.Command, to ingest.Rememberer, plan *ingest.Plan, o ingest.Options) error {
	bar := shell.NewBar("ingesting")
	o.Progress = func(r ingest.Report) {
		bar.Set("ingesting", r.Bytes, r.BytesTotal)
		bar.SetSuffix(fmt.Sprintf("%.0f memories/s", rate(r)))
	}
	report, err := ingest.Run(cmd.Context(), to, plan, o)
	bar.Done()
	if g.JSON {
		if perr := shell.PrintJSON(jsonReport(report, plan)); err == nil {
			err = perr
		}
	} else {
		printReport(report, plan)
		g.printOutdated(cmd, report.Outdated, o.Namespace)
	}
	if err != nil && cmd.Context().Err() != nil { // the store's error about a cancelled call only concerns that call
		return stopped(cmd, report.Stored, report.Unknown)
	}
	if err != nil {
		return fmt.Errorf("%s stopped after %s%s (run it again to resume: what is stored is skipped): %w", cmd.Name(), words.Memories(report.Stored), unsure(report.Unknown), err)
	}
	if report.Failed > 0 {
		return shell.ExitCode(2)
	}
	return nil
}

func rate(r ingest.Report) float64 {
	if s := r.Elapsed.Seconds(); s > 0 {
		return float64(r.Stored) / s
	}
	return 0
}

func printReport(r ingest.Report, p *ingest.Plan) {
	shell.Printf("stored %s from %s in %.1f s (%.0f memories/s); %d were stored already\n", words.Memories(r.Stored), words.Count(r.Files, "file"), r.Elapsed.Seconds(), rate(r), r.Skipped)
	if r.Unknown > 0 {
		shell.Printf("of %d more it is not known whether they are stored: the call that brought them was not answered\n", r.Unknown)
	}
	var reasons []string
	for why, n := range p.Passed {
		reasons = append(reasons, fmt.Sprintf("%d %s", n, why))
	}
	if sort.Strings(reasons); len(reasons) > 0 {
		shell.Printf("left out: %s\n", strings.Join(reasons, ", "))
	}
	printSecrets(r)
	for _, m := range r.Problems {
		fmt.Fprintln(os.Stderr, "not stored: "+m)
	}
	if more := r.Failed - len(r.Problems); more > 0 {
		fmt.Fprintf(os.Stderr, "not stored: %d more\n", more)
	}
}

// printSecrets prints which secrets were removed, and where they were.
func printSecrets(r ingest.Report) {
	if len(r.Secrets) == 0 {
		return
	}
	shell.Printf("secrets in %d of the notes: %d are kept with the kind in their place, %d left out\n", r.Redacted+r.Refused, r.Redacted, r.Refused)
	for _, s := range r.Secrets {
		shell.Println("  " + s)
	}
}

func jsonReport(r ingest.Report, p *ingest.Plan) map[string]any {
	return map[string]any{"stored": r.Stored, "skipped": r.Skipped, "unknown": r.Unknown, "failed": r.Failed, "problems": r.Problems, "files": r.Files, "files_total": r.FilesTotal,
		"bytes": r.Bytes, "seconds": r.Elapsed.Seconds(), "memories_per_s": rate(r), "left_out": p.Passed, "outdated": jsonOutdated(&r.Outdated), "redacted": r.Redacted, "refused": r.Refused, "secrets": append([]string{}, r.Secrets...)}
}
