package serve

import (
	"context"

	"asterism/engine"
	"asterism/mcp/backupapi"
	"asterism/mcp/embedapi"
	"asterism/mcp/tools"
)

// source is where what is served comes from: an engine of this process, or a node of a cluster. Both are opened while clients are answered already.
type source interface {
	// engine, embedder and backer wait until there is one.
	engine(ctx context.Context) (*tools.Engine, error)
	embedder(ctx context.Context) (embedapi.Embedder, error)
	backer(ctx context.Context) (backupapi.Backer, error)
	// status is how the engine is doing; nil while it is being opened.
	status(ctx context.Context) (*engine.Status, error)
	// doing says in words what is being opened, and ready whether calls can be served.
	doing() string
	ready() (bool, string)
	// close waits for the opening to end, and closes what it opened; its error is that of the opening.
	close() error
}
