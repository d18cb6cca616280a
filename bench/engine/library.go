package engine

import (
	"context"
	"path/filepath"

	"asterism/engine"
	"asterism/engine/secrets"
)

// openLibrary is the engine over the store that inject, search, goals and start work on. It has at least n memories when
// openLibrary returns; it is filled once and grows.
func (b *bench) openLibrary(ctx context.Context, n int) (*engine.Engine, error) {
	texts, _, err := b.corpus(n)
	if err != nil {
		return nil, err
	}
	if b.library == nil {
		if b.library, err = engine.Open(ctx, engine.Config{Secrets: secrets.Redact, Data: b.libraryDir()}); err != nil {
			return nil, err
		}
	}
	const step = 10_000
	for b.filled < n {
		to := min(b.filled+step, n)
		say("fill store: %d of %d memories", b.filled, n)
		if err := remember(ctx, b.library, texts[b.filled:to]); err != nil {
			return nil, err
		}
		b.filled = to
	}
	return b.library, nil
}

func (b *bench) libraryDir() string { return filepath.Join(b.dir, "library") }

func (b *bench) closeLibrary(ctx context.Context) error {
	err := b.library.Close(ctx)
	b.library = nil
	return err
}
