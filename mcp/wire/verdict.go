package wire

import (
	"context"
	"errors"
	"sync"

	"asterism/mcp/failure"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The error styles: how an error that the caller can correct is sent.
const (
	StyleResult   = "result"
	StyleProtocol = "protocol"
)

// Refusal is a JSON-RPC error with this code, message and data. If a handler returns one as its error, its client gets exactly that, over every transport.
type Refusal struct {
	Code    int
	Message string
	Data    any
}

func (r *Refusal) Error() string { return r.Message }

// verdict passes a refusal from a handler to the transport. The library in between turns every Go error into -32603; the transport restores code, message and data.
type verdict struct {
	mu      sync.Mutex
	refusal *Refusal
}

type verdictKey struct{}

func withVerdict(ctx context.Context) (context.Context, *verdict) {
	v := &verdict{}
	return context.WithValue(ctx, verdictKey{}, v), v
}

// Pronounce stores a refusal for the transport and returns it as the handler's error. Without a transport (an in-process client) the library's code stays.
func Pronounce(ctx context.Context, r *Refusal) error {
	if v, ok := ctx.Value(verdictKey{}).(*verdict); ok {
		v.mu.Lock()
		v.refusal = r
		v.mu.Unlock()
	}
	return r
}

// Refuse is Pronounce for a failure of the table.
func Refuse(ctx context.Context, f *failure.Failure) error {
	return Pronounce(ctx, &Refusal{Code: f.Code, Message: f.Message, Data: f})
}

// pronounced returns the results of a handler outside this package, and pronounces its refusal.
func pronounced[T any](ctx context.Context, result T, err error) (T, error) {
	var r *Refusal
	if errors.As(err, &r) {
		return result, Pronounce(ctx, r)
	}
	return result, err
}

// get returns the refusal; nil if there is none.
func (v *verdict) get() *Refusal {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.refusal
}

// apply puts the refusal into the library's answer.
func (v *verdict) apply(answer protocol.JSONRPCMessage) protocol.JSONRPCMessage {
	r := v.get()
	e, ok := answer.(protocol.JSONRPCError)
	if r == nil || !ok {
		return answer
	}
	e.Error = protocol.NewJSONRPCErrorDetails(r.Code, r.Message, r.Data)
	return e
}
