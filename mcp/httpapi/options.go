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

// Options say where to listen and which callers to accept. A Token is required unless NoToken is set.
type Options struct {
	Addr    string   // host:port; default 127.0.0.1:0, any free port
	Token   string   // what callers must send as "Authorization: Bearer …"
	NoToken bool     // accept every local program; only with a loopback address
	Hosts   []string // allowed host names in addition to loopback ones, for an address that is not loopback
	Origins []string // allowed web origins in addition to loopback ones, such as https://app.example.org

	CertFile, KeyFile string // PEM files of a TLS certificate and its key, both or neither; read again when they change
	PlainHTTP         bool   // allow an address that is not loopback without TLS: whoever sees the traffic sees the token

	MaxConnections int           // open at the same time; further ones are closed at once; default 1024. Half of them may be streams
	WayToMore      string        // how to allow more connections, for the log; default --max-connections
	MaxRequests    int           // running at the same time, without streams; more are refused; default 256
	Rate           *Rate         // of every client; nil: 10,000 a second for this machine, 50 for other addresses, with bursts of 40,000 and 200
	EndWithin      time.Duration // how long running requests may continue after the end was requested; default 10 s

	MCP     Endpoint                          // serves /mcp; nil: not served
	V1      http.Handler                      // serves the paths below /v1/; nil: not served
	Metrics http.Handler                      // serves /metrics; nil: not served
	Page    http.Handler                      // serves / and /dashboard/… without a token: it contains no user data; nil: not served
	Data    http.Handler                      // serves /dashboard/data/…; nil: not served
	Ready   func() (ready bool, doing string) // nil: always ready
	Refuses func(ctx context.Context) string  // why new memories cannot be stored although calls are served; empty: they can; nil: not known
	Lacks   func() string                     // what a person must do before it is ready, in words; empty: it becomes ready automatically; nil: always so
	Log     *slog.Logger                      // nil: nothing is logged
	Now     func() time.Time                  // for the rate; for tests; nil: time.Now
}

// fill sets the defaults and checks what can be checked before the address is bound.
func (o *Options) fill() error {
	if o.Token == "" && !o.NoToken {
		return errors.New("no token: give one, or allow every local program explicitly")
	}
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	for _, n := range []struct {
		value     *int
		usual     int
		name, why string
	}{
		{&o.MaxConnections, DefaultConnections, "--max-connections", "a stream and a request need one each"},
		{&o.MaxRequests, DefaultRequests, "--max-requests", "without one nothing can be asked"},
	} {
		if *n.value == 0 {
			*n.value = n.usual
		}
		if *n.value < 2 {
			return fmt.Errorf("%s is %d, want 2 or more: %s", n.name, *n.value, n.why)
		}
	}
	if o.Rate != nil && (o.Rate.PerSecond < 0 || o.Rate.PerSecond > 0 && o.Rate.Burst < 1) {
		return fmt.Errorf("a rate of %g requests a second with bursts of %g lets nobody in: want 0 (no bound) or more, and bursts of 1 or more", o.Rate.PerSecond, o.Rate.Burst)
	}
	if o.WayToMore == "" {
		o.WayToMore = "--max-connections"
	}
	if o.EndWithin <= 0 {
		o.EndWithin = DefaultEndWithin
	}
	if o.Ready == nil {
		o.Ready = func() (bool, string) { return true, "" }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return nil
}

// allows returns an error for an address that would let strangers in or show them the token.
func (o *Options) allows(a net.Addr, encrypted bool) error {
	if t, ok := a.(*net.TCPAddr); ok && t.IP.IsLoopback() {
		return nil
	}
	switch {
	case o.NoToken:
		return errors.New("without a token only a loopback address such as 127.0.0.1 is allowed")
	case !encrypted && !o.PlainHTTP:
		return errors.New("beyond this machine the token and the memories would cross the network in plain text: give --tls-cert and --tls-key, " +
			"or --plain-http where a proxy with TLS or a container's own network is all that can see them")
	}
	return nil
}
