package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Endpoint serves the protocol. Close ends its open streams.
type Endpoint interface {
	http.Handler
	Close(ctx context.Context) error
}

// Options say where to listen and whom to let in. MCP is required, and a Token unless NoToken is set.
type Options struct {
	Addr    string   // host:port; default 127.0.0.1:0, any free port
	Token   string   // what callers must send as "Authorization: Bearer …"
	NoToken bool     // let every local program in; only with a loopback address
	Hosts   []string // host names allowed beside loopback ones, for an address that is not loopback
	Origins []string // web origins allowed beside loopback ones, such as https://app.example.org
	MCP     Endpoint
	V1      http.Handler                      // serves the paths below /v1/; nil: nothing is there
	Metrics http.Handler                      // serves /metrics; nil: nothing is there
	Page    http.Handler                      // serves / and /dashboard/…, to everybody: it holds nothing of anybody's; nil: nothing is there
	Data    http.Handler                      // serves /dashboard/data/…; nil: nothing is there
	Ready   func() (ready bool, doing string) // nil: always ready
	Log     *slog.Logger                      // nil: nothing is logged
}

const (
	endpoint     = "/mcp"
	headerWait   = 10 * time.Second
	idleWait     = 2 * time.Minute
	shutdownWait = 10 * time.Second
)

// Server listens, and serves once Serve is called.
type Server struct {
	opt      Options
	listener net.Listener
	http     *http.Server
}

// Listen checks the options and binds the address, so that a busy port is known before anything else starts.
func Listen(opt Options) (*Server, error) {
	if opt.MCP == nil {
		return nil, errors.New("listen: Options.MCP is missing")
	}
	if opt.Addr == "" {
		opt.Addr = "127.0.0.1:0"
	}
	if opt.Token == "" && !opt.NoToken {
		return nil, errors.New("listen: no token: give one, or allow every local program explicitly")
	}
	if opt.Ready == nil {
		opt.Ready = func() (bool, string) { return true, "" }
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	l, err := net.Listen("tcp", opt.Addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", opt.Addr, err)
	}
	if a, ok := l.Addr().(*net.TCPAddr); opt.NoToken && (!ok || !a.IP.IsLoopback()) {
		return nil, errors.Join(fmt.Errorf("listen on %s: without a token only a loopback address such as 127.0.0.1 is allowed", opt.Addr), l.Close())
	}
	s := &Server{opt: opt, listener: l}
	s.http = &http.Server{
		Handler:           s.routes(),
		ReadHeaderTimeout: headerWait,
		IdleTimeout:       idleWait,
		ErrorLog:          slog.NewLogLogger(opt.Log.Handler(), slog.LevelWarn),
	}
	return s, nil
}

// URL is the address of the MCP endpoint.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + endpoint }

// routes puts the guards in order: a foreign page learns nothing, a caller without token sends no body.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
	mux.Handle(endpoint, s.withToken(s.withLimit(s.opt.MCP)))
	if s.opt.V1 != nil {
		mux.Handle("/v1/", s.withToken(s.withLimit(s.opt.V1)))
	}
	if s.opt.Metrics != nil {
		mux.Handle("GET /metrics", s.withToken(s.opt.Metrics))
	}
	if s.opt.Page != nil {
		mux.Handle("GET /{$}", s.opt.Page)
		mux.Handle("/dashboard/", s.opt.Page)
	}
	if s.opt.Data != nil {
		mux.Handle("/dashboard/data/", s.withToken(s.withLimit(s.opt.Data)))
	}
	return s.withHost(s.withOrigin(mux))
}

// Serve answers until ctx ends, then gives the requests at work ten seconds to finish. It returns nil after an
// orderly end.
func (s *Server) Serve(ctx context.Context) error {
	base, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	s.http.BaseContext = func(net.Listener) context.Context { return base }
	served := make(chan error, 1)
	go func() { served <- s.http.Serve(s.listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("serve http: %w", err)
	case <-ctx.Done():
	}
	wait, cancel := context.WithTimeout(base, shutdownWait)
	defer cancel()
	closed := make(chan error, 1)
	go func() { closed <- s.opt.MCP.Close(wait) }()
	err := s.http.Shutdown(wait)
	err = errors.Join(err, <-closed)
	if err != nil { // requests that do not end are cut
		err = errors.Join(fmt.Errorf("shut down http: %w", err), s.http.Close())
	}
	<-served
	return err
}
