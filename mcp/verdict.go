package mcp

import (
	"context"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The error styles: how a failure that the caller can repair is sent.
const (
	styleResult   = "result"
	styleProtocol = "protocol"
)

// verdict carries a failure from a tool past the library, which turns every Go error into -32603, to the
// transport, which puts code and message right.
type verdict struct {
	mu      sync.Mutex
	failure *Failure
}

type verdictKey struct{}

func withVerdict(ctx context.Context) (context.Context, *verdict) {
	v := &verdict{}
	return context.WithValue(ctx, verdictKey{}, v), v
}

// pronounce leaves the failure for the transport. Without one (an in-process client) the library's code stays.
func pronounce(ctx context.Context, f *Failure) {
	if v, ok := ctx.Value(verdictKey{}).(*verdict); ok {
		v.mu.Lock()
		v.failure = f
		v.mu.Unlock()
	}
}

// get returns the failure, nil when there was none.
func (v *verdict) get() *Failure {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.failure
}

// apply puts the failure into the library's answer.
func (v *verdict) apply(answer protocol.JSONRPCMessage) protocol.JSONRPCMessage {
	f := v.get()
	e, ok := answer.(protocol.JSONRPCError)
	if f == nil || !ok {
		return answer
	}
	e.Error = protocol.NewJSONRPCErrorDetails(f.Code, f.Message, f)
	return e
}
