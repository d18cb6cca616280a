package tooldrift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"asterism/engine/caught"
)

// GuardOptions say what a guard guards. Pins, Name and Server are required.
type GuardOptions struct {
	Pins   Pins
	Name   string
	Server Target
	Policy Policy
	Fetch  FetchOptions // Timeout is for one connection: start, handshake, list
	Log    io.Writer    // gets messages for a person about what happens; nil: none are written

	Attempts int           // to connect before giving up until the client asks again; default 5
	Pause    time.Duration // before the second attempt, doubled for each further one up to 16 times; default 250 ms
	Steady   time.Duration // a server that lasted as long is no crash loop; default 5 s
	Drain    time.Duration // how long calls may finish on a server that was replaced, or at the end of input; default 30 s
}

// Guard stands between one client, on a pair of streams, and one server. The client sees the list of tools that was
// pinned, or accepted since, whatever the server says; make it with NewGuard, then Serve.
//
// It speaks the versions of the protocol that begin with a handshake. A client of 2026-07-28 that probes first is told
// that there is no such method, and falls back.
type Guard struct {
	opt    GuardOptions
	client *downstream
	events chan event      // of links, for supervise
	life   context.Context // of Serve: what a link does outlives the request that began it

	initializing sync.Mutex // one initialize at a time

	mu        sync.Mutex
	hello     json.RawMessage   // params of the client's initialize
	version   string            // of the protocol, as the client was told
	ready     bool              // the client has had its answer to initialize
	pin       *Pin              // in memory; what is accepted on the way is not written to disk
	blocked   map[string]string // why calls of a tool are refused
	cur       *link
	failure   error         // why there is no link, when nobody is at work on one
	decided   chan struct{} // closed when cur or failure is set
	shortLife int           // links in a row that lasted less than Steady
	links     sync.WaitGroup
}

// event is something that a link noticed.
type event struct {
	from *link // nil: the client asks for another try
	why  string
	lost bool
}

// NewGuard checks the options and reads the pin; when there is none, the first list that the server gives is pinned.
func NewGuard(o GuardOptions) (*Guard, error) {
	if err := CheckName(o.Name); err != nil {
		return nil, err
	}
	o.fill()
	g := &Guard{opt: o, events: make(chan event), blocked: map[string]string{}, decided: make(chan struct{})}
	pin, err := o.Pins.Read(o.Name)
	switch {
	case errors.Is(err, ErrNotPinned):
	case err != nil:
		return nil, err
	case !pin.Server.Same(o.Server):
		return nil, fmt.Errorf("guard %q: the pin is of %s, not of %s: use another name, or `asterism mcp reset %s`", o.Name, pin.Server, o.Server, o.Name)
	default:
		g.pin = pin
	}
	return g, nil
}

func (o *GuardOptions) fill() {
	o.Fetch.fill()
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.Attempts <= 0 {
		o.Attempts = 5
	}
	for _, d := range []struct {
		at     *time.Duration
		preset time.Duration
	}{{&o.Pause, 250 * time.Millisecond}, {&o.Steady, 5 * time.Second}, {&o.Drain, 30 * time.Second}} {
		if *d.at <= 0 {
			*d.at = d.preset
		}
	}
}

// Serve carries messages, one a line, until in ends or ctx does. Every request gets exactly one answer, unless the client
// cancels it. At the end the server is ended too.
func (g *Guard) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	g.client, g.life = newDownstream(out, cancel), ctx
	supervisor := caught.NewGroup()
	supervisor.Go(func() error {
		defer cancel() // after a fault nothing would be judged any more
		g.supervise()
		return nil
	})
	err := g.client.read(ctx, in, g)
	g.client.finish(ctx, g.opt.Drain)
	cancel()
	err = errors.Join(err, supervisor.Wait())
	g.mu.Lock()
	if g.cur != nil {
		g.cur.close()
		g.cur = nil // so that nothing is retired from here on
	}
	g.mu.Unlock()
	g.links.Wait()
	if err = errors.Join(err, g.client.failed()); err != nil {
		return fmt.Errorf("guard %q: %w", g.opt.Name, err)
	}
	return nil
}

func (g *Guard) logf(format string, args ...any) {
	fmt.Fprintln(g.opt.Log, printable(fmt.Sprintf(format, args...)))
}

// notice tells supervise. It never holds up who calls it, such as the reading of a server's messages.
func (g *Guard) notice(e event) {
	go func() {
		select {
		case g.events <- e:
		case <-g.life.Done():
		}
	}()
}
