package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// runRounds runs the rounds that the result file does not hold yet, and writes it after each.
func (o *options) runRounds(ctx context.Context) error {
	remove, err := o.folder()
	if err != nil {
		return err
	}
	defer remove()
	res, err := o.begun()
	if err != nil {
		return err
	}
	if n := len(res.Rounds); n > 0 {
		say("rounds: %d are in %s already", n, o.file())
	}
	var wrong error
	for len(res.Rounds) < o.rounds {
		r, err := o.stress.Run(ctx, len(res.Rounds))
		if err != nil {
			return errors.Join(wrong, err)
		}
		res.Rounds = append(res.Rounds, *r)
		say("round %d of %d: killed after %d of %d, %d open of which %d were kept, %.1f s", len(res.Rounds), o.rounds, r.KilledAt, o.stress.Notes, r.Open, r.Kept, r.Seconds)
		for _, w := range r.Wrong {
			say("  WRONG: %s", w)
		}
		if len(r.Wrong) > 0 {
			wrong = errors.Join(wrong, fmt.Errorf("round %d: %d things wrong, its store is %s", r.Number, len(r.Wrong), filepath.Join(o.stress.Dir, fmt.Sprintf("round-%d", r.Number))))
		}
		if err := o.write(res); err != nil {
			return errors.Join(wrong, err)
		}
	}
	res.print()
	return errors.Join(wrong, res.verdict())
}

// runSustain keeps a server busy, and writes what it showed beside the rounds.
func (o *options) runSustain(ctx context.Context) error {
	remove, err := o.folder()
	if err != nil {
		return err
	}
	dir := o.stress.Dir
	defer func() { _ = removeStore(dir); remove() }()
	res, err := o.begun()
	if err != nil {
		return err
	}
	if res.Sustained, err = o.stress.Sustain(ctx, o.load, say); err != nil {
		return err
	}
	for _, w := range res.Sustained.Wrong {
		say("  WRONG: %s", w)
	}
	if err := o.write(res); err != nil {
		return err
	}
	res.print()
	return res.verdict()
}

// removeStore takes away what the load left.
func removeStore(dir string) error { return os.RemoveAll(filepath.Join(dir, "sustain")) }
