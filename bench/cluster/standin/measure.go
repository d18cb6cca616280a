package standin

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"asterism/bench/corpus"
	"asterism/engine"
	"asterism/engine/embedder"
	"asterism/engine/ingest"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/models"
)

// Work is what is ingested.
type Work struct {
	models *embedder.Embedder
	values map[string]engine.Packed
	plan   *ingest.Plan
	notes  int
	Tokens int // of all texts
}

// NewWork embeds so many texts by the models that ship, before anything is timed, and writes them into a file of lines in a folder.
func NewWork(ctx context.Context, dir string, notes int) (*Work, error) {
	texts, err := corpus.Texts(notes)
	if err != nil {
		return nil, err
	}
	m, err := embedder.Open(ctx, embedder.Options{})
	if err != nil {
		return nil, err
	}
	w := &Work{models: m, notes: notes}
	all := make([]engine.Note, notes)
	for i := range all {
		all[i].Content = texts[i]
	}
	path := filepath.Join(dir, "notes.jsonl")
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for i := range all {
		if err := ingest.WriteNote(f, &all[i]); err != nil {
			return nil, err
		}
	}
	if w.values, err = Made(secrets.WithPolicy(ctx, secrets.Allow), engine.OverModels(m), all); err != nil {
		return nil, err
	}
	for _, p := range w.values {
		w.Tokens += int(p.Tokens[models.Semantic])
	}
	w.plan, err = ingest.NewPlan([]string{path})
	return w, err
}

// Close closes the models.
func (w *Work) Close() error { return w.models.Close(context.Background()) }

// Spread ingests all of it over so many nodes, each with a device that takes so long a token, and returns how long that took.
func (w *Work) Spread(ctx context.Context, dir string, nodes int, perToken time.Duration) (time.Duration, error) {
	f, err := open(ctx, dirOf(dir, nodes), nodes, w.models, func() *Device { return &Device{values: w.values, perToken: perToken} })
	if err != nil {
		return 0, err
	}
	defer f.close()
	e, err := f.host.Engine(0)
	if err != nil {
		return 0, err
	}
	report, err := ingest.Run(ctx, &through{e, f.nodes[0], nodes}, w.plan, ingest.Options{Namespace: "spread", Secrets: secrets.Allow})
	if err != nil {
		return 0, err
	}
	if report.Stored != w.notes || report.Failed > 0 {
		return 0, fmt.Errorf("%d of %d notes were stored, %d failed: %q", report.Stored, w.notes, report.Failed, report.Problems)
	}
	return report.Elapsed, nil
}

// through is a Rememberer that calls a node, as the command does.
type through struct {
	leader *engine.Engine
	node   *node
	nodes  int
}

func (t *through) Ahead() int { return t.node.spreader.Ahead(t.nodes) }

func (t *through) Holds(ctx context.Context, id store.ID, namespace, content string) (bool, error) {
	return t.leader.Holds(ctx, id, namespace, content)
}

func (t *through) RememberAll(ctx context.Context, notes []engine.Note) ([]engine.Remembered, error) {
	once, err := t.node.spreader.Remember(ctx, notes)
	return make([]engine.Remembered, len(once)), err
}
