package peerbench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"asterism/bench/report"
)

// depth is how many of the first found count.
const depth = 10

// search asks both sides the same questions over the same memories, one after the other.
func (b *bench) search(ctx context.Context) (rows []report.Row, err error) {
	s, err := b.stockUp(ctx)
	if err != nil {
		return nil, err
	}
	sides, err := openBoth(ctx, s.ours, s.theirs)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sides.close()) }()
	say("ask %d questions on both sides …", len(s.questions))
	for _, q := range s.questions[:min(20, len(s.questions))] { // both read and compile at first
		if _, _, err := sides.find(ctx, q.text); err != nil {
			return nil, err
		}
	}
	t := &tally{texts: s.texts, found: map[string]map[string]*hits{ours: {}, theirs: {}}}
	for part := range slices.Chunk(s.questions, (len(s.questions)+b.rounds-1)/b.rounds) {
		t.round()
		for _, q := range part {
			found, ms, err := sides.find(ctx, q.text)
			if err != nil {
				return nil, fmt.Errorf("%q: %w", q.text, err)
			}
			t.add(q, found, ms)
		}
	}
	return t.rows(), nil
}

// pair is both sides, each with a process of its own.
type pair struct{ ours, theirs side }

func openBoth(ctx context.Context, own, official place) (*pair, error) {
	a, err := own.open(ctx)
	if err != nil {
		return nil, err
	}
	z, err := official.open(ctx)
	if err != nil {
		return nil, errors.Join(err, a.close())
	}
	return &pair{a, z}, nil
}

func (p *pair) close() error { return errors.Join(p.ours.close(), p.theirs.close()) }

// find asks both sides, in random order, and returns what they found and their milliseconds by the names of the sides.
func (p *pair) find(ctx context.Context, question string) (found map[string][]string, ms map[string]float64, err error) {
	found, ms = map[string][]string{}, map[string]float64{}
	sides := map[string]side{ours: p.ours, theirs: p.theirs}
	order := []string{ours, theirs}
	if rand.IntN(2) == 1 {
		slices.Reverse(order)
	}
	for _, name := range order {
		start := time.Now()
		if found[name], err = sides[name].find(ctx, question); err != nil {
			return nil, nil, err
		}
		ms[name] = time.Since(start).Seconds() * 1000
	}
	return found, ms, nil
}
