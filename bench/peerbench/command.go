package peerbench

import (
	"context"
	"fmt"
	"os"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "peers"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "the official memory server and another one, transformers.js, onnxruntime-node and fastembed-js beside us; writes bench-peers.json", Run: run}

// parts run in this order.
var parts = report.Suite[*bench]{Name: "bench-peers", Say: say, Parts: []report.Part[*bench]{
	{Name: "embedding", Run: (*bench).embedding},
	{Name: "search", Run: (*bench).search},
	{Name: "writes", Run: (*bench).writing},
	{Name: "safety", Run: (*bench).safety},
	{Name: "tokens", Run: (*bench).tokens},
	{Name: "notes", Run: (*bench).notes},
}}

// options are the command line's.
type options struct {
	report.Choice
	program, packages string
	sizes             sizes
}

// fewestTexts is what a peer that gets every fourth text must be left with some of.
const fewestTexts = 4

func readOptions(a *report.Args) (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	a.StringVar(&o.program, "program", "bin/asterism", "our program")
	a.StringVar(&o.packages, "packages", "", "folder to install the packages in, and to keep them for the next run (default a scratch folder, removed at the end)")
	a.IntVar(&o.sizes.texts, "texts", o.sizes.texts, "texts that are embedded in one turn")
	a.IntVar(&o.sizes.rounds, "rounds", o.sizes.rounds, "turns of each side")
	a.IntVar(&o.sizes.memories, "memories", o.sizes.memories, "memories in the stores that writes and searches go to")
	if o.Choice, err = parts.Parse(a); err != nil {
		return o, err
	}
	if o.sizes.texts < fewestTexts || o.sizes.rounds < 1 || o.sizes.memories < 1 {
		return o, fmt.Errorf("-texts %d, -rounds %d, -memories %d: they must be at least %d, 1 and 1", o.sizes.texts, o.sizes.rounds, o.sizes.memories, fewestTexts)
	}
	return o, nil
}

func run(ctx context.Context, a *report.Args) error {
	o, err := readOptions(a)
	if err != nil {
		return err
	}
	b, err := newBench(o)
	if err != nil {
		return err
	}
	defer b.clean()
	if err := b.install(ctx, o.packages); err != nil {
		return err
	}
	return parts.Report(ctx, b, o.Choice)
}

// say reports progress; stdout is for the table.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
