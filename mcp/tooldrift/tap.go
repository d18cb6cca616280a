package tooldrift

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// tap stores the last result of tools/list unchanged. The library's parser loses unknown fields of a tool and the order of known ones, and a comparison needs both.
type tap struct {
	transport.Interface
	mu   sync.Mutex
	page json.RawMessage
}

// SendRequest passes a request on.
func (t *tap) SendRequest(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	answer, err := t.Interface.SendRequest(ctx, r)
	if err == nil && answer.Error == nil && r.Method == string(protocol.MethodToolsList) {
		t.mu.Lock()
		t.page = answer.Result
		t.mu.Unlock()
	}
	return answer, err
}

// popPage returns the page and forgets it; nil if there is none.
func (t *tap) popPage() json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	page := t.page
	t.page = nil
	return page
}

// httpTap is a tap that the client recognises as HTTP, so that it sets the protocol's headers.
type httpTap struct {
	*tap
	http transport.HTTPConnection
}

// SetProtocolVersion passes on the negotiated version.
func (t httpTap) SetProtocolVersion(v string) { t.http.SetProtocolVersion(v) }
