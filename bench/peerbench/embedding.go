package peerbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"asterism/bench/report"
	"asterism/engine/token"
)

// lesson is what all contests share: the model, our own two sides of it, and the texts.
type lesson struct {
	repository *repository
	own        *own
	texts      []string
	textsFile  string // the texts for peers
	rowsFile   string // their ids
}

// embedding compares our processor path with others that embed the same texts with the same model, in turns. Ours is what the engine does for one space: texts in calls of
// 128, four at a time, tokenised, scheduled, embedded, of length 1.
func (b *bench) embedding(ctx context.Context) (rows []report.Row, err error) {
	l, err := b.openLesson(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.own.close()) }()
	for _, c := range contests() {
		more, err := b.compete(ctx, l, &c)
		if err != nil {
			return rows, fmt.Errorf("%s: %w", c.name, err)
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

func (b *bench) openLesson(ctx context.Context) (*lesson, error) {
	dir := filepath.Join(b.dir, "model")
	say("write a model of MiniLM's shape with drawn weights, and convert it …")
	r, err := writeRepository(filepath.Join(dir, "repository"), b.tiny)
	if err != nil {
		return nil, err
	}
	t, err := token.Load(filepath.Join(r.dir, "tokenizer.json"))
	if err != nil {
		return nil, err
	}
	l := &lesson{repository: r, textsFile: filepath.Join(dir, "texts.json"), rowsFile: filepath.Join(dir, "rows.json")}
	if l.texts, err = drawTexts(t, b.texts); err != nil {
		return nil, err
	}
	if err := errors.Join(writeJSON(l.textsFile, l.texts), writeJSON(l.rowsFile, rowsOf(t, l.texts))); err != nil {
		return nil, err
	}
	l.own, err = r.openBoth(ctx, dir)
	return l, err
}

func writeJSON(path string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o644)
}

// compete starts the peer, looks whether it computes the same, lets it find its best way, and has all sides embed the texts in turn.
func (b *bench) compete(ctx context.Context, l *lesson, c *contest) (rows []report.Row, err error) {
	p, err := startPeer(ctx, b.peers, c.script, l.repository.dir, l.fileOf(c), c.precision)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	say("beside %s …", p.About)
	near, err := b.nearness(ctx, l, c, p)
	if err != nil {
		return nil, err
	}
	rows = append(rows, report.Higher("peer."+c.name+"_cosine", "cosine", c.nearness, near))
	if !(near >= c.nearness) {
		return rows, fmt.Errorf("its vectors are as near as %.5f to what they should be, want %g: it computes something else and is not compared", near, c.nearness)
	}
	n := len(l.texts) / c.share
	best, err := b.tune(p, c, n)
	if err != nil {
		return nil, err
	}
	took, err := b.turns(ctx, l, p, c, best, n)
	if err != nil {
		return nil, err
	}
	return append(rows, c.rows(n, took)...), nil
}

func (l *lesson) fileOf(c *contest) string {
	if c.byIDs {
		return l.rowsFile
	}
	return l.textsFile
}

// tune has the peer try its ways once each, which also warms it up, and returns the fastest.
func (b *bench) tune(p *peer, c *contest, n int) (best ask, err error) {
	least := 0.0
	for i, a := range append([]ask{c.usual}, c.tries...) {
		a.Texts = n
		s, err := p.seconds(a)
		if err != nil {
			return best, err
		}
		say("%s: %s: %.1f texts/s", c.name, a, float64(n)/s)
		if i == 0 || s < least {
			best, least = a, s
		}
	}
	return best, nil
}

// turns returns the seconds of every round of every side.
func (b *bench) turns(ctx context.Context, l *lesson, p *peer, c *contest, best ask, n int) (map[string][]float64, error) {
	ours := func(e *embedder) func() (float64, error) {
		return func() (float64, error) {
			start := time.Now()
			_, err := e.vectors(ctx, l.texts[:n])
			return time.Since(start).Seconds(), err
		}
	}
	theirs := func(a ask) func() (float64, error) {
		a.Texts = n
		return func() (float64, error) { return p.seconds(a) }
	}
	sides := []turn{{oursF32, ours(l.own.f32)}, {usual, theirs(c.usual)}, {oursInt8, ours(l.own.int8)}, {tuned, theirs(best)}}
	sides = slices.DeleteFunc(sides, func(s turn) bool { return !c.has(s.name) })
	for _, e := range []*embedder{l.own.f32, l.own.int8} { // the peer is warm already
		if _, err := e.vectors(ctx, l.texts[:n]); err != nil {
			return nil, err
		}
	}
	return inTurn(ctx, sides, b.rounds)
}
