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
	NoToken bool     // let every local program in; only with a loopback address
	Hosts   []string // host names allowed beside loopback ones, for an address that is not loopback
	Origins []string // web origins allowed beside loopback ones, such as https://app.example.org

	CertFile, KeyFile string // PEM files of a TLS certificate and its key, both or neither; read again when they change
	PlainHTTP         bool   // allow an address that is not loopback without TLS: whoever sees the traffic sees the token

	MaxConnections int           // open at a time; more are closed at once; default 1024. Half of them may be streams
	WayToMore      string        // connections, for the log; default --max-connections
	MaxRequests    int           // at work at a time, streams apart; more are refused; default 256
	Rate           *Rate         // of every client; nil: 10,000 a second for this machine, 50 for other addresses, with bursts of 40,000 and 200
	EndWithin      time.Duration // how long requests at work may go on after the end was asked for; default 10 s

	MCP     Endpoint                          // serves /mcp; nil: nothing is there
	V1      http.Handler                      // serves the paths below /v1/; nil: nothing is there
	Metrics http.Handler                      // serves /metrics; nil: nothing is there
	Page    http.Handler                      // serves / and /dashboard/…, to everybody: it holds nothing of anybody's; nil: nothing is there
	Data    http.Handler                      // serves /dashboard/data/…; nil: nothing is there
	Ready   func() (ready bool, doing string) // nil: always ready
	Refuses func(ctx context.Context) string  // why nothing new can be stored though calls are served; empty: it can; nil: nobody knows
	Lacks   func() string                     // what somebody must do before it is ready, in words; empty: it becomes so by itself; nil: it always does
	Log     *slog.Logger                      // nil: nothing is logged
	Now     func() time.Time                  // of the rate; for tests; nil: time.Now
}

// fill puts the defaults in and checks what can be checked before the address is bound.
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

// allows refuses what would let strangers in or show them the token.
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
