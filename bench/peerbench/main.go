package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"asterism/bench/report"
)

// parts run in this order.
var parts = report.Suite[*bench]{Name: "bench-peers", Say: say, Parts: []report.Part[*bench]{
	{Name: "embedding", Run: (*bench).embedding},
	{Name: "search", Run: (*bench).search},
	{Name: "writes", Run: (*bench).writing},
	{Name: "safety", Run: (*bench).safety},
}}

// options are the command line's.
type options struct {
	out, program, packages string
	only                   []string
	sizes                  sizes
}

// fewestTexts is what a peer that gets every fourth text must be left with some of.
const fewestTexts = 4

func main() { report.Main(parts.Name, run) }

func readOptions() (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.StringVar(&o.program, "program", "bin/asterism", "our program")
	flag.StringVar(&o.packages, "packages", "", "folder to install the packages in, and to keep them for the next run (default a scratch folder, removed at the end)")
	flag.IntVar(&o.sizes.texts, "texts", o.sizes.texts, "texts that are embedded in one turn")
	flag.IntVar(&o.sizes.rounds, "rounds", o.sizes.rounds, "turns of each side")
	flag.IntVar(&o.sizes.memories, "memories", o.sizes.memories, "memories in the stores that writes and searches go to")
	only := flag.String("only", strings.Join(parts.Names(), ","), "parts to run, by comma")
	if err := report.Parse(); err != nil {
		return o, err
	}
	o.only = strings.Split(*only, ",")
	if o.sizes.texts < fewestTexts || o.sizes.rounds < 1 || o.sizes.memories < 1 {
		return o, fmt.Errorf("-texts %d, -rounds %d, -memories %d: they must be at least %d, 1 and 1", o.sizes.texts, o.sizes.rounds, o.sizes.memories, fewestTexts)
	}
	return o, parts.Check(o.only)
}

func run(ctx context.Context) error {
	o, err := readOptions()
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
	return parts.Report(ctx, b, o.only, o.out)
}

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) { report.Say("bench-peers", format, args...) }
