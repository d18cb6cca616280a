package peerbench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
)

// safety has several write at the same time and looks, with a process that starts afterwards, which of the acknowledged memories are there: many calls at once to one process,
// callers of two processes over the same store, as two assistants start them, and two clients of one server of ours over HTTP, as assistants on several machines have it.
func (b *bench) safety(ctx context.Context) (rows []report.Row, err error) {
	stock, err := b.stockUp(ctx)
	if err != nil {
		return nil, err
	}
	texts, err := stock.next(2 * b.writes)
	if err != nil {
		return nil, err
	}
	own := func(name string) ourStore { return ourStore{b.program, filepath.Join(b.dir, name)} }
	official := func(name string) place { return officialAt(b.peers, filepath.Join(b.dir, name+".jsonl")) }
	shared := own("shared")
	for _, c := range []crowd{
		{"safety.1_process.ours", own("alone"), own("alone"), 1, 1},
		{"safety.1_process.server_memory", official("alone"), official("alone"), 1, report.NoGoal},
		{"safety.2_processes.ours", own("both"), own("both"), 2, 1},
		{"safety.2_processes.server_memory", official("both"), official("both"), 2, report.NoGoal},
		{"safety.2_clients_of_http.ours", &ourServer{store: shared}, shared, 2, 1},
	} {
		say("%s: %d texts at once …", c.name, len(texts))
		more, err := c.rush(ctx, texts)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.name, err)
		}
		rows = append(rows, more.rows(c.name, c.goal)...)
	}
	return rows, nil
}

// crowd is so many clients of one place, each with its callers, and where to look afterwards.
type crowd struct {
	name      string
	at, after place
	clients   int
	goal      float64 // of what is kept
}

// counted counts the outcomes of texts that were written at the same time.
type counted struct{ sent, acknowledged, kept int }

// rows are the acknowledged part of the sent, and the kept part of the acknowledged, which should be all.
func (c counted) rows(name string, goal float64) []report.Row {
	return []report.Row{
		report.Higher(name+"_acknowledged", "1", report.NoGoal, float64(c.acknowledged)/float64(c.sent)),
		report.Higher(name+"_kept_of_acknowledged", "1", goal, float64(c.kept)/float64(max(c.acknowledged, 1))),
	}
}

// rush has the callers of all clients write texts at the same time, and counts in a new process what is there.
func (c *crowd) rush(ctx context.Context, texts []string) (n counted, err error) {
	n.sent = len(texts)
	ids, err := c.write(ctx, texts)
	if err != nil {
		return n, err
	}
	n.acknowledged = len(ids)
	s, err := c.after.open(ctx)
	if err != nil {
		return n, err
	}
	n.kept, err = s.kept(ctx, ids)
	return n, errors.Join(err, s.close())
}

// write opens the clients one after the other, each when the one before has answered, has them write, closes them, and returns what was acknowledged.
func (c *crowd) write(ctx context.Context, texts []string) (ids []string, err error) {
	sides := make([]side, c.clients)
	for i := range sides {
		if sides[i], err = c.at.open(ctx); err != nil {
			return nil, err
		}
		_, refused := sides[i].find(ctx, "is anybody there")
		if refused != nil {
			say("%s: client %d is refused: %v", c.name, i+1, refused)
		}
		defer func() {
			if closed := sides[i].close(); refused == nil { // the process of a client that is refused ends as one that failed
				err = errors.Join(err, closed)
			}
		}()
	}
	var group errgroup.Group
	got := make([][]string, callers*c.clients)
	for w := range got {
		group.Go(func() (err error) {
			got[w], err = writeSome(ctx, sides[w%c.clients], texts, w, len(got))
			return err
		})
	}
	err = group.Wait()
	return slices.Concat(got...), err
}

// writeSome writes every n-th text from one on, and returns what was acknowledged. A refused write does not count: it was not acknowledged.
func writeSome(ctx context.Context, s side, texts []string, first, step int) (ids []string, err error) {
	for i := first; i < len(texts); i += step {
		got, err := s.remember(ctx, texts[i])
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			ids = append(ids, got...)
		}
	}
	return ids, nil
}
