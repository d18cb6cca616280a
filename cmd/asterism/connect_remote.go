package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"asterism/engine/store"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// clientRevision is the newest revision of the protocol that opens with a handshake.
const clientRevision = mcp.LATEST_LEGACY_PROTOCOL_VERSION

// idleConnections is room for several batches of an ingest at a time.
const idleConnections = 8 * writers

// remote is a memory that a running server owns; every method is one tool call, or a few. Safe for concurrent use.
type remote struct {
	address string
	client  *client.Client
	calls   atomic.Int64

	mu    sync.Mutex
	known map[string]map[[32]byte]store.ID // namespace → text → memory, for namespaces that Has was asked about
}

// dial greets the server at its address; an empty token sends none, and the certificate that it names, if it does, is the only one that is taken.
func dial(ctx context.Context, server *announcement, token string) (*remote, error) {
	address := server.URL
	options := []transport.StreamableHTTPCOption{transport.WithHTTPLogger(slog.New(slog.DiscardHandler)), transport.WithHTTPBasicClient(keepingConnections(server))}
	if token != "" {
		options = append(options, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	}
	c, err := client.NewStreamableHttpClient(address, options...)
	if err != nil {
		return nil, unreachable(address, err)
	}
	return greet(ctx, c, address)
}

// dialServer greets the server of a data directory at its socket.
func dialServer(ctx context.Context, data, socket string) (*remote, error) {
	conn, err := dialSocket(data, socket)
	if err != nil {
		return nil, unreachable(socket, err)
	}
	wire := transport.NewIO(untilGone{conn}, conn, io.NopCloser(strings.NewReader("")))
	if err := wire.Start(ctx); err != nil {
		return nil, unreachable(socket, errors.Join(err, conn.Close()))
	}
	return greet(ctx, client.NewClient(wire), socket)
}

// untilGone ends where reading fails: the library would write of it on standard error, also when it has closed the connection itself.
type untilGone struct{ r io.Reader }

func (u untilGone) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if err != nil {
		err = io.EOF
	}
	return n, err
}

// greet opens the conversation.
func greet(ctx context.Context, c *client.Client, address string) (*remote, error) {
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = clientRevision
	hello.Params.ClientInfo = mcp.Implementation{Name: "asterism", Version: version}
	if _, err := c.Initialize(ctx, hello); err != nil {
		_ = c.Close()
		return nil, unreachable(address, err)
	}
	return &remote{address: address, client: c, known: map[string]map[[32]byte]store.ID{}}, nil
}

// keepingConnections is a client that holds on to as many connections as an ingest uses: the default of two would open and
// drop one for nearly every memory, until the machine runs out of ports. Of a server that has few it takes half at most.
func keepingConnections(server *announcement) *http.Client {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultClient
	}
	t = t.Clone()
	t.MaxIdleConnsPerHost, t.MaxIdleConns = idleConnections, idleConnections
	if server.Connections > 0 {
		t.MaxConnsPerHost = max(1, server.Connections/2)
	}
	t.TLSClientConfig = trust(server.Certificate)
	return &http.Client{Transport: &polite{t, waitFor}}
}

// close says good-bye; a server that is gone needs none.
func (r *remote) close() { _ = r.client.Close() }

// call runs a tool and decodes what it answers. It speaks to the transport itself: the library's own call drops the code
// and the data of an error.
func (r *remote) call(ctx context.Context, tool string, arguments map[string]any, answer any) error {
	id := mcp.NewRequestId("cli-" + strconv.FormatInt(r.calls.Add(1), 10))
	response, err := r.client.GetTransport().SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION,
		ID:      id,
		Method:  string(mcp.MethodToolsCall),
		Params:  map[string]any{"name": tool, "arguments": arguments},
	})
	if err != nil {
		r.stop(ctx, id)
		return lost(r.address, tool, err)
	}
	if response.Error != nil {
		return refused(r.address, tool, response.Error)
	}
	var result struct {
		IsError bool            `json:"isError"`
		Content json.RawMessage `json:"structuredContent"`
	}
	if err := json.Unmarshal(response.Result, &result); err != nil {
		return strange(r.address, tool, err)
	}
	if result.IsError {
		var failed struct {
			Error failure `json:"error"`
		}
		if err := json.Unmarshal(result.Content, &failed); err != nil || failed.Error.Message == "" {
			return strange(r.address, tool, err)
		}
		return failed.Error.asError()
	}
	if err := json.Unmarshal(result.Content, answer); err != nil {
		return strange(r.address, tool, err)
	}
	return nil
}

// stop tells a server at a socket that nobody wants a call's answer any more, which one over HTTP sees by the connection that ends. A call whose time is up
// goes on for the server's end grace: a hook's memory is wanted, only nobody waits for it.
func (r *remote) stop(ctx context.Context, id mcp.RequestId) {
	wire, isSocket := r.client.GetTransport().(*transport.Stdio)
	if !isSocket || !errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION}
	n.Method, n.Params.AdditionalFields = string(mcp.MethodNotificationCancelled), map[string]any{"requestId": id}
	_ = wire.SendNotification(context.WithoutCancel(ctx), n) // a server that is gone has stopped
}

// given keeps the arguments that say something: tools take what is left out as their default.
type given map[string]any

func (g given) text(name, v string) given {
	if v != "" {
		g[name] = v
	}
	return g
}

func (g given) list(name string, v []string) given {
	if len(v) > 0 {
		g[name] = v
	}
	return g
}
