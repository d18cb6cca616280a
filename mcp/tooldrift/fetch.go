package tooldrift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// FetchOptions bound the cost of a server. Zero values are the defaults.
type FetchOptions struct {
	Timeout time.Duration // for everything, including the start; default 60 s, since npx may have to install first
	Pages   int           // most pages read, default 1000; if there are more the list is marked incomplete
	Bytes   int           // longest list, default 64 MiB; a longer one is marked incomplete, or an error if its first page is too long
	Version string        // of this program, sent to the server

	Capabilities json.RawMessage // the client capabilities that are sent to the server; nil: none. Listing uses none of them.
}

func (o *FetchOptions) fill() {
	if o.Timeout <= 0 {
		o.Timeout = time.Minute
	}
	if o.Pages <= 0 {
		o.Pages = 1000
	}
	if o.Bytes <= 0 {
		o.Bytes = maxLine
	}
	if o.Version == "" {
		o.Version = "devel"
	}
}

// Fetched is a list and what was unusual about it.
type Fetched struct {
	List
	Noise string // what a server printed on standard output in addition to messages; empty: nothing
}

// ErrRepeatedCursor means that a server's next page was requested before, so its list has no end.
var ErrRepeatedCursor = errors.New("the server repeats a cursor, so its list has no end")

// Fetch starts a server or connects to it, reads all pages of its tools, and closes the connection. After an error nothing is known. If the first page came but a later one did not,
// the list is marked Incomplete.
func Fetch(ctx context.Context, at Target, o FetchOptions) (Fetched, error) {
	o.fill()
	ctx, cancel := context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("no answer within %s", o.Timeout))
	defer cancel()
	s, err := connect(ctx, at, o)
	if err != nil {
		return Fetched{}, fmt.Errorf("list tools of %s: %w", at, err)
	}
	defer s.close()
	l, err := s.list(ctx, o)
	if err != nil {
		return Fetched{}, fmt.Errorf("list tools of %s: %w", at, s.explain(ctx, err))
	}
	return Fetched{List: l, Noise: s.noise()}, nil
}

// connection is a client after its handshake.
type connection struct {
	client *client.Client
	tap    *tap
	child  *process // nil over HTTP
}

func connect(ctx context.Context, at Target, o FetchOptions) (*connection, error) {
	c, err := open(at, o)
	if err != nil {
		return nil, err
	}
	if err := c.client.Start(context.WithoutCancel(ctx)); err != nil {
		c.close()
		return nil, err
	}
	hello := protocol.InitializeRequest{}
	hello.Params.ClientInfo = protocol.Implementation{Name: "asterism", Version: o.Version}
	if err := declare(&hello, o.Capabilities); err != nil {
		c.close()
		return nil, err
	}
	if _, err := c.client.Initialize(ctx, hello); err != nil {
		err = c.explain(ctx, err)
		c.close()
		return nil, fmt.Errorf("shake hands: %w", err)
	}
	return c, nil
}

func declare(hello *protocol.InitializeRequest, capabilities json.RawMessage) error {
	if capabilities == nil {
		return nil
	}
	if err := json.Unmarshal(capabilities, &hello.Params.Capabilities); err != nil {
		return fmt.Errorf("read capabilities of the pin: %w", err)
	}
	return nil
}

// open makes the client. Servers older than 2026-07-28 may never answer the first probe; it gets a third of the time.
func open(at Target, o FetchOptions) (*connection, error) {
	wire, child, err := openTransport(at)
	if err != nil {
		return nil, err
	}
	t := &tap{Interface: wire}
	wire = t
	if h, ok := t.Interface.(transport.HTTPConnection); ok {
		wire = httpTap{t, h}
	}
	probe := client.WithDiscoverTimeout(min(10*time.Second, o.Timeout/3))
	return &connection{client: client.NewClient(wire, probe), tap: t, child: child}, nil
}

// close closes the connection and, if we started the server, ends it.
func (c *connection) close() {
	_ = c.client.Close()
	if c.child != nil {
		c.child.stop()
	}
}

// list reads all pages. An error of the library's parser does not matter if we can read the page.
func (c *connection) list(ctx context.Context, o FetchOptions) (List, error) {
	ask := func(at protocol.Cursor) (json.RawMessage, error) {
		r := protocol.ListToolsRequest{}
		r.Params.Cursor = at
		_, err := c.client.ListToolsByPage(ctx, r)
		if raw := c.tap.popPage(); raw != nil {
			return raw, nil
		}
		if err == nil {
			err = errors.New("the answer has no result")
		}
		return nil, err
	}
	return readPages(ask, o, func(err error) error { return c.explain(ctx, err) })
}

func (c *connection) noise() string {
	if c.child == nil {
		return ""
	}
	return c.child.noise.String()
}

// explain adds the server's standard error to an error.
func (c *connection) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if c.child == nil {
		return err
	}
	if n := c.noise(); n != "" {
		err = fmt.Errorf("%w; %s", err, n)
	}
	if s := c.child.lastWords(); s != "" {
		err = fmt.Errorf("%w; the server says: %s", err, s)
	}
	return err
}
