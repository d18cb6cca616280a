package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"strings"

	"asterism/bench/report"
)

// parts run in this order: what is cheap comes first, what fills a store feeds what searches it.
var parts = report.Suite[*bench]{Name: "bench", Say: say, Parts: []report.Part[*bench]{
	{Name: "queue", Run: (*bench).queue},
	{Name: "handshake", Run: (*bench).handshake},
	{Name: "batching", Run: (*bench).batching},
	{Name: "embedders", Run: (*bench).embedders},
	{Name: "stages", Run: (*bench).stages},
	{Name: "ingest", Run: (*bench).ingest},
	{Name: "inject", Run: (*bench).inject},
	{Name: "search", Run: (*bench).search},
	{Name: "start", Run: (*bench).start},
}}

// options are the command line's.
type options struct {
	out, binary, profile string
	only                 []string
	sizes                sizes
}

func main() { report.Main(parts.Name, run) }

func readOptions() (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.StringVar(&o.binary, "binary", "bin/asterism", "program to measure from outside")
	flag.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the parts to this file")
	flag.IntVar(&o.sizes.memories, "memories", o.sizes.memories, "memories in one run of the ingest part")
	flag.IntVar(&o.sizes.stored, "stored", o.sizes.stored, "memories in the store of the start part")
	only := flag.String("only", strings.Join(parts.Names(), ","), "parts to run, by comma")
	if err := report.Parse(); err != nil {
		return o, err
	}
	o.only = strings.Split(*only, ",")
	if err := parts.Check(o.only); err != nil {
		return o, err
	}
	if o.sizes.memories < 1 || o.sizes.stored < 1 {
		return o, errors.New("-memories and -stored must be at least 1")
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

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) { report.Say("bench", format, args...) }
