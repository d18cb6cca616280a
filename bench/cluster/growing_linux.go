package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"asterism/bench/cluster/processes"
	"asterism/bench/cluster/trial"
	"asterism/bench/toolcall"
	"asterism/engine"
	"asterism/engine/ingest"
)

// growAndShrink has a node join and the first leave while it runs, and then another join and the second be killed and taken out.
func (o *options) growAndShrink(ctx context.Context, c *processes.Cluster, w *trial.Writers, g *grown) error {
	for left, kill := range []bool{false, true} {
		if err := o.join(ctx, c, w, g); err != nil {
			return fmt.Errorf("a node joins: %w", err)
		}
		if err := o.leave(ctx, c, w, g, left, kill); err != nil {
			return fmt.Errorf("node %d leaves: %w", left, err)
		}
	}
	return nil
}

// join has a node join, and waits until replicas have spread to it automatically and are equal.
func (o *options) join(ctx context.Context, c *processes.Cluster, w *trial.Writers, g *grown) error {
	began := time.Now()
	number, err := c.Join(ctx)
	if err != nil {
		return err
	}
	ask(c, w)
	if err := c.Even(ctx, nodes); err != nil {
		return err
	}
	g.Join = append(g.Join, time.Since(began).Seconds())
	say("node %d joined, and all was even and equal after %.1f s", number, time.Since(began).Seconds())
	shard := o.shardOfMany()
	if keeps, err := c.Keeps(ctx, number, shard); err != nil || keeps {
		return err
	}
	began = time.Now()
	from := c.Staying()[0]
	if _, err := c.Run(ctx, number, "cluster", "move", fmt.Sprint(shard), "--to", fmt.Sprint("n", number), "--from", fmt.Sprint("n", from)); err != nil {
		return err
	}
	g.JoinBig = time.Since(began).Seconds()
	say("the shard with the many memories went to it by hand in %.1f s", g.JoinBig)
	return o.trial.AwaitWrite(ctx, w)
}

// leave takes a node out for good, and waits until what is left is whole and written to.
func (o *options) leave(ctx context.Context, c *processes.Cluster, w *trial.Writers, g *grown, number int, kill bool) error {
	began := time.Now()
	if kill {
		if err := c.Kill(number); err != nil {
			return err
		}
	}
	for err := c.Leave(ctx, number); err != nil; err = c.Leave(ctx, number) { // servers do not answer for some seconds while they elect a new leader
		if !kill || time.Since(began) > o.trial.Within {
			return err
		}
		say("node %d cannot be taken out yet: %v", number, err)
	}
	ask(c, w)
	if err := c.Even(ctx, nodes); err != nil {
		return err
	}
	g.Leave = append(g.Leave, time.Since(began).Seconds())
	say("node %d%s was taken out for good, and the others were whole after %.1f s", number, map[bool]string{true: ", which was killed,"}[kill], time.Since(began).Seconds())
	return o.trial.AwaitWrite(ctx, w)
}

// ask has writers ask the nodes that are members.
func ask(c *processes.Cluster, w *trial.Writers) {
	var callers []*toolcall.Caller
	for _, number := range c.Staying() {
		callers = append(callers, c.Caller(number))
	}
	w.Ask(callers...)
}

// writeNotes writes texts into notes.jsonl in a folder.
func writeNotes(dir string, texts []string) (err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, "notes.jsonl"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	for _, text := range texts {
		if err := ingest.WriteNote(f, &engine.Note{Content: text}); err != nil {
			return err
		}
	}
	return nil
}
