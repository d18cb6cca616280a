package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"slices"
	"strings"
	"syscall"

	"asterism/bench/report"
)

// part is one group of rows.
type part struct {
	name string
	run  func(*bench, context.Context) ([]Row, error)
}

// parts run in this order: what is cheap comes first, what fills a store feeds what searches it.
var parts = []part{
	{"queue", (*bench).queue},
	{"handshake", (*bench).handshake},
	{"batching", (*bench).batching},
	{"embedders", (*bench).embedders},
	{"stages", (*bench).stages},
	{"ingest", (*bench).ingest},
	{"inject", (*bench).inject},
	{"search", (*bench).search},
	{"start", (*bench).start},
}

func partNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// options are the command line's.
type options struct {
	out, binary, profile string
	only                 []string
	sizes                sizes
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func readOptions() (o options, err error) {
	if o.sizes, err = sizesOf(os.Getenv("SIZE")); err != nil {
		return o, err
	}
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file; empty writes none")
	flag.StringVar(&o.binary, "binary", "bin/asterism", "program to measure from outside")
	flag.StringVar(&o.profile, "cpuprofile", "", "write a CPU profile of the parts to this file")
	flag.IntVar(&o.sizes.memories, "memories", o.sizes.memories, "memories in one run of the ingest part")
	flag.IntVar(&o.sizes.stored, "stored", o.sizes.stored, "memories in the store of the start part")
	only := flag.String("only", strings.Join(partNames(), ","), "parts to run, by comma")
	flag.Parse()
	o.only = strings.Split(*only, ",")
	for _, name := range o.only {
		if !slices.Contains(partNames(), name) {
			return o, fmt.Errorf("unknown part %q: there are %s", name, strings.Join(partNames(), ", "))
		}
	}
	if o.sizes.memories < 1 || o.sizes.stored < 1 {
		return o, errors.New("-memories and -stored must be at least 1")
	}
	return o, nil
}

func run() error {
	o, err := readOptions()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt does not wait for the cleaning
	b, err := newBench(o)
	if err != nil {
		return err
	}
	defer b.clean()
	if o.profile != "" {
		f, err := os.Create(o.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	res, err := b.measure(ctx, o.only)
	if err != nil || o.out == "" {
		return err
	}
	return res.Write(o.out)
}

// measure runs the parts named and prints their rows as they come.
func (b *bench) measure(ctx context.Context, only []string) (*report.Result, error) {
	res := &report.Result{Name: "bench", Commit: report.Commit(), Machine: report.ThisMachine()}
	fmt.Printf("%s, %d cores, %.0f GiB, %s\n", res.Machine.CPU, res.Machine.Cores, res.Machine.Memory, res.Machine.OS)
	for _, p := range parts {
		if !slices.Contains(only, p.name) {
			continue
		}
		say("%s …", p.name)
		rows, err := p.run(b, ctx)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		res.Add(rows...)
	}
	if len(only) < len(parts) {
		res.Name += "-" + strings.Join(only, "-")
	}
	return res, nil
}

// say tells of the progress; stdout belongs to the table.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", args...) }
