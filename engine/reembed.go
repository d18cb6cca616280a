package engine

import (
	"context"
	"time"

	"asterism/engine/embedder"
	"asterism/engine/fault"
	"asterism/engine/reembed"
	"asterism/engine/store"
)

// What a change of models has to do, and what it did; see package reembed.
type (
	ReembedPlan   = reembed.Plan
	ReembedReport = reembed.Report
)

// Reembedding brings a store to other models, beside an [Engine] and then with the store to itself; see [reembed.Run].
type Reembedding struct {
	*reembed.Run
	models *embedder.Embedder // of after
}

// tuneReembedding is what tests change of a run.
var tuneReembedding = func(*reembed.Config) {}

// OpenReembedding loads the models of after: c names their profile and folder, the store in Data, and in Images the folders that images are read
// from once more.
func OpenReembedding(ctx context.Context, c Config) (*Reembedding, error) {
	if err := embedder.CheckFolders(c.Images); err != nil {
		return nil, err
	}
	c.MaxWait = reembed.Wait
	c.complete()
	models, err := c.openEmbedder(ctx)
	if err != nil {
		return nil, err
	}
	run := reembed.Config{Models: models, Images: c.Images, Spaces: stored, Log: c.Log, Now: func() time.Time { return c.Now().UTC() },
		Open: func(ctx context.Context, wait time.Duration) (store.Store, error) {
			return whenFree(ctx, wait, func() (store.Store, error) { return openStore(ctx, &c) })
		}}
	tuneReembedding(&run)
	return &Reembedding{reembed.New(run), models}, nil
}

// Close frees the models.
func (r *Reembedding) Close(ctx context.Context) error {
	if err := r.models.Close(ctx); err != nil {
		return fault.Embedding(err)
	}
	return nil
}

// Beside is [reembed.Run.Beside] on the store that e serves from.
func (r *Reembedding) Beside(ctx context.Context, e *Engine, progress func(done, total int)) (embedded int, err error) {
	return r.Run.Beside(ctx, e.store, progress)
}

// AbortReembedding drops what was embedded anew and not switched to; dropped is false when there was nothing. The store must not be open elsewhere.
func AbortReembedding(ctx context.Context, c Config) (dropped bool, err error) {
	s, err := openStore(ctx, &c)
	if err != nil {
		return false, fault.Storage("open store", err)
	}
	return reembed.Abort(ctx, s)
}

// tellRenewal logs that new values of other models lie in the store, which take room until they are switched to or dropped.
func (p *parts) tellRenewal(ctx context.Context) {
	if now, err := p.store.Renewal(ctx); err == nil && now != nil {
		p.log.Warn("the store is half-way to other models, whose values take room: `asterism reembed` goes on, and with --abort drops what was made", "profile", now.Profile, "spaces", now.Spaces.Spaces())
	}
}
