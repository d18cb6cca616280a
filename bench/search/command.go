package search

import (
	"context"
	"fmt"
	"os"

	"asterism/bench/report"
)

// commandName is what is written after ./bench.
const commandName = "search"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "search at 100,000 and 1,000,000 memories, beside hnswlib; writes bench-search.json", Run: run}

// parts run in this order: what reads and writes alone comes when nothing is held in memory yet, what takes longest comes last.
var parts = report.Suite[*bench]{Name: "bench-search", Say: say, Parts: []report.Part[*bench]{
	{Name: "bandwidth", Run: (*bench).bandwidth},
	{Name: "writers", Run: (*bench).writers},
	{Name: "mixing", Run: (*bench).mixing},
	{Name: "few", Run: (*bench).searchFew},
	{Name: "many", Run: (*bench).searchMany},
	{Name: "engine", Run: (*bench).engine},
	{Name: "hnswlib", Run: (*bench).hnswlib},
}}

// options are the command line's.
type options struct {
	report.Choice
	peers, profile string
	sizes          sizes
}

func readOptions(a *report.Args) (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	a.StringVar(&o.peers, "peers", "bench/peers", "folder of the sources of what is compared with")
	a.IntVar(&o.sizes.many, "memories", o.sizes.many, "memories of the part many")
	a.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the parts to this file")
	if o.Choice, err = parts.Parse(a); err != nil {
		return o, err
	}
	if o.sizes.many < 1 {
		return o, fmt.Errorf("-memories %d is below 1", o.sizes.many)
	}
	return o, nil
}

func run(ctx context.Context, a *report.Args) error {
	if done, err := childMode(); done {
		return err
	}
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
