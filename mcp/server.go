package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/mcp/failure"
	"asterism/mcp/tooldrift"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options say how a server behaves. Only Engine is required.
type Options struct {
	Engine        Provider
	Doing         func() string           // in words, what the engine is doing while it cannot work yet; nil: "loading models"
	Version       string                  // of the program, told to clients
	Tools         string                  // tier: minimal, standard (default), all
	ErrorStyle    string                  // result (default): isError results; protocol: JSON-RPC errors
	WarmUp        time.Duration           // how long a call waits for the engine before it answers BUSY; default 20 s
	MaxCalls      int                     // calls at work at once, over all transports, before BUSY; default 1024
	SocketClients int                     // connected to a socket at a time; default [MaxSocketClients]
	EndGrace      time.Duration           // how long calls may go on after the end of standard input; default 10 s
	Pins          tooldrift.Pins          // what check_server_drift checks; without a folder there are none
	Guests        func(*server.MCPServer) // adds what is no memory's; for tests of the protocol (package fixtures), nil otherwise
	Log           *slog.Logger            // never standard output; nil: nothing is logged
	Now           func() time.Time        // for tests; nil: time.Now

	progressEvery time.Duration // between progress notifications; tests shorten it
	pingEvery     time.Duration // between pings on an open stream over HTTP; tests shorten it
}

// Server serves the tools over any transport. Make it with New.
type Server struct {
	opt   Options
	inner *server.MCPServer
	calls atomic.Int64 // at work now
	watch watch

	connections atomic.Int64 // over stdio and sockets, so far
	peers       peers        // whose processes the clients of a socket are

	pinned pinned // what check_server_drift checks
}

// New makes a server. The engine is not touched before the first tool call, so a handshake is answered at once.
func New(opt Options) (*Server, error) {
	if opt.Engine == nil {
		return nil, errors.New("make mcp server: Options.Engine is missing")
	}
	if err := opt.fill(); err != nil {
		return nil, fmt.Errorf("make mcp server: %w", err)
	}
	hooks := &server.Hooks{}
	hooks.AddOnRequestInitialization(refuseBadBytes)
	hooks.AddOnError(nameMissing)
	s := &Server{opt: opt, peers: peerUser, watch: watch{sessions: map[string]server.ClientSession{}}, pinned: newPinned(opt.Pins, opt.Version)}
	s.watch.hook(s, hooks)
	s.inner = server.NewMCPServer("asterism", opt.Version,
		server.WithTitle("Asterism memory"),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(true, false),
		server.WithPromptCapabilities(false),
		server.WithCompletions(),
		server.WithPromptCompletionProvider(s),
		server.WithResourceCompletionProvider(s),
		server.WithInstructions(instructions),
		server.WithHooks(hooks))
	tools, err := toolsOf(opt.Tools)
	if err != nil {
		return nil, fmt.Errorf("make mcp server: %w", err)
	}
	for _, t := range tools {
		if err := s.add(t); err != nil {
			return nil, fmt.Errorf("make mcp server: %w", err)
		}
	}
	s.addResources()
	s.addPrompts()
	s.addGuests()
	return s, nil
}

func (o *Options) fill() error {
	switch o.ErrorStyle {
	case "":
		o.ErrorStyle = styleResult
	case styleResult, styleProtocol:
	default:
		return fmt.Errorf("error style %s: valid are %s, %s", failure.Quote(o.ErrorStyle), styleResult, styleProtocol)
	}
	if o.Doing == nil {
		o.Doing = func() string { return "loading models" }
	}
	if o.Version == "" {
		o.Version = "devel"
	}
	if o.WarmUp <= 0 {
		o.WarmUp = 20 * time.Second
	}
	if o.MaxCalls <= 0 {
		o.MaxCalls = 1024
	}
	if o.SocketClients <= 0 {
		o.SocketClients = MaxSocketClients
	}
	if o.EndGrace <= 0 {
		o.EndGrace = 10 * time.Second
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.progressEvery <= 0 {
		o.progressEvery = time.Second
	}
	if o.pingEvery <= 0 {
		o.pingEvery = sessionIdle / 12
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return nil
}

func (s *Server) add(t *Tool) error {
	names, err := t.Names()
	if err != nil {
		return err
	}
	d, err := t.Definition()
	if err != nil {
		return err
	}
	s.inner.AddTool(d, func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		return s.call(ctx, t, names, r)
	})
	return nil
}

// Inner gives the protocol server itself, for an in-process client.
func (s *Server) Inner() *server.MCPServer { return s.inner }

// Handle answers one JSON-RPC message; nil when it needs no answer. ctx must carry a session if notifications
// are wanted. It is what the transports call.
func (s *Server) Handle(ctx context.Context, message json.RawMessage) (answer protocol.JSONRPCMessage) {
	ctx, v := withVerdict(ctx)
	if fault := caught.Do(func() { answer = v.apply(s.inner.HandleMessage(ctx, message)) }); fault != nil {
		return faultyAnswer(message, fault)
	}
	return answer
}

// faultyAnswer is what a request is told that met a fault of ours outside of what answers for itself; nil for a message that no answer is expected to.
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

// Provider hands out the engine as soon as it can work; it blocks until then or until ctx ends. It is called
// once a tool call and must be safe for concurrent use. An error that is not ctx's own is what opening the
// engine failed with (a locked store, a damaged model) and is told to the caller.
type Provider func(ctx context.Context) (Engine, error)
