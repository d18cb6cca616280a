package serve

import (
	"context"
	"fmt"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/fault"
	"asterism/mcp/backupapi"
	"asterism/mcp/dashboard"
	"asterism/mcp/embedapi"
	"asterism/mcp/httpapi"
	"asterism/mcp/metrics"

	"github.com/spf13/pflag"
)

// httpFlags say where the server listens, which callers it accepts, and its limits.
type httpFlags struct {
	http                        string
	noToken, plain              bool
	hosts, origins              []string
	cert, key                   string
	rate                        rateFlag
	maxConnections, maxRequests int
	wayToMore                   string // how to allow more connections; empty: maxConnections
	socketClients               int
	endWithin                   time.Duration
}

func (f *httpFlags) define(fl *pflag.FlagSet) {
	fl.StringVar(&f.http, "http", "", "listen on this address, such as 127.0.0.1:7737, instead of stdio")
	fl.BoolVar(&f.noToken, "no-token", false, "let every program on this machine in (loopback addresses only)")
	fl.StringSliceVar(&f.hosts, "host", nil, "host name allowed beside loopback ones (may be given again)")
	fl.StringSliceVar(&f.origins, "origin", nil, "web origin allowed beside loopback ones (may be given again)")
	fl.StringVar(&f.cert, "tls-cert", "", "PEM file of the TLS certificate, with --tls-key; both are read again when they change")
	fl.StringVar(&f.key, "tls-key", "", "PEM file of its key")
	fl.BoolVar(&f.plain, "plain-http", false, "listen beyond this machine without TLS: only behind a proxy that has it, or on a container's own network")
	fl.Var(&f.rate, "rate", "requests a second that a client (an address) may send, and four times as many at once; 0 is no bound (default 10000 for this machine, 50 for others)")
	fl.IntVar(&f.maxConnections, "max-connections", httpapi.DefaultConnections, "connections open at a time, half of which may be streams; more are closed at once; fewer where the limit of open files (ulimit -n) would leave the store none")
	fl.IntVar(&f.maxRequests, "max-requests", httpapi.DefaultRequests, "requests at work at a time; more are refused and can be tried again")
	fl.DurationVar(&f.endWithin, "end-within", httpapi.DefaultEndWithin, "how long calls at work may go on after SIGTERM, Ctrl-C or the end of standard input")
}

// check returns an error for values that cannot be intended, before anything is opened.
func (f *httpFlags) check() error {
	for _, n := range []struct {
		name  string
		value int
	}{{"--max-connections", f.maxConnections}, {"--max-requests", f.maxRequests}} {
		if n.value < 2 {
			return fault.Invalid("%s is %d, want 2 or more", "leave it out for the default", n.name, n.value)
		}
	}
	if f.endWithin <= 0 {
		return fault.Invalid("--end-within is %v, want more than 0", "leave it out for "+httpapi.DefaultEndWithin.String(), f.endWithin)
	}
	if f.http == "" {
		return nil
	}
	const example = "give a host and a port, such as 127.0.0.1:7737; port 0 takes any that is free"
	_, port, err := net.SplitHostPort(f.http)
	if err != nil {
		return fault.Invalid("--http %q is no address to listen on", example, f.http)
	}
	if n, err := strconv.Atoi(port); err == nil && (n < 0 || n > math.MaxUint16) {
		return fault.Invalid("--http %s: port %d is outside 0…%d", example, f.http, n, math.MaxUint16)
	}
	return nil
}

// options returns the options of the HTTP server.
func (f *httpFlags) options() httpapi.Options {
	return httpapi.Options{Addr: f.http, NoToken: f.noToken, Hosts: f.hosts, Origins: f.origins, CertFile: f.cert, KeyFile: f.key, PlainHTTP: f.plain,
		Rate: f.rate.value(), MaxConnections: f.maxConnections, WayToMore: f.wayToMore, MaxRequests: f.maxRequests, EndWithin: f.endWithin}
}

func (g commands) serveHTTP(ctx context.Context, f serveFlags, at *owner.Lock, s owner.Served, from source, told life) error {
	log, err := g.Logger()
	if err != nil {
		return err
	}
	var l *httpapi.Server
	traffic := func() metrics.Traffic { return metrics.Traffic(l.Figures()) }
	o := f.options()
	o.MCP, o.Ready, o.Log = s.Assistants.HTTPHandler(), from.ready, log
	o.Refuses = refuses(from, s)
	if c, ok := from.(*clustered); ok {
		o.Lacks = c.lacks
	}
	o.V1, o.Metrics = v1(f.backups, from, g.Version), metrics.Handler(g.Version, from.status, traffic, g.figures(from, s)...)
	o.Page, o.Data = dashboard.Page(), dashboard.Data(f.page(g.Version, from))
	where := ""
	if !f.noToken {
		if o.Token, where, err = owner.BearerToken(g.Data); err != nil {
			return err
		}
	}
	if l, err = httpapi.Listen(o); err != nil {
		return err
	}
	cert, err := f.certificate()
	if err != nil {
		return err
	}
	address, elsewhere := owner.FromHere(l.URL()), ""
	if address != l.URL() {
		elsewhere = ", and at the other addresses of this machine"
	}
	defer at.Share(ctx, g.Data, s, owner.Announcement{URL: address, Certificate: cert, Connections: f.few()})()
	fmt.Fprintf(os.Stderr, "asterism listens at %s%s; it serves when its store and models are open\n", address, elsewhere)
	if where != "" {
		fmt.Fprintf(os.Stderr, "  bearer token: %s\n", where)
	}
	fmt.Fprintln(os.Stderr, "  dashboard: `asterism dashboard` prints its link; beside it /v1/embeddings, /metrics, /healthz, /readyz")
	fmt.Fprintln(os.Stderr, "  Ctrl-C ends it")
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	told.awaits(ctx, from, func() { fmt.Fprintf(os.Stderr, "asterism serves MCP at %s\n", address) },
		stop) // a store that cannot be opened ends the server: it could only repeat the error
	return l.Serve(ctx)
}

// v1 serves the paths of programs below /v1/.
func v1(backups string, from source, version string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/v1/", embedapi.Handler(from.embedder))
	mux.Handle("/v1/backup", backupapi.Handler(from.backer, backups, version))
	return mux
}

// certificate returns the absolute path of the certificate's file, the only certificate that commands accept; empty without TLS.
func (f *httpFlags) certificate() (string, error) {
	if f.cert == "" {
		return "", nil
	}
	path, err := filepath.Abs(f.cert)
	if err != nil {
		return "", fmt.Errorf("find the TLS certificate: %w", err)
	}
	return path, nil
}
