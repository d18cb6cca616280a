package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"asterism/engine"
	"asterism/engine/workspace"
	"asterism/mcp"
	"asterism/mcp/dashboard"
	"asterism/mcp/embedapi"
	"asterism/mcp/httpapi"
	"asterism/mcp/metrics"

	"github.com/spf13/cobra"
)

// serveFlags say over what is served, and to whom.
type serveFlags struct {
	http              string
	noToken           bool
	hosts, origins    []string
	tools, errorStyle string
	dreamEvery        time.Duration
	workspaceSize     int
	coupling          float64
	reembed           bool
	oldModels         string
}

func serveCmd(g *globals) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the memory to assistants over MCP: stdio, or HTTP with --http",
		Long: "Serve the memory over the Model Context Protocol. Without --http it speaks over standard input and output and ends with them.\n" +
			"With --http it listens there; callers need the bearer token that lies in the data directory (or $ASTERISM_TOKEN). Beside /mcp there are\n" +
			"/ (a dashboard), /v1/embeddings and /v1/models (as OpenAI has them; a model is a space), /metrics (Prometheus), /healthz and /readyz.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.serve(cmd.Context(), f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.http, "http", "", "listen on this address, such as 127.0.0.1:7737, instead of stdio")
	fl.BoolVar(&f.noToken, "no-token", false, "let every program on this machine in (loopback addresses only)")
	fl.StringSliceVar(&f.hosts, "host", nil, "host name allowed beside loopback ones (may be given again)")
	fl.StringSliceVar(&f.origins, "origin", nil, "web origin allowed beside loopback ones (may be given again)")
	fl.StringVar(&f.tools, "tools", "standard", "which tools to offer: minimal, standard, all")
	fl.StringVar(&f.errorStyle, "error-style", "result", "how errors are told: result, protocol")
	fl.DurationVar(&f.dreamEvery, "dream-every", 0, "consolidate each namespace that is in use so often, such as 24h (default only when asked)")
	fl.IntVar(&f.workspaceSize, "workspace-size", workspace.DefaultCapacity, fmt.Sprintf("how many memories can be in mind at once, 1 to %d", workspace.MaxCapacity))
	fl.Float64Var(&f.coupling, "workspace-coupling", workspace.DefaultCoupling, fmt.Sprintf("how strongly the spaces pull on each other before a memory comes to mind, 0 to %g", float64(workspace.MaxCoupling)))
	fl.BoolVar(&f.reembed, "reembed", false, "in a store of other models: serve with those, embed memories anew beside, and switch at the next start that finds it done")
	fl.StringVar(&f.oldModels, "old-models", "", "with --reembed: folder of the models that the store has now (default: where they are looked for)")
	return cmd
}

// into writes the operator's settings into an engine's configuration, whose opening checks them.
func (f *serveFlags) into(c *engine.Config) error {
	if f.workspaceSize == 0 { // the engine's default, and a mistake here
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--workspace-size 0 is outside 1…%d", workspace.MaxCapacity), Hint: "leave it out for the default"}
	}
	if f.oldModels != "" && !f.reembed {
		return &engine.Error{Kind: engine.KindInvalid, Message: "--old-models goes with --reembed only", Hint: "name the folder of the models to serve with by --models"}
	}
	c.DreamEvery, c.Workspace = f.dreamEvery, workspace.Options{Capacity: f.workspaceSize, Coupling: &f.coupling}
	return nil
}

// serve answers handshakes at once and opens the engine beside: clients wait only seconds for a server to speak.
func (g *globals) serve(ctx context.Context, f serveFlags) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c, err := g.config()
	if err != nil {
		return err
	}
	if err := f.into(&c); err != nil {
		return err
	}
	warm := f.warmUp(ctx, c)
	server, err := mcp.New(mcp.Options{Engine: warm.engine, Doing: warm.doing, Version: version, Tools: f.tools, ErrorStyle: f.errorStyle, Pins: g.pins(), Log: c.Log})
	if err != nil {
		return err
	}
	if f.http == "" {
		err = server.ServeStdio(ctx, os.Stdin, os.Stdout)
	} else {
		err = g.serveHTTP(ctx, f, server, warm)
	}
	stop()
	return errors.Join(err, warm.close())
}

func (g *globals) serveHTTP(ctx context.Context, f serveFlags, server *mcp.Server, warm *warming) error {
	o := httpapi.Options{Addr: f.http, NoToken: f.noToken, Hosts: f.hosts, Origins: f.origins, MCP: server.HTTPHandler(), Ready: warm.ready,
		V1: embedapi.Handler(warm.embedder), Metrics: metrics.Handler(version, warm.status),
		Page: dashboard.Page(), Data: dashboard.Data(dashboard.Options{Version: version, Engine: warm.engine, Status: warm.status, Ready: warm.ready})}
	where := ""
	if !f.noToken {
		var err error
		if o.Token, where, err = bearerToken(g.data); err != nil {
			return err
		}
	}
	l, err := httpapi.Listen(o)
	if err != nil {
		return err
	}
	withdraw, err := announce(g.data, l.URL())
	if err != nil { // worth a word, no reason not to serve
		fmt.Fprintf(os.Stderr, "asterism: commands will need --connect %s: %v\n", l.URL(), err)
	} else {
		defer withdraw()
	}
	fmt.Fprintf(os.Stderr, "asterism serves MCP at %s\n", l.URL())
	if where != "" {
		fmt.Fprintf(os.Stderr, "  bearer token: %s\n", where)
	}
	fmt.Fprintln(os.Stderr, "  dashboard: `asterism dashboard` prints its link; beside it /v1/embeddings, /metrics, /healthz, /readyz")
	fmt.Fprintln(os.Stderr, "  Ctrl-C ends it")
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() { // a store that cannot be opened ends the server: it would only ever say so
		if _, err := warm.engine(ctx); err != nil && ctx.Err() == nil {
			stop()
		}
	}()
	return l.Serve(ctx)
}

// warming is an engine that is being opened.
type warming struct {
	opened chan struct{} // closed when eng or err is set
	eng    *engine.Engine
	err    error
	stage  func() string
	beside sync.WaitGroup // work beside serving, over the same engine; it ends when what was served ends
}
