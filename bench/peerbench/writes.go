package peerbench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
)

// callers is how many write at a time where several do.
const callers = 8

// spare is how many texts writing and safety need, both sides the same ones.
func (b *bench) spare() int { return (b.rounds+1)*len(ways)*b.writes + 2*b.writes }

// way is one way to write.
type way struct {
	name  string
	goal  float64
	empty bool // into empty stores
	write func(ctx context.Context, s side, texts []string) error
}

// ways are all of them. Two ways of writing are not the same on both sides: the official server takes many entities in one call, ours has no such call and gets one call a
// text, all at once; and ours knows no observations, which to it are memories.
var ways = []way{
	{"writes_vs_server_memory", 1, false, oneByOne},
	{"writes_observations_vs_server_memory", report.NoGoal, false, observations},
	{"writes_batch_vs_server_memory", report.NoGoal, false, together},
	{"writes_8_callers_vs_server_memory", report.NoGoal, false, byCallers},
	{"writes_empty_vs_server_memory", report.NoGoal, true, oneByOne},
}

// writing stores texts on both sides, in turn. Ours embeds every text in all spaces and has it synced before it answers; the official server writes its whole file again
// and leaves it to the system when that reaches the disk.
func (b *bench) writing(ctx context.Context) (rows []report.Row, err error) {
	stock, err := b.stockUp(ctx)
	if err != nil {
		return nil, err
	}
	full, err := openBoth(ctx, stock.ours, stock.theirs)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, full.close()) }()
	empty, err := openBoth(ctx, ourStore{b.program, filepath.Join(b.dir, "empty")}, officialAt(b.peers, filepath.Join(b.dir, "empty.jsonl")))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, empty.close()) }()
	for _, w := range ways {
		at := full
		if w.empty {
			at = empty
		}
		more, err := b.writeTurns(ctx, stock, at, w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// writeTurns has both sides store the same texts in turn, after one round that does not count.
func (b *bench) writeTurns(ctx context.Context, stock *stock, at *pair, w way) ([]report.Row, error) {
	say("%s …", w.name)
	var texts []string
	run := func(s side) func() (float64, error) {
		return func() (float64, error) {
			start := time.Now()
			err := w.write(ctx, s, texts)
			return time.Since(start).Seconds(), err
		}
	}
	fresh := func() (_ float64, err error) {
		texts, err = stock.next(b.writes)
		return 0, err
	}
	took, err := inTurn(ctx, []turn{{"", fresh}, {ours, run(at.ours)}, {theirs, run(at.theirs)}}, b.rounds+1)
	if err != nil {
		return nil, err
	}
	own, official := took[ours][1:], took[theirs][1:]
	rows := []report.Row{report.Higher(w.name, "x", w.goal, quotients(official, own)...)}
	return append(rows, report.Higher(w.name+".ours_per_s", "memories/s", report.NoGoal, rates(b.writes, own)...),
		report.Higher(w.name+".server_memory_per_s", "memories/s", report.NoGoal, rates(b.writes, official)...)), nil
}

// oneByOne is one call a text, each after the answer to the one before.
func oneByOne(ctx context.Context, s side, texts []string) error {
	for _, t := range texts {
		if _, err := s.remember(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// together is all texts at once, in as few calls as the server needs.
func together(ctx context.Context, s side, texts []string) error {
	_, err := s.remember(ctx, texts...)
	return err
}

// byCallers has several callers of one process write, each its next text when the one before is acknowledged.
func byCallers(ctx context.Context, s side, texts []string) error {
	group, inner := errgroup.WithContext(ctx)
	for c := range callers {
		group.Go(func() error {
			for i := c; i < len(texts); i += callers {
				if _, err := s.remember(inner, texts[i]); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// observer is a server that can also add to a memory that is there.
type observer interface {
	observe(ctx context.Context, name, text string) error
}

// observations adds texts to one entity where the server has such, else it is oneByOne.
func observations(ctx context.Context, s side, texts []string) error {
	o, ok := s.(observer)
	if !ok {
		return oneByOne(ctx, s, texts)
	}
	names, err := s.remember(ctx, texts[0])
	if err != nil {
		return err
	}
	for _, t := range texts[1:] {
		if err := o.observe(ctx, names[0], t); err != nil {
			return err
		}
	}
	return nil
}
