package tooldrift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// link is one connection to the server, until it is lost or replaced. It numbers requests itself, so that ids of the client and of the guard do not collide.
type link struct {
	wire     transport.Interface
	child    *process // nil over HTTP
	ids      atomic.Int64
	changes  atomic.Int64  // number of tools/list_changed so far
	news     chan struct{} // has one value if judge has not yet handled a tools/list_changed
	reported atomic.Bool   // an event of this link is waiting for supervise; it covers changes that are judged meanwhile
	began    time.Time
	digest   string // of the list with which it was adopted

	unlisted bool // its tools have changed and could not be listed; guarded by Guard.mu

	calls   sync.WaitGroup // begun under Guard.mu while the link is in use
	closing sync.Once
	closed  chan struct{}
}

// handshake begins a session as the client did, and reads the list. If the list changes meanwhile, it reads again, at most three times.
func (l *link) handshake(ctx context.Context, hello json.RawMessage, o FetchOptions) (welcome json.RawMessage, list List, err error) {
	answer, err := l.ask(ctx, string(protocol.MethodInitialize), hello)
	if err != nil {
		return nil, List{}, fmt.Errorf("shake hands: %w", err)
	}
	if answer.Error != nil {
		return nil, List{}, fmt.Errorf("shake hands: the server answers: %s", answer.Error.Message)
	}
	if h, ok := l.wire.(transport.HTTPConnection); ok {
		h.SetProtocolVersion(versionOf(answer.Result))
	}
	begun := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION, Notification: protocol.Notification{Method: "notifications/initialized"}}
	if err := l.wire.SendNotification(ctx, begun); err != nil {
		return nil, List{}, fmt.Errorf("shake hands: %w", err)
	}
	for range 3 { // a change during the reading requires another reading
		before := l.changes.Load()
		if list, err = l.list(ctx, o); err != nil || l.changes.Load() == before {
			break
		}
	}
	return answer.Result, list, err
}

func versionOf(welcome json.RawMessage) string {
	var r struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	_ = json.Unmarshal(welcome, &r) // a missing version is ""
	return r.ProtocolVersion
}

func (l *link) list(ctx context.Context, o FetchOptions) (List, error) {
	ask := func(at protocol.Cursor) (json.RawMessage, error) {
		params := map[string]any{}
		if at != "" {
			params["cursor"] = at
		}
		answer, err := l.ask(ctx, string(protocol.MethodToolsList), params)
		if err != nil {
			return nil, err
		}
		if answer.Error != nil {
			return nil, errors.New(answer.Error.Message)
		}
		return answer.Result, nil
	}
	return readPages(ask, o, func(err error) error {
		if ctx.Err() != nil {
			return context.Cause(ctx) // which says how long it waited
		}
		return err
	})
}

// ask sends a request with an id of the link's own.
func (l *link) ask(ctx context.Context, method string, params any) (*transport.JSONRPCResponse, error) {
	return l.send(ctx, l.ids.Add(1), method, params)
}

func (l *link) send(ctx context.Context, id int64, method string, params any) (*transport.JSONRPCResponse, error) {
	answer, err := l.wire.SendRequest(ctx, transport.JSONRPCRequest{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id), Method: method, Params: params})
	if err == nil && answer == nil {
		err = errors.New("the server sent no answer")
	}
	return answer, err
}

// lostBy reports whether an error of a request means that the connection is gone. A child process has only one connection; over HTTP a single bad answer does not affect the next
// request.
func (l *link) lostBy(err error) bool {
	var noAnswer *url.Error
	return l.child != nil || errors.As(err, &noAnswer) || errors.Is(err, transport.ErrSessionTerminated) || errors.Is(err, io.ErrUnexpectedEOF)
}

// close ends the link at once: its running calls fail.
func (l *link) close() {
	l.closing.Do(func() {
		close(l.closed)
		_ = l.wire.Close()
		if l.child != nil {
			l.child.stop()
		}
	})
}

// retire lets calls finish, at most grace, and then closes the link.
func (l *link) retire(grace time.Duration) {
	done := make(chan struct{})
	go func() { defer close(done); l.calls.Wait() }()
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-done:
	case <-t.C:
	case <-l.closed:
	}
	l.close()
}
