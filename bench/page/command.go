package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"asterism/bench/report"
)

const commandName = "page"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "how soon the dashboard is there over 100,000 memories, in Chromium; writes bench-page.json", Run: run}

// goal is the load event of the page, in milliseconds.
const goal = 100

func run(ctx context.Context, a *report.Args) (err error) {
	out := a.String("out", report.ResultsFolder, "folder of the result file; empty writes none")
	program := a.String("binary", "bin/asterism", "`program` to serve with (make build makes it)")
	clients := a.String("clients", "mcp/testdata/client", "folder whose package.json names playwright-core")
	memories := a.Int("memories", 100_000, "memories in the store")
	loads := a.Int("loads", 21, "loads of the page; the first is not counted")
	if err := a.Parse(); err != nil {
		return err
	}
	browser, err := browserPath()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "asterism-bench-page-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := install(ctx, dir, *clients); err != nil {
		return err
	}
	data := filepath.Join(dir, "data")
	if err := fill(ctx, data, *memories); err != nil {
		return err
	}
	s, err := serve(ctx, *program, data)
	if err != nil {
		return err
	}
	times, err := load(ctx, dir, browser, s.link, *loads+1)
	if err = errors.Join(err, s.end()); err != nil {
		return err
	}
	result := report.NewResult("bench-page")
	result.Add(rows(times[1:])...)
	if *out == "" {
		return nil
	}
	return report.Write(*out, &result)
}

// rows are the figures of some loads.
func rows(times []loaded) []report.Row {
	var load, row []float64
	for _, t := range times {
		load, row = append(load, t.Load), append(row, t.Row)
	}
	return []report.Row{
		report.Lower("page_load_p50_ms", "ms", goal, load...),
		report.Lower("page_memories_p50_ms", "ms", report.NoGoal, row...),
	}
}

// browserPath is where $CHROMIUM says, or a Chromium on the path.
func browserPath() (string, error) {
	for _, name := range []string{"chromium", "google-chrome"} {
		if path, err := exec.LookPath(cmp.Or(os.Getenv("CHROMIUM"), name)); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no Chromium here: install one (Debian: apt-get install chromium), or name it with CHROMIUM=")
}
