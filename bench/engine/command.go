package engine

import (
	"context"
	"errors"
	"os"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "engine"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "the queue, batching, ingest, inject, search, proposed goals and start of the engine; writes bench.json", Run: run}

// parts run in this order: the cheap ones first, and those that fill a store before those that search it.
var parts = report.Suite[*bench]{Name: "bench", Say: say, Parts: []report.Part[*bench]{
	{Name: "queue", Run: (*bench).queue},
	{Name: "handshake", Run: (*bench).handshake},
	{Name: "command", Run: (*bench).oneCommand},
	{Name: "batching", Run: (*bench).batching},
	{Name: "embedders", Run: (*bench).embedders},
	{Name: "stages", Run: (*bench).stages},
	{Name: "ingest", Run: (*bench).ingest},
	{Name: "inject", Run: (*bench).inject},
	{Name: "search", Run: (*bench).search},
	{Name: "goals", Run: (*bench).subGoals},
	{Name: "start", Run: (*bench).start},
}}

// options are the command line's.
type options struct {
	report.Choice
	binary, profile string
	sizes           sizes
}

func readOptions(a *report.Args) (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	a.StringVar(&o.binary, "binary", "bin/asterism", "program to measure from outside")
	a.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the parts to this file")
	a.IntVar(&o.sizes.memories, "memories", o.sizes.memories, "memories in one run of the ingest part")
	a.IntVar(&o.sizes.stored, "stored", o.sizes.stored, "memories in the store of the start part")
	if o.Choice, err = parts.Parse(a); err != nil {
		return o, err
	}
	if o.sizes.memories < 1 || o.sizes.stored < 1 {
		return o, errors.New("-memories and -stored must be at least 1")
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
	return report.Profiled(o.profile, func() error { return parts.Report(ctx, b, o.Choice) })
}

// say reports progress; stdout is for the table.
func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }
