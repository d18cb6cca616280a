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

// revision is the newest revision of the protocol that begins with a handshake.
const revision = mcp.LATEST_LEGACY_PROTOCOL_VERSION

// idleConnections is enough for several concurrent batches of an ingest.
const idleConnections = 8 * writers

// Memory is a memory that a running server owns. Every method is one tool call, or a few. Safe for concurrent use.
type Memory struct {
	address string
	client  *client.Client
	calls   atomic.Int64
	owns    bool                                                       // connected to the socket for its user's own commands
	bar     func(tool string) (set func(string, int, int), end func()) // see ShowProgress; nil: no bars
	bars    sync.Map                                                   // token → set
	late    func(node string, writes uint64)                           // see ShowLate; nil: no call
	nowhere Nowhere                                                    // answers the calls if there is no server; nil: there is one

	mu    sync.Mutex
	known map[string]map[[32]byte]store.ID // namespace → text → memory, for the namespaces that Has has read
}

// Dial opens a session with the server at an address; version is the program's. An empty token sends none. If certFile is given, only its certificate is accepted. connections is
// the server's limit if that is low, else 0. home is for calls that name no namespace.
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

// Over opens a session with the server at the other end of a connection. Closing the session closes the connection.
func Over(ctx context.Context, conn net.Conn, socket, version string, home project.Home) (*Memory, error) {
	wire := transport.NewIO(untilGone{conn}, conn, io.NopCloser(strings.NewReader("")))
	if err := wire.Start(ctx); err != nil {
		return nil, Unreachable(socket, errors.Join(err, conn.Close()))
	}
	return initialize(ctx, client.NewClient(wire), socket, version, home)
}

// untilGone turns every read error into an end: otherwise the library writes the error to standard error, even after it has closed the connection itself.
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

// HTTPClient returns a client that keeps as many connections open as an ingest uses. With Go's default of two, nearly every memory would open and close one, until the machine runs
// out of ports. If the server accepts only a few (connections; 0: many), it uses at most half of them.
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

// Owning marks the server as connected to the socket for its user's own commands. A note may then bring its own id.
func (r *Memory) Owning() { r.owns = true }

// Owns reports whether Owning was called.
func (r *Memory) Owns() bool { return r.owns }

// ShowProgress sets bar, which begins to show the progress of each call by [Memory.Ask].
func (r *Memory) ShowProgress(bar func(tool string) (set func(stage string, done, total int), end func())) {
	r.bar = bar
	r.client.OnNotification(r.progressed)
}

// progressed shows a server's progress message; the numbers are at the end of its text.
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

// Close ends the session. It does nothing if the server has ended before.
func (r *Memory) Close() { _ = r.client.Close() }

// call runs a tool and decodes its answer. It uses the transport directly: the library's own call drops the code and the data of an error.
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

// stop sends a cancellation to a server at a socket; one over HTTP notices that the connection ends. A call whose deadline has passed is not cancelled, and has the server's grace
// period to finish: a hook wants its memory stored, but does not wait for the answer.
func (r *Memory) stop(ctx context.Context, id mcp.RequestId) {
	wire, isSocket := r.client.GetTransport().(*transport.Stdio)
	if !isSocket || !errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	n := mcp.JSONRPCNotification{JSONRPC: mcp.JSONRPC_VERSION}
	n.Method, n.Params.AdditionalFields = string(mcp.MethodNotificationCancelled), map[string]any{"requestId": id}
	_ = wire.SendNotification(context.WithoutCancel(ctx), n) // a server that is gone has stopped
}

// Arguments are the arguments of a call without empty ones, for which tools use their defaults.
type Arguments map[string]any

// Text adds a text unless it is empty.
func (g Arguments) Text(name, v string) Arguments {
	if v != "" {
		g[name] = v
	}
	return g
}

// List adds a list unless it is empty.
func (g Arguments) List(name string, v []string) Arguments {
	if len(v) > 0 {
		g[name] = v
	}
	return g
}

type watchedKey struct{}

// watched reports whether the caller waits for this single call and wants to see its progress.
func watched(ctx context.Context) bool { return ctx.Value(watchedKey{}) != nil }

// Ask calls a tool of the server.
func (r *Memory) Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := r.call(context.WithValue(ctx, watchedKey{}, true), tool, args, &fields); err != nil {
		return nil, err
	}
	delete(fields, "_cognitive_pulse") // added to every answer of a server, but not part of any
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, strange(r.address, tool, err)
	}
	return body, nil
}

// Flag adds a switch if it is on.
func (g Arguments) Flag(name string, on bool) Arguments {
	if on {
		g[name] = true
	}
	return g
}

// When adds a value if the condition is true.
func (g Arguments) When(on bool, name string, v any) Arguments {
	if on {
		g[name] = v
	}
	return g
}
