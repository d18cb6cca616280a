package learning

import (
	"context"
	"errors"
	"fmt"
	"os"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/secrets"
)

// utl measures what inject_context reports about how much is learned: the laws of entropy, namespace by namespace, and how the four values
// spread over a mixed ingest. It prints tables and histograms.
func (b *bench) utl(ctx context.Context) ([]report.Row, error) {
	data := b.sets("utl")
	if data == "" {
		return nil, nil
	}
	rows, err := b.utlLaws(ctx, data, os.Stdout)
	if err != nil {
		return nil, err
	}
	more, err := b.utlMixture(ctx, data, os.Stdout)
	return append(rows, more...), err
}

// utlEngine is an engine on a new store, to be closed by its user.
func (b *bench) utlEngine(ctx context.Context) (*engine.Engine, error) {
	dir, err := b.folder()
	if err != nil {
		return nil, fmt.Errorf("make a scratch folder: %w", err)
	}
	e, err := engine.Open(ctx, engine.Config{Secrets: secrets.Allow, Data: dir, Models: b.models})
	if err != nil {
		return nil, err
	}
	if err := e.EnableMeta(ctx, false); err != nil { // what is measured here is the score under the lifecycle's λ
		return nil, errors.Join(err, e.Close(context.Background()))
	}
	return e, nil
}
