package assistants

import (
	"context"
	"errors"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/mcp/client"
)

// hookServer connects to the server that owns the store, or that --connect names. Assistants start their hooks and their servers at the same time. So it waits for a server that is
// starting, and until toBegin after the beginning of this process for one that is not there yet. It waits only as long as ctx leaves time to ask the server.
func (g commands) hookServer(ctx context.Context, toBegin time.Duration) (*client.Memory, error) {
	if g.Connect == owner.ConnectOff {
		return nil, errors.New("a server is wanted, and --connect off asks none")
	}
	for {
		server, err := g.Server()
		if err != nil {
			return nil, err
		}
		if server != nil && server.Where() != "" {
			return g.Reach(ctx, server)
		}
		starting := owner.Starting(g.Data)
		if deadline, ok := ctx.Deadline(); ctx.Err() != nil || ok && time.Until(deadline) < toAsk || !starting && time.Since(begun) > toBegin {
			return nil, noServer(g.Data, starting)
		}
		select {
		case <-ctx.Done():
		case <-time.After(owner.PollInterval):
		}
	}
}

// toAsk is how much time a server needs to answer a hook.
const toAsk = 100 * time.Millisecond

// noServer returns the error for a store without a server.
func noServer(data string, starting bool) error {
	if starting {
		return &engine.Error{Kind: engine.KindInvalid, Message: "the server of " + data + " is still starting", Hint: "it is there at the next hook; --within has this one wait longer"}
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: "no server serves " + data,
		Hint: "the assistant starts one when it is set up (asterism setup), which may take longer than this hook waits (--within); name the folder of one that runs with --data"}
}
