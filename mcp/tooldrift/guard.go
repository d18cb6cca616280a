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

// GuardOptions are the settings of a guard. Pins, Name and Server are required.
type GuardOptions struct {
	Pins   Pins
	Name   string
	Server Target
	Policy Policy
	Fetch  FetchOptions // Timeout is for one connection: start, handshake, list
	Log    io.Writer    // messages for a person; nil: none

	Attempts int           // number of attempts to connect before it waits for the client's next request; default 5
	Pause    time.Duration // before the second attempt, doubled for each further one up to 16 times; default 250 ms
	Steady   time.Duration // a server that lived this long does not count as a crash loop; default 5 s
	Drain    time.Duration // how long calls may continue on a replaced server, or at the end of input; default 30 s
}

// Guard is placed between one client, on a pair of streams, and one server. The client sees the pinned list of tools, or the one accepted since, whatever the server says. Make it
// with NewGuard, then call Serve.
//
// It supports the versions of the protocol that begin with a handshake. To the probe of a 2026-07-28 client it answers that there is no such method, and the client falls back.
type Guard struct {
	opt    GuardOptions
	client *downstream
	events chan event      // of links, for supervise
	life   context.Context // of Serve: the work of a link may outlast the request that began it

	initializing sync.Mutex // one initialize at a time

	mu        sync.Mutex
	hello     json.RawMessage   // params of the client's initialize
	version   string            // of the protocol, as the client got it
	ready     bool              // the client has got the answer to initialize
	pin       *Pin              // in memory; lists accepted while running are not written to disk
	blocked   map[string]string // tool: why its calls are refused
	cur       *link
	failure   error         // why there is no link, while none is being made
	decided   chan struct{} // closed when cur or failure is set
	shortLife int           // number of consecutive links that lasted less than Steady
	links     sync.WaitGroup
}

// event is something that a link has noticed.
type event struct {
	from *link // nil: the client asks for another attempt
	why  string
	lost bool
}

// NewGuard checks the options and reads the pin. If there is none, the first list of the server is pinned.
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

// Serve passes messages, one a line, until in or ctx ends. Every request gets exactly one answer, unless the client cancels it. At the end it also ends the server.
func (g *Guard) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	g.client, g.life = newDownstream(out, cancel), ctx
	supervisor := caught.NewGroup()
	supervisor.Go(func() error {
		defer cancel() // after a panic nothing would be judged any more
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
		g.cur = nil // so that no link is retired from here on
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

// notice sends an event to supervise. It never blocks the caller, such as the reader of a server's messages.
func (g *Guard) notice(e event) {
	go func() {
		select {
		case g.events <- e:
		case <-g.life.Done():
		}
	}()
}
