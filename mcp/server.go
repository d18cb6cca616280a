package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"asterism/mcp/failure"
	"asterism/mcp/project"
	"asterism/mcp/tooldrift"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options are the settings of a server. Only Engine is required.
type Options struct {
	Engine        tools.Provider
	Doing         func() string           // what the engine is doing while it is not ready, in words; nil: "loading models"
	Version       string                  // of the program, sent to clients
	Tools         string                  // tier: minimal, standard (default), all
	More          []*tools.Tool           // offered in addition to the tier's tools: only the user's own commands may call them
	Structured    string                  // when answers have structured content: auto (default), always, never
	ErrorStyle    string                  // result (default): isError results; protocol: JSON-RPC errors
	WarmUp        time.Duration           // how long a call waits for the engine before it answers BUSY; default 20 s
	MaxCalls      int                     // calls running at the same time, over all transports, before BUSY; default 1024
	SocketClients int                     // connected to a socket at the same time; default [wire.MaxSocketClients]
	EndGrace      time.Duration           // how long calls may continue after the end of standard input; default 10 s
	Pass          Passer                  // carries out calls on the right node of a cluster; nil: they run here
	Home          project.Home            // of clients that do not report theirs, such as those over HTTP; zero: the default namespace
	Data          string                  // the data directory, which stores the namespaces of projects
	Pins          tooldrift.Pins          // the pins for check_server_drift; without a folder there are none
	Extra         func(*server.MCPServer) // adds tools, prompts and resources; for tests of the protocol (package fixtures), nil otherwise
	Log           *slog.Logger            // never standard output; nil: nothing is logged
	Now           func() time.Time        // for tests; nil: time.Now

	progressEvery time.Duration // between progress notifications; tests shorten it
}

// Server serves the tools over any transport. Make it with [New].
type Server struct {
	*wire.Server // sends and receives the messages

	opt       Options
	calls     atomic.Int64 // running now
	watch     watch
	pinned    tools.Pinned // the pins for check_server_drift
	suggested suggested    // actions, by session
	failed    atomic.Int64 // when a failure of the store was last logged, in Unix seconds
	homes     homes
	outcomes  outcomes
	unlisted  *unlisted // tools of larger tiers
}

// New makes a server. It does not use the engine before the first tool call, so a handshake is answered at once.
func New(opt Options) (*Server, error) {
	if opt.Engine == nil {
		return nil, errors.New("make mcp server: Options.Engine is missing")
	}
	if err := opt.fill(); err != nil {
		return nil, fmt.Errorf("make mcp server: %w", err)
	}
	offered, err := tools.Of(opt.Tools)
	if err != nil {
		return nil, fmt.Errorf("make mcp server: %w", err)
	}
	offered = append(offered, opt.More...)
	hooks := &server.Hooks{}
	hooks.AddOnRequestInitialization(wire.RefuseBadBytes)
	hooks.AddOnError(nameMissing)
	s := &Server{opt: opt, watch: watch{sessions: map[string]server.ClientSession{}}, pinned: tools.NewPinned(opt.Pins, opt.Version)}
	if s.unlisted, err = newUnlisted(offered); err != nil {
		return nil, fmt.Errorf("make mcp server: %w", err)
	}
	hooks.AddOnError(s.unlisted.named)
	hooks.AddOnRequestInitialization(s.subscribable)
	s.watch.hook(s, hooks)
	hooks.AddAfterListTools(s.promiseNothing)
	hooks.AddOnUnregisterSession(func(_ context.Context, gone server.ClientSession) { s.homes.drop(gone.SessionID()) })
	inner := server.NewMCPServer("asterism", opt.Version,
		server.WithTitle("Asterism memory"),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(true, false),
		server.WithPromptCapabilities(false),
		server.WithCompletions(),
		server.WithPromptCompletionProvider(s),
		server.WithResourceCompletionProvider(s),
		server.WithInstructions(s.unlisted.instructions()),
		server.WithHooks(hooks))
	inner.AddNotificationHandler(protocol.MethodNotificationRootsListChanged, s.rootsChanged)
	s.Server = wire.New(inner, wire.Options{SocketClients: opt.SocketClients, EndGrace: opt.EndGrace, Log: opt.Log})
	for _, t := range offered {
		if err := s.add(t); err != nil {
			return nil, fmt.Errorf("make mcp server: %w", err)
		}
	}
	s.addResources()
	s.addPrompts()
	if opt.Extra != nil {
		s.AddExtra(opt.Extra)
	}
	return s, nil
}

func (o *Options) fill() error {
	switch o.ErrorStyle {
	case "":
		o.ErrorStyle = wire.StyleResult
	case wire.StyleResult, wire.StyleProtocol:
	default:
		return fmt.Errorf("error style %s: valid are %s, %s", failure.Quote(o.ErrorStyle), wire.StyleResult, wire.StyleProtocol)
	}
	o.Structured = cmp.Or(o.Structured, StructuredAuto)
	if err := checkStructured(o.Structured); err != nil {
		return err
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
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.progressEvery <= 0 {
		o.progressEvery = time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return nil
}

func (s *Server) add(t *tools.Tool) error {
	names, err := t.Names()
	if err != nil {
		return err
	}
	d, err := t.Definition()
	if err != nil {
		return err
	}
	s.Inner().AddTool(d, func(ctx context.Context, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		out, err := s.call(ctx, t, names, r)
		return s.shown(ctx, t, &r, out), err
	})
	return nil
}
