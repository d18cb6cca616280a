package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/corpus"
	"asterism/engine/cluster"
)

// bulk is the namespace of the many memories: all of them are in one shard.
const bulk = "archive"

// growHosts are three nodes and the two that join.
const growHosts = nodes + 2

// grown is what the trial took and showed; times in seconds.
type grown struct {
	Memories   int          `json:"memories"`
	IngestRate float64      `json:"ingest_memories_per_s"` // of the first node, while it was alone
	Others     float64      `json:"two_join_s"`            // the second and third node, until all three were whole
	Failovers  []float64    `json:"failovers_s"`
	JoinBig    float64      `json:"moved_by_hand_s"` // of the shard with the many memories, if it did not move to the fourth node automatically
	Join       []float64    `json:"join_to_equal_s"`
	Leave      []float64    `json:"leave_s"` // first a node that ran, then one that was killed
	LostBulk   int          `json:"lost_of_the_many"`
	Searches   searched     `json:"searches"`
	Round      *trial.Round `json:"round"`
}

// runGrow stores many memories in one shard, kills its leader, lets a fourth node join while there is writing and searching, takes the first out, lets a fifth join, and takes out another that was killed.
func (o *options) runGrow(ctx context.Context) (err error) {
	within, stop := context.WithTimeoutCause(ctx, o.growWithin, fmt.Errorf("it takes longer than %v", o.growWithin))
	defer stop()
	c, texts, g, err := o.many(within)
	if c != nil {
		defer func() { err = errors.Join(err, c.Close()) }()
	}
	if err != nil {
		return errors.Join(err, context.Cause(within))
	}
	for i := range o.kills {
		took, err := o.failoverOfMany(within, c, i, texts)
		if err != nil {
			return fmt.Errorf("failover %d: %w", i, err)
		}
		g.Failovers = append(g.Failovers, took.Seconds())
	}
	missing := make(map[string]bool, len(texts))
	for _, text := range texts {
		missing[text] = true
	}
	t := o.trial
	t.Writers, t.Pause, t.Within = o.growWriters, growPause, o.growWithin
	t.Other = func(content string) { delete(missing, content) }
	g.Round, err = t.During(within, c, 0, "nodes join and leave", func(ctx context.Context, w *trial.Writers, _ *trial.Round, _ *rand.Rand) error {
		reading := beginSearches(ctx, w, texts)
		defer func() { g.Searches = reading.end() }()
		return o.growAndShrink(ctx, c, w, g)
	})
	if err != nil {
		return errors.Join(err, context.Cause(within))
	}
	g.LostBulk = len(missing)
	return o.tellGrown(g)
}

// growPause is what a writer waits between two calls, at most: the check of their histories has to end.
const growPause = 150 * time.Millisecond

// many makes a cluster of three nodes with many memories: one node ingests them, and the others join it.
func (o *options) many(ctx context.Context) (*processes.Cluster, []string, *grown, error) {
	texts, err := corpus.Texts(o.growMemories)
	if err != nil {
		return nil, nil, nil, err
	}
	dir, file, err := o.notesFile("grow", texts)
	if err != nil {
		return nil, nil, nil, err
	}
	g := &grown{Memories: len(texts)}
	c, err := processes.New(ctx, processes.Options{Program: o.program, Dir: dir, Nodes: 1, Hosts: growHosts, Shards: o.shards, Seed: o.trial.Seed})
	if err != nil {
		return nil, nil, nil, err
	}
	began := time.Now()
	if _, err := c.Run(ctx, 0, "ingest", file, "--namespace", bulk, "--secrets", "allow"); err != nil {
		return c, texts, g, err
	}
	g.IngestRate = float64(len(texts)) / time.Since(began).Seconds()
	say("%d memories were ingested at one node, %.0f a second", len(texts), g.IngestRate)
	began = time.Now()
	for range nodes - 1 {
		if _, err := c.Join(ctx); err != nil {
			return c, texts, g, err
		}
	}
	err = c.Settled(ctx)
	g.Others = time.Since(began).Seconds()
	say("two nodes joined, and all three were whole after %.1f s", g.Others)
	return c, texts, g, err
}

// failoverOfMany kills the leader of the shard with the many memories, and measures until another node has answered a write to it and a search in it.
func (o *options) failoverOfMany(ctx context.Context, c *processes.Cluster, number int, texts []string) (time.Duration, error) {
	leader, ok := c.Leader(ctx, bulk)
	if !ok {
		return 0, errors.New("nobody leads before it")
	}
	caller := c.Caller((leader + 1) % nodes)
	if err := c.Kill(leader); err != nil {
		return 0, err
	}
	found := make(chan error, 1)
	began := time.Now()
	go func() { found <- o.firstSearch(ctx, caller, texts[number%len(texts)]) }()
	wrote, err := o.firstWrite(ctx, caller, bulk, fmt.Sprintf("failover %d of a shard with many", number))
	if err = errors.Join(err, <-found); err != nil {
		return 0, err
	}
	took := time.Since(began)
	say("failover %d of %d: a write was acknowledged %.1f s after the leader of %d memories was killed, and a search had been answered after %.1f s", number+1, o.kills, wrote.Seconds(), len(texts), took.Seconds())
	if err := c.Start(ctx, leader); err != nil {
		return 0, err
	}
	return took, c.Settled(ctx)
}

// shardOfMany is the shard with the many memories.
func (o *options) shardOfMany() int { return cluster.ShardOf(bulk, o.shards) }

// notesFile writes texts into a file of lines, in a folder of its own.
func (o *options) notesFile(part string, texts []string) (dir, file string, err error) {
	dir = filepath.Join(o.dir, part)
	return dir, filepath.Join(dir, "notes.jsonl"), writeNotes(dir, texts)
}

func (o *options) tellGrown(g *grown) error {
	r := g.Round
	tell(r)
	say("%d of the %d memories are lost; %d searches were answered, %d refused, %.1f s at most between two", g.LostBulk, g.Memories, g.Searches.Answered, g.Searches.Refused, g.Searches.Longest)
	o.res.Grown = g
	o.res.put(growRows(g)...)
	if err := o.write(); err != nil {
		return err
	}
	if !r.Good() || g.LostBulk > 0 {
		return fmt.Errorf("%w while nodes joined and left", errWrong)
	}
	return nil
}
