package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
)

// safety has several write at the same time and looks, with a process that starts afterwards, which of the acknowledged memories are there: many calls at once to one process,
// and callers of two processes over the same store, as two assistants have them.
func (b *bench) safety(ctx context.Context) (rows []report.Row, err error) {
	stock, err := b.stockUp(ctx)
	if err != nil {
		return nil, err
	}
	texts, err := stock.take(2 * b.writes)
	if err != nil {
		return nil, err
	}
	for _, processes := range []int{1, 2} {
		for _, name := range []string{ours, theirs} {
			where := filepath.Join(b.dir, fmt.Sprintf("safety-%s-%d", name, processes))
			var at place = ourStore{b.program, where}
			if name == theirs {
				at = officialAt(b.peers, where+".jsonl")
			}
			say("%d texts at once to %d of %s …", len(texts), processes, name)
			c, err := crowd(ctx, at, processes, texts)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			rows = append(rows, c.rows(fmt.Sprintf("safety.%d_processes.%s", processes, name), name == ours)...)
		}
	}
	return rows, nil
}

// counted is what became of texts that were written at the same time.
type counted struct{ sent, acknowledged, kept int }

// rows are the acknowledged part of the sent, and the kept part of the acknowledged, which should be all.
func (c counted) rows(name string, own bool) []report.Row {
	goal := report.NoGoal
	if own {
		goal = 1
	}
	return []report.Row{
		report.Higher(name+"_acknowledged", "1", report.NoGoal, float64(c.acknowledged)/float64(c.sent)),
		report.Higher(name+"_kept_of_acknowledged", "1", goal, float64(c.kept)/float64(max(c.acknowledged, 1))),
	}
}

// crowd has callers of so many processes over the same store write texts at the same time, and counts in a new process what is there.
func crowd(ctx context.Context, at place, processes int, texts []string) (c counted, err error) {
	c.sent = len(texts)
	ids, err := rush(ctx, at, processes, texts)
	if err != nil {
		return c, err
	}
	c.acknowledged = len(ids)
	s, err := at.open(ctx)
	if err != nil {
		return c, err
	}
	c.kept, err = s.kept(ctx, ids)
	return c, errors.Join(err, s.close())
}

// rush opens the processes, has them write, closes them, and returns what was acknowledged. A write that is refused is said and no more: nobody was told that it is kept.
func rush(ctx context.Context, at place, processes int, texts []string) (ids []string, err error) {
	sides := make([]side, processes)
	for i := range sides {
		if sides[i], err = at.open(ctx); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, sides[i].close()) }()
	}
	var mu sync.Mutex
	var group errgroup.Group
	for c := range callers * processes {
		group.Go(func() error {
			for i := c; i < len(texts); i += callers * processes {
				got, err := sides[c%processes].remember(ctx, texts[i])
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					say("not acknowledged: %v", err)
					continue
				}
				mu.Lock()
				ids = append(ids, got...)
				mu.Unlock()
			}
			return nil
		})
	}
	err = group.Wait()
	return ids, err
}
