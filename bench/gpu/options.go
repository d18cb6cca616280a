package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"asterism/models/drawn"
)

// options are the command line's.
type options struct {
	mode    string // check or bench
	phase   string // which step of a plan it is; empty: none
	machine string // cuda:N or emulation
	only    []string
	small   bool // the shapes of the emulation, and tiny models
	out     string
	work    string // folder of the models
	seed    uint64
	minutes float64       // of the soak
	jobs    int           // how many checks run side by side
	brief   bool          // less time a figure
	profile string        // folder of the parts' processor profiles; empty: none
	memory  float64       // GiB that the searches may take of the host; 0: what the system says is free
	limit   time.Duration // of one part; 0: each part's own
	child   string        // used by the program itself: the part that this process does
	answer  string        // and the file for what comes of it
}

// The machines that are no GPU by number: emulation is the mock driver with the kernels linked in, automatic a GPU if there is one and the emulation if
// not.
const (
	emulation = "emulation"
	automatic = "auto"
)

const usage = `gpu check|bench [flags]: runs the CUDA kernels and models on a GPU.
  gpu list check|bench   prints the names of the parts, for -only
  gpu phase NAME [flags] runs a phase of the plan, whose results go to files of its name; gpu list phases prints them with the seconds that each may take
`

func readOptions(args []string, errors io.Writer) (o options, err error) {
	if len(args) == 0 {
		return o, fmt.Errorf("want check, bench or list\n%s", usage)
	}
	f := flag.NewFlagSet("gpu", flag.ContinueOnError)
	f.SetOutput(errors)
	f.Usage = func() { fmt.Fprint(errors, usage); f.PrintDefaults() }
	only := f.String("only", "", "parts to run, by comma; a name with a dot at its end means all that begin so (kernel.,model.E1)")
	f.StringVar(&o.machine, "machine", automatic, "cuda:N; "+emulation+": small shapes and tiny models on the processor, to see whether the program works; its figures mean nothing; "+automatic+": the first GPU, and without one the emulation, writing nothing")
	f.BoolVar(&o.small, "small", false, "only the shapes that the emulation does, and tiny models")
	f.StringVar(&o.out, "out", "results", "folder; the results go to a folder of the GPU's name in it; empty writes none")
	f.StringVar(&o.work, "work", filepath.Join(os.TempDir(), "asterism-gpu"), "folder of the drawn models, which are kept for the next run; all at full size take 12 GB")
	f.Uint64Var(&o.seed, "seed", rand.Uint64(), "seed of the inputs")
	f.Float64Var(&o.minutes, "minutes", 2, "bench: how long the soak lasts")
	f.IntVar(&o.jobs, "jobs", 0, "check: how many parts run side by side; their references take the processor's time and not the GPU's; 0: one, in a phase half the cores' number, at most 8")
	f.BoolVar(&o.brief, "brief", false, "bench: a third of the time for searches, 20 s of comparing their answers with the processor's, fewer calls of inject, and peers without a compiler, whose rows then have no goal: for a GPU that is lent for minutes")
	f.Float64Var(&o.memory, "memory", 0, "bench: GiB of the host's memory that the searches may take; 0: what the system says is free")
	f.StringVar(&o.profile, "profile", "", "folder for a processor profile of each part that comes to its end (go tool pprof); empty: none")
	f.DurationVar(&o.limit, "limit", 0, "time limit of one part; 0: each part's own")
	f.StringVar(&o.child, "child", "", "used by the program itself: the part to run")
	f.StringVar(&o.answer, "answer", "", "used by the program itself: the file for what comes of it")
	o.mode = args[0]
	rest := args[1:]
	if o.mode == "phase" {
		if len(rest) == 0 {
			return o, fmt.Errorf("phase: want one of %s", phaseNames())
		}
		if o.phase, rest = rest[0], rest[1:]; !knownPhase(o.phase) {
			return o, fmt.Errorf("unknown phase %q: want one of %s", o.phase, phaseNames())
		}
		o.mode = "check" // and what else the phase has
	}
	if o.mode == "list" {
		if len(rest) != 1 {
			return o, fmt.Errorf("list: want check or bench\n%s", usage)
		}
		o.mode, o.child, rest = rest[0], "list", nil
	}
	if o.mode != "check" && o.mode != "bench" {
		return o, fmt.Errorf("unknown mode %q: want check, bench or list\n%s", o.mode, usage)
	}
	if err := f.Parse(rest); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("unknown argument %q", f.Arg(0))
	}
	if *only != "" {
		o.only = strings.Split(*only, ",")
	}
	return o, o.check()
}

func (o *options) check() error {
	if _, err := o.ordinal(); err != nil {
		return err
	}
	if o.jobs < 0 {
		return fmt.Errorf("-jobs %d: want at least 0", o.jobs)
	}
	if !(o.minutes > 0) || o.limit < 0 || !(o.memory >= 0) {
		return fmt.Errorf("-minutes %g, -limit %v and -memory %g: want more than 0 minutes, and no less than 0", o.minutes, o.limit, o.memory)
	}
	return nil
}

// ordinal is the GPU's number; the emulation has one GPU.
func (o *options) ordinal() (int, error) {
	if o.machine == emulation || o.machine == automatic {
		return 0, nil
	}
	n, ok := strings.CutPrefix(o.machine, "cuda:")
	i, err := strconv.Atoi(n)
	if !ok || err != nil || i < 0 {
		return 0, fmt.Errorf("-machine %q: want cuda:N, %s or %s", o.machine, emulation, automatic)
	}
	return i, nil
}

// size is that of the models.
func (o *options) size() drawn.Size {
	if o.small {
		return drawn.Tiny
	}
	return drawn.Full
}

// wants reports whether -only names a part.
func (o *options) wants(name string) bool {
	for _, n := range o.only {
		if n == name || strings.HasSuffix(n, ".") && strings.HasPrefix(name, n) {
			return true
		}
	}
	return len(o.only) == 0
}
