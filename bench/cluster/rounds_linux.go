package cluster

import (
	"context"
	"errors"
	"fmt"

	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/report"
)

// errWrong is the error of a round with a wrong result.
var errWrong = errors.New("the cluster did what it must not do")

// runRounds runs the rounds over one cluster, which keeps its memories, and writes the result after each.
func (o *options) runRounds(ctx context.Context) (err error) {
	c, err := o.start(ctx, "rounds")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	bad := 0
	for i := range o.rounds {
		r, err := o.round(ctx, c, o.first+i)
		if err != nil {
			return err
		}
		o.res.Rounds = append(o.res.Rounds, *r)
		if tell(r); !r.Good() {
			bad++
		}
		o.res.put(roundRows(o.res.Rounds)...)
		if err := o.write(); err != nil {
			return err
		}
	}
	if bad > 0 {
		return fmt.Errorf("%w in %d of %d rounds", errWrong, bad, o.rounds)
	}
	return nil
}

// round starts the nodes, which the round before has left stopped, and runs it.
func (o *options) round(ctx context.Context, c *processes.Cluster, number int) (*trial.Round, error) {
	if err := c.StartAll(ctx); err != nil {
		return nil, err
	}
	within, stop := context.WithTimeoutCause(ctx, o.trial.Within, errors.New("the cluster is not whole before the round"))
	defer stop()
	if err := c.Settled(within); err != nil {
		return nil, err
	}
	return o.trial.Run(ctx, c, number)
}

// tell prints the result of a round.
func tell(r *trial.Round) {
	say("round %d, %s%s: %d answered, %d without an answer, %d refused; %.1f s at most between two writes, whole %.1f s after; %d memories; %.0f s", r.Number, r.Fault, map[bool]string{true: " (a leader)"}[r.Leader],
		r.Answered, r.NoAnswer, r.Refused, float64(r.LongestMs)/1000, float64(r.SettledMs)/1000, r.MemoriesKept, r.Seconds)
	if r.Good() {
		return
	}
	say("  WRONG: %d lost, %d twice, %d never written, %d not linearizable", r.Lost, r.Twice, r.Never, r.NotLinear)
	if r.Different != "" {
		say("  WRONG: %s", r.Different)
	}
	for _, s := range append(r.Strange, r.Unexplained...) {
		say("  %s", s)
	}
}

func roundRows(all []trial.Round) []report.Row {
	var lost, twice, never, broken, different, undecided, answered float64
	var longest []float64
	for i := range all {
		r := &all[i]
		lost, twice, never, broken, undecided, answered = lost+float64(r.Lost), twice+float64(r.Twice), never+float64(r.Never), broken+float64(r.NotLinear), undecided+float64(r.Undecided), answered+float64(r.Answered)
		longest = append(longest, float64(r.LongestMs)/1000)
		if r.Different != "" {
			different++
		}
	}
	return []report.Row{
		report.Higher("cluster.rounds", "rounds", 100, float64(len(all))), report.Higher("cluster.answered", "calls", report.NoGoal, answered),
		report.Lower("cluster.lost", "memories", 0, lost), report.Lower("cluster.twice", "memories", 0, twice), report.Lower("cluster.never_written", "memories", 0, never),
		report.Lower("cluster.not_linearizable", "memories", 0, broken), report.Lower("cluster.undecided", "memories", report.NoGoal, undecided),
		report.Lower("cluster.replicas_differ", "rounds", 0, different), report.Lower("cluster.longest_without_write_s", "s", report.NoGoal, longest...),
	}
}
