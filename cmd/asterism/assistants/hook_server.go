package assistants

import (
	"context"
	"errors"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine"
	"asterism/mcp/client"
)

// hookServer connects to the server that owns the store, or that --connect names. Assistants start their hooks and their servers at one time: a server that is about to serve is
// waited for, and one that has not begun to start is for so long after this process began; both only as long as ctx leaves time to ask it then.
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

// toAsk is how much time a server wants to answer a hook, once it is there.
const toAsk = 100 * time.Millisecond

// noServer is the error for a store that no server serves.
func noServer(data string, starting bool) error {
	if starting {
		return &engine.Error{Kind: engine.KindInvalid, Message: "the server of " + data + " is still starting", Hint: "it is there at the next hook; --within has this one wait longer"}
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: "no server serves " + data,
		Hint: "the assistant starts one when it is set up (asterism setup), which may take longer than this hook waits (--within); name the folder of one that runs with --data"}
}
