package serve

import (
	"context"

	"asterism/engine"
	"asterism/mcp/backupapi"
	"asterism/mcp/embedapi"
	"asterism/mcp/tools"
)

// source is what a server serves: an engine of this process, or a cluster node. Both are opened while clients are already answered.
type source interface {
	// engine, embedder and backer wait until there is one.
	engine(ctx context.Context) (*tools.Engine, error)
	embedder(ctx context.Context) (embedapi.Embedder, error)
	backer(ctx context.Context) (backupapi.Backer, error)
	// status returns the engine's status; nil while it is being opened.
	status(ctx context.Context) (*engine.Status, error)
	// doing says in words what is being opened, and ready reports whether calls can be served.
	doing() string
	ready() (bool, string)
	// close waits until the source is opened or has failed, and closes it. Its error is that of the opening.
	close() error
}
