package httpapi

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	endpoint       = "/mcp"
	headerWait     = 10 * time.Second
	idleWait       = 2 * time.Minute
	maxHeaderBytes = 32 << 10

	// DefaultConnections, DefaultRequests and DefaultEndWithin are the defaults of Options.
	DefaultConnections = 1024
	DefaultRequests    = 256
	DefaultEndWithin   = 10 * time.Second
)

// Server listens, and serves once Serve is called.
type Server struct {
	opt      Options
	listener *bounded
	http     *http.Server
	tls      *tls.Config // nil: plain HTTP
	inFlight *inFlight
	meter    *meter
	refused  refusals

	streaming  context.Context // ends when streams must end
	endStreams context.CancelFunc
}

// refusals counts the refusals since the start.
type refusals struct{ rate, busy, body, token, ending atomic.Int64 }

// Listen checks the options and binds the address, so that a busy port is known before anything else starts.
func Listen(opt Options) (*Server, error) {
	if err := opt.fill(); err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	var config *tls.Config
	if opt.CertFile != "" || opt.KeyFile != "" {
		c, err := readCertificate(opt.CertFile, opt.KeyFile, opt.Log)
		if err != nil {
			return nil, fmt.Errorf("listen: %w", err)
		}
		config = c.config()
	}
	l, err := net.Listen(network(opt.Addr), opt.Addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("listen: another program, perhaps another asterism, has the address %s: stop it, or name another port (0 takes any that is free)", opt.Addr)
	}
	if errors.Is(err, syscall.EACCES) {
		return nil, fmt.Errorf("listen on %s: this user may not open that port; those from 1024 on are open to all, such as 7737", opt.Addr)
	}
	if err != nil {
		return nil, fmt.Errorf("listen on %s: %w", opt.Addr, err)
	}
	if err := opt.allows(l.Addr(), config != nil); err != nil {
		return nil, errors.Join(fmt.Errorf("listen on %s: %w", opt.Addr, err), l.Close())
	}
	return newServer(opt, l, config), nil
}

// network returns the network to listen on. An IPv4 address means only IPv4, while "tcp" with 0.0.0.0 would listen on IPv6 too.
func network(addr string) string {
	if ap, err := netip.ParseAddrPort(addr); err == nil && ap.Addr().Is4() {
		return "tcp4"
	}
	return "tcp"
}

func newServer(opt Options, l net.Listener, config *tls.Config) *Server {
	local, remote := localRate, remoteRate
	if opt.Rate != nil {
		local, remote = *opt.Rate, *opt.Rate
	}
	s := &Server{opt: opt, tls: config,
		listener: &bounded{Listener: l, most: int64(opt.MaxConnections), more: opt.WayToMore, log: opt.Log, now: time.Now},
		inFlight: newInFlight(opt.MaxRequests, opt.MaxConnections/2, mostBodies),
		meter:    newMeter(local, remote, opt.Now),
	}
	s.streaming, s.endStreams = context.WithCancel(context.Background())
	s.http = &http.Server{
		Handler:           s.routes(),
		ReadHeaderTimeout: headerWait,
		IdleTimeout:       idleWait,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(opt.Log.Handler(), slog.LevelWarn),
	}
	return s
}

// URL returns the address of the MCP endpoint.
func (s *Server) URL() string {
	scheme := "http://"
	if s.tls != nil {
		scheme = "https://"
	}
	return scheme + s.listener.Addr().String() + endpoint
}

// routes applies the checks in order: host and origin, so that a foreign web page learns nothing; the rate; the token, so that a caller without one does not count as running; the
// limits of running requests; and only then the body is read. Health is answered to everybody at all times.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", s.healthz)
	mux.HandleFunc("GET /readyz", s.readyz)
	guarded := func(h http.Handler) http.Handler { return s.withRate(s.withToken(s.withAdmission(s.withLimit(h)))) }
	if s.opt.MCP != nil {
		mux.Handle(endpoint, guarded(s.opt.MCP))
	}
	if s.opt.V1 != nil {
		mux.Handle("/v1/", guarded(s.opt.V1))
	}
	if s.opt.Metrics != nil {
		mux.Handle("GET /metrics", s.withRate(s.withToken(s.opt.Metrics))) // without limits: the figures are needed most when all limits are reached
	}
	if s.opt.Page != nil {
		page := s.withRate(s.withAdmission(s.opt.Page))
		mux.Handle("GET /{$}", page)
		mux.Handle("/dashboard/", page)
	}
	if s.opt.Data != nil {
		mux.Handle("/dashboard/data/", guarded(s.opt.Data))
	}
	return s.withDeadlines(withFault(s.withHost(s.withOrigin(mux))))
}
