// Package serve answers: how does a process serve the store? Over HTTP or to one client, also while the engine is still being opened, and while memories are embedded again.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/fault"
	"asterism/engine/secrets"
	"asterism/engine/store"
	"asterism/engine/workspace"
	"asterism/mcp"
	"asterism/mcp/node"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	"github.com/spf13/cobra"
)

// serveFlags say over which transport is served, and how.
type serveFlags struct {
	httpFlags
	clusterFlags
	tools, errorStyle string
	structured        string
	dreamEvery        time.Duration
	workspaceSize     int
	coupling          float64
	reembed           bool
	oldModels         string
	backups           string
	fixtures          bool
	dashboard         string // see dashboardModes
	secrets           shell.Secrets
	namespace         string
}

// commands are the commands of this package, over the flags of every command.
type commands struct{ *owner.Flags }

// Command makes the command.
func Command(flags *owner.Flags) *cobra.Command {
	g := commands{flags}
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the memory to assistants over MCP: stdio, or HTTP with --http",
		Long: "Serve the memory over the Model Context Protocol. Without --http it speaks over standard input and output and ends with them. While one process serves\n" +
			"a store, another one over standard input and output passes its calls to that one, and takes its place when it ends.\n" +
			"Calls that name no namespace are about the project that the client works in: `asterism namespaces --help` says more.\n" +
			"With --http it listens there; callers need the bearer token that is in the data directory (or $ASTERISM_TOKEN). Beside /mcp there are\n" +
			"/ (a dashboard), /v1/embeddings and /v1/models (as OpenAI has them; a model is a space), /metrics (Prometheus), /healthz and /readyz.\n" +
			"Beyond this machine it needs TLS. SIGTERM or Ctrl-C ends it: /readyz says so, calls at work are finished, what was acknowledged is stored; a second one ends it at once.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := g.refuseServer(); err != nil {
				return err
			}
			if err := f.check(); err != nil {
				return err
			}
			if err := f.settle(&g.Data, cmd.Flags().Changed("data")); err != nil {
				return err
			}
			return g.serve(cmd.Context(), f)
		},
	}
	fl := cmd.Flags()
	f.httpFlags.define(fl)
	f.clusterFlags.define(fl)
	fl.StringVar(&f.backups, "backups", "", "folder for the backups that 'asterism backup create' and POST /v1/backup make of this store; outside of the store")
	fixturesFlag(cmd, &f.fixtures)
	fl.StringVar(&f.namespace, "namespace", "", "namespace of calls that name none (default: that of the client's project, else \"default\"; over HTTP \"default\")")
	fl.StringVar(&f.tools, "tools", "standard", "which tools to offer: minimal, standard, all")
	fl.StringVar(&f.errorStyle, "error-style", "result", "how errors are reported: result, protocol")
	fl.StringVar(&f.structured, "structured-content", mcp.StructuredAuto, "who gets answers as JSON beside their text: auto (programs; assistants, known by their names, get text alone, since some put the JSON before the model), always, never")
	fl.DurationVar(&f.dreamEvery, "dream-every", 0, "consolidate each namespace that is in use so often, such as 24h (default only when asked)")
	fl.IntVar(&f.workspaceSize, "workspace-size", workspace.DefaultCapacity, fmt.Sprintf("how many memories can be in mind at once, 1 to %d", workspace.MaxCapacity))
	fl.Float64Var(&f.coupling, "workspace-coupling", workspace.DefaultCoupling, fmt.Sprintf("how strongly the spaces pull on each other before a memory comes to mind, 0 to %g", float64(workspace.MaxCoupling)))
	fl.BoolVar(&f.reembed, "reembed", false, "in a store of other models: serve with those, embed memories again in the background, and switch at the next start after that is done")
	fl.StringVar(&f.oldModels, "old-models", "", "with --reembed: folder of the models that the store has now (default: where they are looked for)")
	fl.StringVar(&f.dashboard, "dashboard", dashboardModes[0], "what the dashboard may do: "+strings.Join(dashboardModes, ", ")+" (edit: change, forget and restore memories, from this machine only)")
	shell.SecretsFlag(cmd, &f.secrets, "refuse")
	return cmd
}

// refuseServer returns the error for --connect with a server's address: a client's memories would be stored here, and not there.
func (g commands) refuseServer() error {
	if !g.NamesServer() {
		return nil
	}
	return fault.Invalid("--connect %s: `asterism serve` serves the store here, and passes nothing on to a server by its address",
		"an assistant that speaks HTTP takes that address itself, with the server's token: `asterism setup ASSISTANT --http --connect URL` writes it; leave --connect out to serve the store here", g.Connect)
}

// dashboardModes are the modes of the dashboard; the first is the default.
var dashboardModes = []string{"edit", "read-only"}

// into sets the operator's settings in an engine's configuration, which is checked when it is opened.
func (f *serveFlags) into(c *engine.Config) error {
	if f.workspaceSize == 0 { // to the engine 0 means the default; here it is a mistake
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--workspace-size 0 is outside 1…%d", workspace.MaxCapacity), Hint: "leave it out for the default"}
	}
	if f.oldModels != "" && !f.reembed {
		return &engine.Error{Kind: engine.KindInvalid, Message: "--old-models goes with --reembed only", Hint: "name the folder of the models to serve with by --models"}
	}
	if f.backups != "" && f.http == "" {
		return &engine.Error{Kind: engine.KindInvalid, Message: "--backups goes with --http only", Hint: "give --http 127.0.0.1:7737 too, or stop the server to make a backup: asterism backup create DIR"}
	}
	if f.dashboard != "" && !slices.Contains(dashboardModes, f.dashboard) { // empty for a command without the flag
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--dashboard %q is none of what it can be", f.dashboard), Hint: "give one of " + strings.Join(dashboardModes, ", ")}
	}
	if f.isOn() && (f.reembed || f.backups != "") {
		return &engine.Error{Kind: engine.KindInvalid, Message: "--reembed and --backups are about the store of one machine, and --cluster serves a cluster", Hint: "back a cluster up with `asterism cluster backup DIR`"}
	}
	c.Secrets = secrets.Policy(f.secrets)
	c.DreamEvery, c.Workspace = f.dreamEvery, workspace.Options{Capacity: f.workspaceSize, Coupling: &f.coupling}
	return nil
}

// serve serves over HTTP, or one client over standard input and output.
func (g commands) serve(ctx context.Context, f serveFlags) error {
	signal.Ignore(syscall.SIGPIPE) // a client that ends closes stdin and stderr at the same time: a failed write of a last message must not prevent closing the store
	configure := g.Config
	if f.isOn() {
		configure = g.NodeConfig
	}
	c, err := configure()
	if err != nil {
		return err
	}
	if err := f.into(&c); err != nil {
		return err
	}
	if err := g.FindHome(f.namespace); err != nil {
		return err
	}
	if f.http == "" {
		return g.serveClient(ctx, c, f)
	}
	at := g.lockOverHTTP(ctx)
	defer at.Release()
	err = g.serveHere(ctx, c, f, at, nil)
	var e *engine.Error
	if at == nil && errors.Is(err, store.ErrLocked) && errors.As(err, &e) {
		out := *e
		out.Hint = "an assistant's own server goes through one over HTTP when that was there first: end the assistant, start this server, and start the assistant again"
		return &out
	}
	return err
}

// lockOverHTTP returns the lock for a server with its own address. If another server is about to end, it waits a moment. Without the lock, commands only find the server if they are
// given its address.
func (g commands) lockOverHTTP(ctx context.Context) *owner.Lock {
	return g.lockUnless(ctx, func() bool { return false })
}

// lockBeforeServing is lockOverHTTP for a process that works on the store first. It need not wait for a listening server, since opening the store fails anyway.
func (g commands) lockBeforeServing(ctx context.Context) *owner.Lock {
	return g.lockUnless(ctx, func() bool {
		server, err := owner.FindServer(g.Data)
		return err != nil || server != nil
	})
}

// lockUnless waits for the lock, at most owner.RestartWait, unless useless returns true.
func (g commands) lockUnless(ctx context.Context, useless func() bool) *owner.Lock {
	for begin := time.Now(); ; {
		at, err := owner.TryLock(g.Data)
		if err != nil {
			fmt.Fprintf(os.Stderr, "asterism: commands will need --connect: %v\n", err)
		}
		if at != nil || err != nil || useless() || time.Since(begin) > owner.RestartWait || ctx.Err() != nil {
			return at
		}
		time.Sleep(owner.PollInterval)
	}
}

// serveClient serves the client over standard input and output: through the process that owns the store, while there is one, or as that process.
func (g commands) serveClient(ctx context.Context, c engine.Config, f serveFlags) error {
	client := wire.NewRelay(endWith(ctx, os.Stdin), os.Stdout, f.errorStyle, tools.ReadOnly(), g.Home())
	for {
		at, server, err := owner.LockOrServer(ctx, g.Data)
		if ctx.Err() != nil { // it must end, and has nothing to close
			at.Release()
			return nil
		}
		if err != nil {
			return err
		}
		if server == nil {
			defer at.Release()
			return g.serveHere(ctx, c, f, at, client)
		}
		if err := client.Through(server); !errors.Is(err, wire.ErrServerGone) {
			return unlessGone(err)
		}
	}
}

// serveHere serves as the process that owns the store, over HTTP or to one client. It answers handshakes at once and opens the engine in the background: clients only wait seconds
// for a server's answer.
func (g commands) serveHere(ctx context.Context, c engine.Config, f serveFlags, at *owner.Lock, client *wire.Relay) error {
	shards := 0
	if f.isOn() {
		shards = ShardsOf(g.Data)
	}
	if err := f.divideDescriptors(c.Log, shards); err != nil {
		return err
	}
	over := f.http
	if over == "" {
		over = "stdio"
	}
	told := begins(c.Log, g.Version, g.Data, over)
	err := g.serveOpening(ctx, c, f, at, client, told)
	told.ends(err)
	return err
}

// serveOpening opens the source, and serves it until the end.
func (g commands) serveOpening(ctx context.Context, c engine.Config, f serveFlags, at *owner.Lock, client *wire.Relay, told life) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	from, joined, err := g.from(ctx, c, f, at)
	if err != nil {
		return err
	}
	o := mcp.Options{Engine: from.engine, Doing: from.doing, Version: g.Version, Tools: f.tools, ErrorStyle: f.errorStyle, Structured: f.structured, SocketClients: f.socketClients, EndGrace: f.endWithin, Pins: g.Pins(), Data: g.Data, Log: c.Log, Extra: fixturesOf(f.fixtures)}
	if f.http != "" && g.Home().Given { // such a server's folder is not that of its clients
		o.Home = g.Home()
	}
	page := &lentPage{ctx: ctx, flags: g.Flags, served: f, from: from}
	defer page.close()
	var more []*tools.Tool
	if joined != nil {
		o.Pass, more = joined, joined.Tools()
	}
	s, err := g.served(o, page, more...)
	if err != nil {
		return err
	}
	if joined != nil {
		joined.Start(ctx, s.Commands.Carry)
	}
	if client == nil {
		err = g.serveHTTP(ctx, f, at, s, from, told)
	} else {
		unshare := at.Share(ctx, g.Data, s, owner.Announcement{})
		told.awaits(ctx, from, nil, nil)
		in, out := client.Rest()
		err = unlessGone(s.Assistants.ServeStdio(mcp.WithHome(context.WithoutCancel(ctx), g.Home()), in, out))
		unshare()
	}
	stop()
	return errors.Join(err, from.close())
}

// from returns the source: an engine that is being opened, or a cluster node to be started.
func (g commands) from(ctx context.Context, c engine.Config, f serveFlags, at *owner.Lock) (source, *node.Node, error) {
	if !f.isOn() {
		return f.warmUp(ctx, at.WaitForStore(c)), nil, nil
	}
	joined, err := newClustered(g.Data, f.clusterFlags, c, g.Version)
	if err != nil {
		return nil, nil, err
	}
	return joined, joined.node, nil
}

// served makes the server for assistants, with the tools of their tier, and the server for the user's own commands, with all tools.
func (g commands) served(o mcp.Options, page *lentPage, more ...*tools.Tool) (s owner.Served, err error) {
	most := o.SocketClients
	forCommands := max(1, most/4) // the sockets share the limit: a command ends soon, and an assistant stays
	o.SocketClients = max(1, most-forCommands)
	if s.Assistants, err = mcp.New(o); err != nil {
		return s, err
	}
	o.SocketClients = forCommands
	o.Tools, o.ErrorStyle, o.Extra = "all", "", nil
	o.More = append(tools.Owner{Version: g.Version, OpenDashboard: page.open}.Tools(), more...)
	s.Commands, err = mcp.New(o)
	return s, err
}

// unlessGone treats a client that no longer reads like one that has ended.
func unlessGone(err error) error {
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// endWith reads from r until ctx ends, and then reports the end of input. So a signal has the effect of the end of input: running calls are finished. A blocking read cannot be
// interrupted; it ends with the process.
func endWith(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = in.Close() })
	go func() {
		err := caught.Run(func() error { _, err := io.Copy(in, r); return err })
		_ = in.CloseWithError(err) // nil means the end
	}()
	return out
}

// warming is an engine that is being opened.
type warming struct {
	opened     chan struct{} // closed when eng or err is set
	eng        *engine.Engine
	err        error
	stage      func() string
	background sync.WaitGroup // background work over the same engine; it ends with serving
}
