package faults

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asterism/bench/faults/stress"
	"asterism/bench/report"
)

// options are those of the command line.
type options struct {
	program, out, targets string
	only                  []string
	client                bool
	rounds                int
	stress                stress.Options
	load                  stress.Load
	fuzz                  bounds
	blind                 bool
	turn                  int // of the fuzz targets; negative: all at once

	res *result // of the parts that write stress.json; nil where none of them is run
}

// commandName is what is written after ./bench.
const commandName = "faults"

// Command is this benchmark.
var Command = report.Command{Name: commandName, Does: "kill a server under load, keep one busy, run the fuzz targets; writes stress.json and fuzz.json", Run: run}

// parts are what can be run.
var parts = []struct {
	name   string
	stress bool // its figures stand in stress.json
	run    func(*options, context.Context) error
}{{"rounds", true, (*options).runRounds}, {"sustain", true, (*options).runSustain}, {"fuzz", false, (*options).runFuzz}}

func run(ctx context.Context, a *report.Args) error {
	o, err := readOptions(a)
	if err != nil {
		return err
	}
	if o.client {
		return stress.Client(ctx, os.Stdin, os.Stdout)
	}
	return o.run(ctx)
}

func readOptions(a *report.Args) (*options, error) {
	o := &options{}
	var known []string
	for _, p := range parts {
		known = append(known, p.name)
	}
	only := a.String("only", "rounds,sustain", "parts, with commas: "+strings.Join(known, ", "))
	a.BoolVar(&o.client, "client", false, "be a client of a round, as another process of this program asks")
	a.StringVar(&o.program, "program", "bin/asterism", "our program")
	a.StringVar(&o.out, "out", report.ResultsFolder, "folder of the result file, from which rounds are gone on with; empty writes none")
	a.IntVar(&o.rounds, "rounds", 100, "kills")
	a.IntVar(&o.stress.Clients, "clients", 4, "client processes of a round")
	a.IntVar(&o.stress.Writers, "writers", 16, "writers of each client process")
	a.IntVar(&o.stress.Notes, "writes", 10_000, "writes of a round")
	a.Uint64Var(&o.stress.Seed, "seed", 1, "of the moments of the kills")
	a.StringVar(&o.stress.Dir, "dir", "", "folder for the stores; empty: a temporary one")
	a.IntVar(&o.load.Clients, "sustain-clients", 8, "clients of the load that goes on")
	a.IntVar(&o.load.Held, "sustain-held", 250, "memories that each of them has at a time")
	a.DurationVar(&o.load.Warm, "sustain-warm", 4*time.Minute, "load before anything is measured: the store's cache fills")
	a.DurationVar(&o.load.Long, "sustain", 10*time.Minute, "load that is measured")
	a.DurationVar(&o.load.Every, "sustain-look", time.Second, "between two looks at the server's memory")
	a.DurationVar(&o.fuzz.time, "fuzz-time", 10*time.Second, "of each fuzz target")
	a.Int64Var(&o.fuzz.execs, "fuzz-execs", 0, "executions of each fuzz target instead of a time")
	a.StringVar(&o.targets, "fuzz-targets", "", "only targets whose folder and name, as engine/token FuzzParse, contain this")
	a.IntVar(&o.turn, "fuzz-turn", -1, fmt.Sprintf("only the targets of every %dth package, from this one on: for runs that take turns; nothing is written; -1: all", fuzzTurns))
	a.BoolVar(&o.blind, "fuzz-blind", false, "inputs are not led by the branches that they reach: for runs of so few that compiling would take longest; nothing is written")
	if err := a.Parse(); err != nil {
		return nil, err
	}
	o.only = strings.Split(*only, ",")
	for _, p := range o.only {
		if !slices.Contains(known, p) {
			return nil, fmt.Errorf("unknown part %q: there are %s", p, strings.Join(known, ", "))
		}
	}
	if o.stress.Clients < 1 || o.stress.Writers < 1 || o.stress.Notes < 2 || o.load.Clients < 1 || o.load.Every <= 0 {
		return nil, errors.New("clients, writers and looks want 1 or more, writes 2 or more")
	}
	return o, nil
}

func say(format string, args ...any) { report.Say("bench "+commandName, format, args...) }

// run runs the parts that were asked for, all of them also when one finds something, and judges what they showed.
func (o *options) run(ctx context.Context) (err error) {
	if err := o.prepare(); err != nil {
		return err
	}
	for _, p := range parts {
		if !slices.Contains(o.only, p.name) || ctx.Err() != nil {
			continue
		}
		if p.stress && o.res == nil {
			if o.res, err = o.begun(); err != nil {
				return err
			}
		}
		err = errors.Join(err, p.run(o, ctx))
	}
	if o.res != nil {
		o.res.print()
		err = errors.Join(err, o.res.verdict())
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
	o.stress.Self = func(ctx context.Context, _ ...string) *exec.Cmd {
		return exec.CommandContext(ctx, self, commandName, "-client")
	}
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
