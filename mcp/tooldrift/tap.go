package tooldrift

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// tap keeps the last result of tools/list as it was sent. The library's own reading of a tool loses fields that it
// does not know and the order of those it does, and a comparison must not.
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

// popPage gives the page and forgets it; nil when there is none.
func (t *tap) popPage() json.RawMessage {
	t.mu.Lock()
	defer t.mu.Unlock()
	page := t.page
	t.page = nil
	return page
}

// httpTap is a tap that the client still sees as HTTP, so that it sets the protocol's headers.
type httpTap struct {
	*tap
	http transport.HTTPConnection
}

// SetProtocolVersion passes the negotiated version on.
func (t httpTap) SetProtocolVersion(v string) { t.http.SetProtocolVersion(v) }
