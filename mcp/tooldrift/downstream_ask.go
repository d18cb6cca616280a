package tooldrift

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// ask sends a server's request to the client, with an id of ours, and waits for the answer; nil when the server has gone.
func (d *downstream) ask(ctx context.Context, r transport.JSONRPCRequest, gone <-chan struct{}) (*transport.JSONRPCResponse, error) {
	params, err := json.Marshal(r.Params)
	if err != nil {
		return nil, err
	}
	if r.Params == nil {
		params = nil
	}
	answer := make(chan *transport.JSONRPCResponse, 1)
	d.mu.Lock()
	d.serial++
	id := fmt.Sprintf(`"guard-%d"`, d.serial)
	d.asked[id] = answer
	d.mu.Unlock()
	defer func() {
		d.mu.Lock()
		delete(d.asked, id)
		d.mu.Unlock()
	}()
	d.write(packet{ID: json.RawMessage(id), Method: r.Method, Params: params})
	select {
	case a := <-answer:
		a.JSONRPC, a.ID = protocol.JSONRPC_VERSION, r.ID
		return a, nil
	case <-gone: // nobody needs the answer any more
		return nil, nil
	case <-ctx.Done():
		return nil, nil
	}
}

// answered passes an answer of the client to the waiting ask, and drops it if none waits.
func (d *downstream) answered(m packet) {
	d.mu.Lock()
	wait := d.asked[string(m.ID)]
	delete(d.asked, string(m.ID))
	d.mu.Unlock()
	if wait == nil {
		return
	}
	a := &transport.JSONRPCResponse{Result: m.Result}
	if m.Error != nil {
		a.Error = &protocol.JSONRPCErrorDetails{}
		if err := json.Unmarshal(m.Error, a.Error); err != nil {
			a.Error.Code, a.Error.Message = protocol.INTERNAL_ERROR, "the client's error is none: "+err.Error()
		}
	}
	wait <- a
}
