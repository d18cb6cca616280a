package faults

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// runRounds runs the rounds that are not in the result yet, and writes it after each.
func (o *options) runRounds(ctx context.Context) error {
	remove, err := o.folder()
	if err != nil {
		return err
	}
	defer remove()
	if n := len(o.res.Rounds); n > 0 {
		say("rounds: %d are in %s already", n, o.file())
	}
	for len(o.res.Rounds) < o.rounds {
		r, err := o.stress.Run(ctx, len(o.res.Rounds))
		if err != nil {
			return err
		}
		o.res.Rounds = append(o.res.Rounds, *r)
		say("round %d of %d: killed after %d of %d, %d open of which %d were kept, %.1f s", len(o.res.Rounds), o.rounds, r.KilledAt, o.stress.Notes, r.Open, r.Kept, r.Seconds)
		for _, w := range r.Wrong {
			say("  WRONG: %s", w)
		}
		if len(r.Wrong) > 0 {
			say("  its store is left in %s", filepath.Join(o.stress.Dir, fmt.Sprintf("round-%d", r.Number)))
		}
		if err := o.write(); err != nil {
			return err
		}
	}
	return nil
}

// runSustain keeps a server busy, and writes its result next to the rounds.
func (o *options) runSustain(ctx context.Context) error {
	remove, err := o.folder()
	if err != nil {
		return err
	}
	dir := o.stress.Dir
	defer func() { _ = removeStore(dir); remove() }()
	s, err := o.stress.Sustain(ctx, o.load, say)
	if err != nil {
		return err
	}
	for _, w := range s.Wrong {
		say("  WRONG: %s", w)
	}
	o.res.Sustained = s
	return o.write()
}

// removeStore takes away what the load left.
func removeStore(dir string) error { return os.RemoveAll(filepath.Join(dir, "sustain")) }
