package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine/batch"
	"asterism/models"
	"asterism/models/drawn/compare"
)

// peerGoal is the goal for E1 compared with sentence-transformers.
const peerGoal = 1.5

// peerNearness is the least cosine of a peer's values with ours: below it they do not compute the same, and their times are not compared.
const peerNearness = 0.99

// peerPatience is how long a peer may take to answer beyond the time that it was given: the first run of a program loads it.
const peerPatience = 2 * time.Minute

// peerValues is how many rows' values are compared.
const peerValues = 8

// peerParts are one a model of the repositories' precision.
func peerParts() (out []part) {
	for _, t := range modelTasks {
		if t.precision == models.PrecisionF32 {
			out = append(out, part{name: "peers." + t.name(), limit: 9 * time.Minute, run: func(ctx context.Context, e *env) ([]report.Row, error) {
				return withModel(ctx, e, t, benchPeers)
			}})
		}
	}
	return out
}

// benchPeers compares a model with others that embed the same rows with the same weights, in turns.
func benchPeers(ctx context.Context, e *env, s *loaded) ([]report.Row, error) {
	l := s.loadOf(e, 0)
	rows, failed := s.besidePython(ctx, e, l)
	more, err := s.besideRuntime(ctx, e, l)
	return append(rows, more...), errors.Join(failed, err)
}

// besidePython compares with sentence-transformers, or with plain PyTorch.
func (s *loaded) besidePython(ctx context.Context, e *env, l *load) (rows []report.Row, err error) {
	var all [][]int32
	for _, row := range l.rows {
		all = append(all, s.Passed(batch.Passage, row)...)
	}
	p, err := startPeer(ctx, e, filepath.Join(s.Manifest.Dir, s.task.space.Code()), all)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	if p.Missing != "" {
		say("peers: left out: %s", p.Missing)
		return nil, nil
	}
	for _, why := range p.Why {
		say("peers: not %s", why)
	}
	say("peers: %s by %s", p.How, p.Versions)
	near, err := s.peerNearness(ctx, p, l)
	if err != nil {
		return nil, err
	}
	rows = append(rows, report.Higher(fmt.Sprintf("peer.%s.%s_cosine", s.task.name(), p.How), "cosine", peerNearness, near))
	if !(near >= peerNearness) {
		return rows, fmt.Errorf("%s: the values of %s are as near as %.4f to ours, want %g: it computes something else and is not compared", s.task.name(), p.How, near, peerNearness)
	}
	more, err := s.peerTurns(ctx, e, p, l, len(all)/len(l.rows))
	return append(rows, more...), err
}

// peerNearness is the least cosine of the first rows' values with ours.
func (s *loaded) peerNearness(ctx context.Context, p *peer, l *load) (float64, error) {
	n := min(peerValues, len(l.rows))
	ours, err := s.backend.Embed(ctx, s.task.space, batch.OfIDs(batch.Passage, batch.Frame{}, l.rows[:n]))
	if err != nil {
		return 0, err
	}
	var theirs struct{ Values [][]float64 }
	passes := len(s.Passes())
	if err := p.ask(peerCommand{Do: "values", Rows: n * passes}, &theirs, peerPatience); err != nil {
		return 0, err
	}
	if len(theirs.Values) != n*passes {
		return 0, fmt.Errorf("the peer gives %d values for %d rows", len(theirs.Values), n*passes)
	}
	least := 1.0
	for i := range n {
		want := slices.Concat(theirs.Values[i*passes : (i+1)*passes]...)
		near, err := compare.Cosine(s.task.space.Info(), ours[i], s.kept(l.rows[i], want))
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", i, err)
		}
		if least = min(least, near); math.IsNaN(near) {
			least = near
		}
	}
	return least, nil
}

// kept leaves out the vectors of tokens for which a memory has none.
func (s *loaded) kept(row []int32, vectors []float64) []float64 {
	if s.Kind() != models.Tokens {
		return vectors
	}
	width := s.task.space.Info().Width
	var out []float64
	for i, id := range row {
		if !slices.Contains(s.Model.PassageSkip, id) && (i+1)*width <= len(vectors) {
			out = append(out, vectors[i*width:(i+1)*width]...)
		}
	}
	return out
}

// peerTurns lets the peer find its best way, and then has both embed all rows in turn: ours, theirs, ours, theirs. A text of a pair is so many rows to the peer. What
// a compiler makes of it is tried when the figures without it are there, since that may take long or never end; where it is faster its figures are the ones that count.
func (s *loaded) peerTurns(ctx context.Context, e *env, p *peer, l *load, passes int) ([]report.Row, error) {
	long, turns := time.Minute, rounds
	switch {
	case e.machine == emulation:
		long, turns = 2*time.Second, 1
	case e.brief:
		long /= 3
	}
	theirs := func() (float64, error) {
		var r ran
		err := p.ask(peerCommand{Do: "run", Seconds: loadTime.Seconds()}, &r, peerPatience)
		return float64(r.Rows) / float64(passes*len(l.rows)) / r.Seconds, err
	}
	if _, err := p.find("tune", long); err != nil {
		return nil, err
	}
	rows, err := s.turns(ctx, e, l, turns, p.How, theirs)
	if err != nil || e.brief {
		return rows, err
	}
	if s.isE1() {
		long *= 2
	}
	faster, err := p.find("compile", long)
	if err != nil {
		say("peers: without a compiler: %v", err)
		p.spent = true
		return rows, nil
	}
	if !faster.Compiled {
		return rows, nil
	}
	return s.turns(ctx, e, l, turns, p.How, theirs)
}

// isE1 reports whether it is e5-large's shape, for which the goals are stated.
func (s *loaded) isE1() bool { return s.task == modelTask{models.Semantic, models.PrecisionF32} }

// turns measures ours and theirs one after the other, loads a second, and returns their tokens a second and the quotient.
func (s *loaded) turns(ctx context.Context, e *env, l *load, turns int, how string, theirs func() (float64, error)) ([]report.Row, error) {
	if _, err := s.runLoad(ctx, e, l, 0); err != nil { // rooms grow, graphs are made
		return nil, err
	}
	var quotients, tokens []float64
	for range turns {
		took, err := s.runLoad(ctx, e, l, loadTime)
		if err != nil {
			return nil, err
		}
		rate, err := theirs()
		if err != nil {
			return nil, err
		}
		if !(rate > 0) {
			return nil, fmt.Errorf("%s embeds %g loads a second", how, rate)
		}
		quotients, tokens = append(quotients, 1/took/rate), append(tokens, rate*l.tokens)
	}
	name, goal := fmt.Sprintf("model.%s.vs_%s", s.task.name(), how), report.NoGoal
	if s.isE1() && how == "sentence_transformers" {
		name, goal = "e5_large_vs_sentence_transformers", peerGoal
		if e.brief { // the other had no compiler, so nothing is met
			goal = report.NoGoal
		}
	}
	return []report.Row{
		report.Higher(name, "x", goal, quotients...),
		report.Higher(fmt.Sprintf("model.%s.%s_tokens_per_s", s.task.name(), how), "tokens/s", report.NoGoal, tokens...),
	}, nil
}
