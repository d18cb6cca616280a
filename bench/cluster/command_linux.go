package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asterism/bench/cluster/network"
	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

// options are those of the command line.
type options struct {
	program, dir, out string
	only              []string
	rounds, first     int
	failovers, writes int
	shards            int
	notes             int           // that are spread
	memories          int           // that are stored to measure replication
	missed            int           // that are stored while a node is away
	perToken          time.Duration // of a mock device
	growMemories      int           // that are there when nodes join and leave
	growWriters       int
	growWithin        time.Duration
	kills             int // leaders of the shard with these
	long, leaveOut    bool
	trial             trial.Options

	res *result
}

// The parts of which the file has more than rows.
const (
	roundsPart   = "rounds"
	failoverPart = "failover"
	growPart     = "grow"
)

// parts are what can be run, each over a cluster of its own.
var parts = []struct {
	name string
	run  func(*options, context.Context) error
}{{roundsPart, (*options).runRounds}, {failoverPart, (*options).runFailover}, {"write", (*options).runWrite}, {"spread", (*options).runSpread}, {"replication", (*options).runReplication}, {"catchup", (*options).runCatchUp}, {growPart, (*options).runGrow}}

func run(ctx context.Context, a *report.Args) (err error) {
	o, err := readOptions(a)
	if err != nil {
		return err
	}
	if err := network.Available(); err != nil && o.leaveOut {
		say("left out: %v", err)
		return nil
	}
	if o.program, err = filepath.Abs(o.program); err != nil {
		return err
	}
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "asterism-cluster-"); err != nil {
			return err
		}
	}
	if o.res, err = o.begin(); err != nil {
		return err
	}
	for _, p := range parts {
		if slices.Contains(o.only, p.name) && ctx.Err() == nil {
			err = errors.Join(err, p.run(o, ctx))
		}
	}
	if err != nil {
		return fmt.Errorf("%w (folders and logs of the nodes are left in %s)", err, o.dir)
	}
	return os.RemoveAll(o.dir)
}

func readOptions(a *report.Args) (*options, error) {
	o := &options{}
	var known []string
	for _, p := range parts {
		known = append(known, p.name)
	}
	only := a.String("only", "rounds", "parts, with commas: "+strings.Join(known, ", "))
	a.StringVar(&o.program, "program", "bin/asterism", "our program")
	a.StringVar(&o.dir, "dir", "", "folder for the nodes; empty: a temporary one")
	a.StringVar(&o.out, "out", report.ResultsFolder, "folder of the result file; empty writes none")
	a.IntVar(&o.rounds, "rounds", 3, "rounds, each with another fault")
	a.IntVar(&o.first, "first", 0, "number of the first round: what a round does depends on it")
	a.BoolVar(&o.long, "long", false, "faults last as long as in the whole trial: 20 s of sleep")
	a.BoolVar(&o.leaveOut, "or-leave-out", false, "where hosts of a network cannot be made, say so and end without an error")
	a.IntVar(&o.failovers, "failovers", 10, "leaders that are killed, and after them as many machines whose server leads the log")
	a.IntVar(&o.writes, "writes", 200, "writes of each side that are timed")
	a.IntVar(&o.shards, "shards", 4, "of the cluster")
	a.IntVar(&o.notes, "notes", 3000, "notes that are spread over 1, 2, 3 and 5 nodes")
	a.DurationVar(&o.perToken, "per-token", 160*time.Microsecond, "of a device that stands in")
	a.IntVar(&o.memories, "memories", 2000, "memories by which replication is measured, three times over")
	a.IntVar(&o.missed, "missed", 10_000, "memories that are stored while a node is away")
	a.IntVar(&o.growMemories, "grow-memories", 100_000, "memories that are there, in one shard, when nodes join and leave")
	a.IntVar(&o.growWriters, "grow-writers", 8, "that write while nodes join and leave")
	a.DurationVar(&o.growWithin, "grow-within", time.Hour, "in which nodes have joined and left")
	a.IntVar(&o.kills, "kills", 3, "leaders of the shard with these memories that are killed before")
	a.IntVar(&o.trial.Writers, "writers", 16, "that write at a time")
	a.DurationVar(&o.trial.Before, "before", 3*time.Second, "writing before and after a fault")
	a.DurationVar(&o.trial.Patience, "patience", 4*time.Second, "of a writer with one call")
	a.DurationVar(&o.trial.Within, "within", 2*time.Minute, "in which the cluster has to be whole after a fault")
	a.DurationVar(&o.trial.EachTime, "each", 10*time.Second, "for the check of a memory's history")
	a.Uint64Var(&o.trial.Seed, "seed", 1, "of what happens by chance")
	if err := a.Parse(); err != nil {
		return nil, err
	}
	if o.trial.Timing = trial.ShortTiming; o.long {
		o.trial.Timing = trial.LongTiming
	}
	o.only = strings.Split(*only, ",")
	for _, p := range o.only {
		if !slices.Contains(known, p) {
			return nil, fmt.Errorf("unknown part %q: there are %s", p, strings.Join(known, ", "))
		}
	}
	if o.rounds < 1 || o.failovers < 1 || o.writes < 1 || o.notes < 1 || o.memories < 1 || o.missed < 1 || o.growMemories < 1 || o.growWriters < 1 || o.kills < 1 || o.perToken <= 0 {
		return nil, errors.New("rounds, failovers, writes, notes, memories, missed, grow-memories, grow-writers, kills and per-token want 1 or more")
	}
	return o, nil
}

// nodes is how many a cluster has here.
const nodes = 3

// start makes a cluster in a folder of its own.
func (o *options) start(ctx context.Context, name string) (*processes.Cluster, error) {
	dir := filepath.Join(o.dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	within, stop := context.WithTimeoutCause(ctx, 2*o.trial.Within, errors.New("the cluster does not begin"))
	defer stop()
	return processes.New(within, processes.Options{Program: o.program, Dir: dir, Nodes: nodes, Shards: o.shards, Seed: o.trial.Seed})
}
