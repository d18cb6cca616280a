package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"asterism/engine"
	"asterism/engine/ingest"
	"asterism/engine/store"
	"asterism/mcp/client"
	"asterism/mcp/tools"
)

// memory is what the sub-commands do with a memory: by an engine of their own, or through the server that owns the store.
type memory interface {
	tools.Reader
	tools.Forgetter
	tools.Pathfinder
	ingest.Rememberer
	asker
	Inject(ctx context.Context, n engine.Note) (*engine.Remembered, error)
	Update(ctx context.Context, id store.ID, c engine.Change) (*engine.Updated, error)
}

// The values of --connect that are no address.
const (
	connectAuto = "auto"
	connectOff  = "off"
)

// with gives do the memory that --connect asks for: the named server's, that of the server which owns the store, or else
// an engine of its own, which is closed afterwards.
func (g *globals) with(ctx context.Context, do func(memory) error) error {
	if g.connect != connectAuto && g.connect != connectOff {
		named, err := g.server()
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "asterism: asking the server at %s\n", named.URL)
		return g.askServer(ctx, named, do)
	}
	if asked, err := g.askOwner(ctx, do); asked {
		return err
	}
	err := g.use(ctx, func(e *engine.Engine) error { return do(local{e}) })
	if !errors.Is(err, store.ErrLocked) {
		return err
	}
	if asked, err := g.askOwner(ctx, do); asked { // a server that has started meanwhile
		return err
	}
	return g.lockedOut(err)
}

// server is the one that --connect names, or the one that owns the store here; nil: nobody is to be asked.
func (g *globals) server() (*announcement, error) {
	switch g.connect {
	case connectOff:
		return nil, nil
	case connectAuto:
		return findServer(g.data)
	}
	address, err := serverAddress(g.connect)
	if err != nil {
		return nil, err
	}
	certFile, err := g.certificateOf(address)
	if err != nil {
		return nil, err
	}
	return &announcement{URL: address, Certificate: certFile}, nil
}

// askOwner does it through the server that owns the store; asked is false when there is none or none may be asked.
func (g *globals) askOwner(ctx context.Context, do func(memory) error) (asked bool, err error) {
	if g.connect == connectOff {
		return false, nil
	}
	owner, err := findServer(g.data)
	if err != nil {
		return true, err
	}
	if owner == nil || owner.where() == "" {
		return false, nil
	}
	fmt.Fprintf(os.Stderr, "asterism: process %d owns the store; asking it at %s\n", owner.PID, owner.where())
	return true, g.askServer(ctx, owner, do)
}

// askServer does it through a server.
func (g *globals) askServer(ctx context.Context, server *announcement, do func(memory) error) error {
	r, err := g.reach(ctx, server)
	if err != nil {
		return err
	}
	defer r.Close()
	return do(r)
}

// reach greets a server: at its address, with the token that lies here, or else at its socket.
func (g *globals) reach(ctx context.Context, server *announcement) (*client.Memory, error) {
	if server.URL == "" {
		conn, err := dialSocket(g.data, server.Socket)
		if err != nil {
			return nil, client.Unreachable(server.Socket, err)
		}
		return client.Over(ctx, conn, server.Socket, version)
	}
	token, err := knownToken(g.data)
	if err != nil {
		return nil, err
	}
	return client.Dial(ctx, server.URL, token, server.Certificate, server.Connections, version)
}

// lockedOut adds the way out of a locked store that only this program's flags know.
func (g *globals) lockedOut(err error) error {
	var e *engine.Error
	if !errors.As(err, &e) {
		return err
	}
	out := *e
	out.Hint = "the owner does not listen; commands can share a store that `asterism serve` owns"
	if owner, ferr := findServer(g.data); ferr == nil && owner != nil && owner.where() != "" {
		out.Hint = "the owner listens at " + owner.where() + "; leave --connect off away to ask it"
	}
	return &out
}

// serverAddress checks an address given with --connect; without a path it is the endpoint of our servers.
func serverAddress(v string) (string, error) {
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return "", fmt.Errorf("--connect %q is neither auto nor off nor the address of a server such as http://127.0.0.1:7737/mcp", v)
	}
	if u.Path == "" || u.Path == "/" {
		u.Path = "/mcp"
	}
	return u.String(), nil
}

// certificateOf is the certificate's file of the server at an address, when that is the one which owns the store; else empty.
func (g *globals) certificateOf(address string) (string, error) {
	if !strings.HasPrefix(address, "https://") {
		return "", nil
	}
	owner, err := findServer(g.data)
	if err != nil || owner == nil || owner.URL != address {
		return "", err
	}
	return owner.Certificate, nil
}
