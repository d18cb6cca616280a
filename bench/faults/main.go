package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"asterism/bench/faults/stress"
)

// options are those of the command line.
type options struct {
	program, out, parts, targets string
	rounds                       int
	stress                       stress.Options
	load                         stress.Load
	fuzz                         bounds
}

// parts are what can be run.
var parts = []string{"rounds", "sustain", "fuzz"}

func main() {
	client := flag.Bool("client", false, "be a client of a round, as another process of this program asks")
	var o options
	flag.StringVar(&o.parts, "only", "rounds,sustain", "parts, with commas: "+strings.Join(parts, ", "))
	flag.StringVar(&o.program, "program", "bin/asterism", "our program")
	flag.StringVar(&o.out, "out", "bench/results", "folder of the result file, from which rounds are gone on with; empty writes none")
	flag.IntVar(&o.rounds, "rounds", 100, "kills")
	flag.IntVar(&o.stress.Clients, "clients", 4, "client processes of a round")
	flag.IntVar(&o.stress.Writers, "writers", 16, "writers of each client process")
	flag.IntVar(&o.stress.Notes, "writes", 10_000, "writes of a round")
	flag.Uint64Var(&o.stress.Seed, "seed", 1, "of the moments of the kills")
	flag.StringVar(&o.stress.Dir, "dir", "", "folder for the stores; empty: a temporary one")
	flag.IntVar(&o.load.Clients, "sustain-clients", 8, "clients of the load that goes on")
	flag.IntVar(&o.load.Held, "sustain-held", 250, "memories that each of them has at a time")
	flag.DurationVar(&o.load.Warm, "sustain-warm", time.Minute, "load before anything is measured")
	flag.DurationVar(&o.load.Long, "sustain", 10*time.Minute, "load that is measured")
	flag.DurationVar(&o.load.Every, "sustain-look", time.Second, "between two looks at the server's memory")
	flag.DurationVar(&o.fuzz.time, "fuzz-time", 10*time.Second, "of each fuzz target")
	flag.Int64Var(&o.fuzz.execs, "fuzz-execs", 0, "executions of each fuzz target instead of a time")
	flag.StringVar(&o.targets, "fuzz-targets", "", "only targets whose folder and name, as engine/token FuzzParse, contain this")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if *client {
		err = stress.Client(ctx, os.Stdin, os.Stdout)
	} else {
		err = o.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

// run runs the parts that were asked for, all of them also when one finds something.
func (o *options) run(ctx context.Context) (err error) {
	only := strings.Split(o.parts, ",")
	for _, p := range only {
		if !slices.Contains(parts, p) {
			return fmt.Errorf("unknown part %q: there are %s", p, strings.Join(parts, ", "))
		}
	}
	if o.stress.Clients < 1 || o.stress.Writers < 1 || o.stress.Notes < 2 || o.load.Clients < 1 || o.load.Every <= 0 {
		return errors.New("clients, writers and looks want 1 or more, writes 2 or more")
	}
	if err := o.prepare(); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		run  func(context.Context) error
	}{{"rounds", o.runRounds}, {"sustain", o.runSustain}, {"fuzz", o.runFuzz}} {
		if slices.Contains(only, part.name) && ctx.Err() == nil {
			err = errors.Join(err, part.run(ctx))
		}
	}
	return err
}

// prepare finds the programs that are started, and a folder for their stores.
func (o *options) prepare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	program, err := filepath.Abs(o.program)
	if err != nil {
		return err
	}
	o.stress.Program = func(ctx context.Context, args ...string) *exec.Cmd { return exec.CommandContext(ctx, program, args...) }
	o.stress.Self = func(ctx context.Context, _ ...string) *exec.Cmd { return exec.CommandContext(ctx, self, "-client") }
	return nil
}

// folder is where stores are made, and what takes it away again when nothing in it is worth a look.
func (o *options) folder() (remove func(), err error) {
	if o.stress.Dir != "" {
		return func() {}, os.MkdirAll(o.stress.Dir, 0o755)
	}
	if o.stress.Dir, err = os.MkdirTemp("", "asterism-stress-"); err != nil {
		return nil, err
	}
	dir := o.stress.Dir
	return func() {
		o.stress.Dir = ""
		_ = os.Remove(dir) // not empty: the store of a round in which something was wrong
	}, nil
}
