package wire

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/mcp/failure"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options are the settings of a server. The zero value is ready.
type Options struct {
	SocketClients int           // connected to a socket at the same time; default [MaxSocketClients]
	EndGrace      time.Duration // how long calls may continue after the end of standard input; default 10 s
	Log           *slog.Logger  // never standard output; nil: nothing is logged

	pingEvery time.Duration // between pings on an open stream over HTTP; tests shorten it
}

func (o *Options) fill() {
	if o.SocketClients <= 0 {
		o.SocketClients = MaxSocketClients
	}
	if o.EndGrace <= 0 {
		o.EndGrace = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.pingEvery <= 0 {
		o.pingEvery = sessionIdle / 12
	}
}

// Server passes messages to a server of the library, and its answers back, over any transport. Make it with New.
type Server struct {
	opt   Options
	inner *server.MCPServer
	extra bool // AddExtra was called; its handlers may ask clients questions

	connections atomic.Int64 // number so far, over stdio and sockets
	streams     streams      // of HTTP sessions
	peers       peers        // returns the users of a socket's clients
}

// New makes a server that passes messages to inner. inner must call [RefuseBadBytes] before every request.
func New(inner *server.MCPServer, opt Options) *Server {
	opt.fill()
	return &Server{opt: opt, inner: inner, peers: peerUser}
}

// Inner returns the protocol server itself, for an in-process client.
func (s *Server) Inner() *server.MCPServer { return s.inner }

// Handle answers one JSON-RPC message, or refuses several in one list; nil if no answer is needed. For notifications ctx must contain a session. The transports call it.
func (s *Server) Handle(ctx context.Context, message json.RawMessage) (answer protocol.JSONRPCMessage) {
	if all := inBatch(message); all != nil {
		return refusedBatch(all)
	}
	ctx, v := withVerdict(ctx)
	var sees numbers
	_ = json.Unmarshal(message, &sees) // with parameters of another type the id is still read
	ctx, sent := withSent(ctx, &sees)
	if fault := caught.Do(func() { answer = sent.answers(v.apply(s.inner.HandleMessage(ctx, message))) }); fault != nil {
		return faultyAnswer(message, fault)
	}
	return answer
}

// faultyAnswer returns the answer to a request during which our code panicked outside of the guarded parts; nil for a message that needs no answer.
func faultyAnswer(message json.RawMessage, fault error) protocol.JSONRPCMessage {
	var head struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(message, &head) != nil || len(head.ID) == 0 {
		return nil
	}
	f := failure.New(engine.KindInternal, "", "the request failed unexpectedly: %v", fault)
	return protocol.JSONRPCError{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(head.ID), Error: protocol.NewJSONRPCErrorDetails(f.Code, f.Message, f)}
}
