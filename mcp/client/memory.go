package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"asterism/engine"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
	"asterism/mcp/project"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// revision is the newest revision of the protocol that opens with a handshake.
const revision = mcp.LATEST_LEGACY_PROTOCOL_VERSION

// idleConnections is room for several batches of an ingest at a time.
const idleConnections = 8 * writers

// Memory is a memory that a running server owns; every method is one tool call, or a few. Safe for concurrent use.
type Memory struct {
	address string
	client  *client.Client
	calls   atomic.Int64
	owns    bool                                                       // it is asked at the socket for its user's own commands
	bar     func(tool string) (set func(string, int, int), end func()) // see ShowProgress; nil: nobody looks
	bars    sync.Map                                                   // token → set
	late    func(node string, writes uint64)                           // see ShowLate; nil: nobody looks
	nowhere Nowhere                                                    // what answers where there is no server; nil: there is one

	mu    sync.Mutex
	known map[string]map[[32]byte]store.ID // namespace → text → memory, for namespaces that Has was asked about
}

// Dial opens a session with the server at an address; version is the program's. An empty token sends none. With a certificate's file, that certificate
// is the only one accepted. connections is how many the server accepts where these are few, else 0. Calls that name no namespace are about the home's.
func Dial(ctx context.Context, address, token, certFile string, connections int, version string, home project.Home) (*Memory, error) {
	options := []transport.StreamableHTTPCOption{transport.WithHTTPLogger(slog.New(slog.DiscardHandler)), transport.WithHTTPBasicClient(HTTPClient(certFile, connections))}
	if token != "" {
		options = append(options, transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	}
	c, err := client.NewStreamableHttpClient(address, options...)
	if err != nil {
		return nil, Unreachable(address, err)
	}
	return initialize(ctx, c, address, version, home)
}

// Over opens a session with the server at the other end of a connection, which is closed with it.
func Over(ctx context.Context, conn net.Conn, socket, version string, home project.Home) (*Memory, error) {
	wire := transport.NewIO(untilGone{conn}, conn, io.NopCloser(strings.NewReader("")))
	if err := wire.Start(ctx); err != nil {
		return nil, Unreachable(socket, errors.Join(err, conn.Close()))
	}
	return initialize(ctx, client.NewClient(wire), socket, version, home)
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

// initialize opens the session.
func initialize(ctx context.Context, c *client.Client, address, version string, home project.Home) (*Memory, error) {
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = revision
	hello.Params.ClientInfo = mcp.Implementation{Name: "asterism", Version: version}
	hello.Params.Capabilities.Experimental = map[string]any{project.Key: home}
	if _, err := c.Initialize(ctx, hello); err != nil {
		_ = c.Close()
		return nil, Unreachable(address, err)
	}
	return &Memory{address: address, client: c, known: map[string]map[[32]byte]store.ID{}}, nil
}

// HTTPClient makes a client that keeps open as many connections as an ingest uses: with Go's default of two it would open and close one for nearly every
// memory, until the machine has no ports left. With a server that accepts few (connections; 0: many) it uses at most half of them.
func HTTPClient(certFile string, connections int) *http.Client {
	t, ok := http.DefaultTransport.(*http.Transport)
	if !ok {
		return http.DefaultClient
	}
	t = t.Clone()
	t.MaxIdleConnsPerHost, t.MaxIdleConns = idleConnections, idleConnections
	if connections > 0 {
		t.MaxConnsPerHost = max(1, connections/2)
	}
	t.TLSClientConfig = Trust(certFile)
	return &http.Client{Transport: &retrier{t, waitFor}}
}

// Owning says that the server is asked at the socket for its user's own commands, where a note may bring its id.
func (r *Memory) Owning() { r.owns = true }

// Owns reports whether it is asked there.
func (r *Memory) Owns() bool { return r.owns }

// ShowProgress has bar begin to show how far a call is, for each one that is asked with [Memory.Ask].
func (r *Memory) ShowProgress(bar func(tool string) (set func(stage string, done, total int), end func())) {
	r.bar = bar
	r.client.OnNotification(r.progressed)
}

// progressed shows what a server says of a call: how far it is stands at the end of its message.
func (r *Memory) progressed(n mcp.JSONRPCNotification) {
	token, _ := n.Params.AdditionalFields["progressToken"].(string)
	message, _ := n.Params.AdditionalFields["message"].(string)
	set, ok := r.bars.Load(token)
	i := strings.LastIndex(message, ": ")
	var done, total int
	if !ok || i < 0 {
		return
	}
	if _, err := fmt.Sscanf(message[i:], ": %d, at most %d", &done, &total); err == nil {
		set.(func(string, int, int))(message[:i], done, total)
	}
}

// Close ends the session; when the server has ended before, there is nothing to do.
func (r *Memory) Close() { _ = r.client.Close() }

// call runs a tool and decodes what it answers. It uses the transport directly: the library's own call drops the code
// and the data of an error.
func (r *Memory) call(ctx context.Context, tool string, arguments map[string]any, into any) error {
	if r.nowhere != nil {
		return r.nowhere.call(tool, arguments, into)
	}
	about := map[string]any{answer.WholeKey: true}
	if p := secrets.PolicyOf(ctx); p != "" {
		about[answer.SecretsKey] = string(p)
	}
	if answer.AsksFiles(ctx) {
		about[answer.FilesKey] = true
	}
	if engine.LeavesBytes(ctx) {
		about[answer.BytesKey] = true
	}
	id := mcp.NewRequestId("cli-" + strconv.FormatInt(r.calls.Add(1), 10))
	if watched(ctx) && r.bar != nil {
		token := fmt.Sprint(id.Value())
		set, end := r.bar(tool)
		r.bars.Store(token, set)
		defer end()
		defer r.bars.Delete(token)
		about["progressToken"] = token
	}
	response, err := r.client.GetTransport().SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: mcp.JSONRPC_VERSION,
		ID:      id,
		Method:  string(mcp.MethodToolsCall),
		Params:  map[string]any{"name": tool, "arguments": arguments, "_meta": about},
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
		Meta    replica         `json:"_meta"`
	}
	if err := json.Unmarshal(response.Result, &result); err != nil {
		return strange(r.address, tool, err)
	}
	if result.IsError {
		var failed struct {
			Error failure.Failure `json:"error"`
		}
		if err := json.Unmarshal(result.Content, &failed); err != nil || failed.Error.Message == "" {
			return strange(r.address, tool, err)
		}
		return failed.Error.AsEngine()
	}
	r.tellLate(&result.Meta)
	if err := json.Unmarshal(result.Content, into); err != nil {
		return strange(r.address, tool, err)
	}
	return nil
}

// stop sends a cancellation to a server at a socket; one over HTTP notices by the connection that ends. A call whose time is up is not cancelled, and
// has the server's end grace to finish: a hook wants its memory stored, and only does not wait for the answer.
func (r *Memory) stop(ctx context.Context, id mcp.RequestId) {
	wire, isSocket := r.client.GetTransport().(*transport.Stdio)
	if !isSocket || !errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION}
	n.Method, n.Params.AdditionalFields = string(mcp.MethodNotificationCancelled), map[string]any{"requestId": id}
	_ = wire.SendNotification(context.WithoutCancel(ctx), n) // a server that is gone has stopped
}

// Arguments are the arguments of a call without those that are empty: for these tools use their defaults.
type Arguments map[string]any

// Text adds a text, unless it is empty.
func (g Arguments) Text(name, v string) Arguments {
	if v != "" {
		g[name] = v
	}
	return g
}

// List adds a list, unless it is empty.
func (g Arguments) List(name string, v []string) Arguments {
	if len(v) > 0 {
		g[name] = v
	}
	return g
}

type watchedKey struct{}

// watched reports whether somebody waits for one call alone, and wants to see how far it is.
func watched(ctx context.Context) bool { return ctx.Value(watchedKey{}) != nil }

// Ask calls a tool of the server.
func (r *Memory) Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := r.call(context.WithValue(ctx, watchedKey{}, true), tool, args, &fields); err != nil {
		return nil, err
	}
	delete(fields, "_cognitive_pulse") // goes with every answer of a server and is part of none
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, strange(r.address, tool, err)
	}
	return body, nil
}

// Flag adds a switch that is on.
func (g Arguments) Flag(name string, on bool) Arguments {
	if on {
		g[name] = true
	}
	return g
}

// When adds a value if a condition holds.
func (g Arguments) When(on bool, name string, v any) Arguments {
	if on {
		g[name] = v
	}
	return g
}
