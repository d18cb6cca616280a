package tokens

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "tokens"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "tokens of the answers and of the tools' definitions; writes bench-tokens.json, and its rows in bench-peers.json", Run: run}

// beside is the result that has some of the rows too, and beside whose peers they are read.
const beside = "bench-peers"

// BesidePeers are the names of those rows.
var BesidePeers = []string{"tokens_search_10", "tokens_store", "tokens_no_answer", "tokens_tools_standard"}

func run(ctx context.Context, a *report.Args) error {
	out := a.String("out", report.ResultsFolder, "folder of the result files; empty writes none")
	if err := a.Parse(); err != nil {
		return err
	}
	rows, err := Rows(ctx)
	if err != nil {
		return err
	}
	result := report.NewResult("bench-tokens")
	result.Add(rows...)
	if *out == "" {
		return nil
	}
	if err := report.Write(*out, &result); err != nil {
		return err
	}
	path := filepath.Join(*out, beside+".json")
	err = report.Replace(path, result.Commit, Named(rows, BesidePeers)...)
	if errors.Is(err, fs.ErrNotExist) {
		report.Say("bench "+commandName, "%s is not there; nothing was written into it", path)
		return nil
	}
	return err
}

// Named are the rows of some names.
func Named(rows []report.Row, names []string) []report.Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r report.Row) bool { return !slices.Contains(names, r.Name) })
}
