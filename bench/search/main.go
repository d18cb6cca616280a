package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"asterism/bench/report"
)

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
	out, peers string
	profile    string
	only       []string
	sizes      sizes
}

func main() {
	if !childMode() {
		report.Main(parts.Name, run)
	}
}

func readOptions() (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.StringVar(&o.peers, "peers", "bench/peers", "folder of the sources of what is compared with")
	flag.IntVar(&o.sizes.many, "memories", o.sizes.many, "memories of the part many")
	flag.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the parts to this file")
	only := flag.String("only", strings.Join(parts.Names(), ","), "parts to run, by comma")
	if err := report.Parse(); err != nil {
		return o, err
	}
	o.only = strings.Split(*only, ",")
	if err := parts.Check(o.only); err != nil {
		return o, err
	}
	if o.sizes.many < 1 {
		return o, fmt.Errorf("-memories %d is below 1", o.sizes.many)
	}
	return o, nil
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
	return report.Profiled(o.profile, func() error { return parts.Report(ctx, b, o.only, o.out) })
}
