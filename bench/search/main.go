package main

import (
	"context"
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

// parts run in this order: what reads and writes alone comes when nothing is held in memory yet, what takes longest comes last.
var parts = []part{
	{"bandwidth", (*bench).bandwidth},
	{"writers", (*bench).writers},
	{"mixing", (*bench).mixing},
	{"few", (*bench).searchFew},
	{"many", (*bench).searchMany},
	{"engine", (*bench).engine},
	{"hnswlib", (*bench).hnswlib},
}

func partNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// options are the command line's.
type options struct {
	out, peers string
	profile    string
	only       []string
	sizes      sizes
}

func main() {
	if childMode() {
		return
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench-search:", err)
		os.Exit(1)
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
	only := flag.String("only", strings.Join(partNames(), ","), "parts to run, by comma")
	flag.Parse()
	o.only = strings.Split(*only, ",")
	for _, name := range o.only {
		if !slices.Contains(partNames(), name) {
			return o, fmt.Errorf("unknown part %q: there are %s", name, strings.Join(partNames(), ", "))
		}
	}
	if o.sizes.many < 1 {
		return o, fmt.Errorf("-memories %d is below 1", o.sizes.many)
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
	res := &report.Result{Name: "bench-search", Commit: report.Commit(), Machine: report.ThisMachine()}
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
