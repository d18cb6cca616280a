package mcp

import (
	"context"

	"asterism/engine"
	"asterism/engine/store"
)

// Writer takes memories in and changes them. Errors are *engine.Error.
type Writer interface {
	Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	Remember(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error)
}

// Reader gives memories back. Errors are *engine.Error.
type Reader interface {
	Recall(ctx context.Context, q engine.Question) (*engine.Found, error)
	Get(ctx context.Context, id store.ID) (*store.Memory, error)
	List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error)
}

// Forgetter takes memories out and puts softly forgotten ones back. Errors are *engine.Error.
type Forgetter interface {
	Forget(ctx context.Context, id store.ID, hard bool) (*engine.Forgotten, error)
	Restore(ctx context.Context, id store.ID) error
}

// Pathfinder finds how memories lead to each other. Errors are *engine.Error.
type Pathfinder interface {
	FindPath(ctx context.Context, q engine.PathQuestion) (*engine.Path, error)
}

// Engine is what the tools need of the engine.
type Engine interface {
	Writer
	Reader
	Forgetter
	Pathfinder
	// Pulse is the running state of a namespace; cheap, every tool result carries it.
	Pulse(ctx context.Context, namespace string) (*engine.Pulse, error)
}

// Provider hands out the engine as soon as it can work; it blocks until then or until ctx ends. It is called
// once a tool call and must be safe for concurrent use. An error that is not ctx's own is what opening the
// engine failed with (a locked store, a damaged model) and is told to the caller.
type Provider func(ctx context.Context) (Engine, error)
