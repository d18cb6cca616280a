package mcp

import (
	"context"
	"errors"
	"sync"
	"time"

	"asterism/engine"
	"asterism/mcp/project"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// homes holds, by session, the namespace of calls that name none. Safe for concurrent use.
type homes struct {
	mu    sync.Mutex
	known map[string]*foundHome // by session
}

// foundHome is the namespace of one session, once it is known.
type foundHome struct {
	sync.Mutex
	namespace string // empty: not known yet, or the client's folders have changed since
}

// rootsWait is how long a client may take to list its folders. They are requested within a call, so that a handshake does not wait for them.
const rootsWait = 2 * time.Second

type atHomeKey struct{}

// WithHome sets the home of a connection's client, for clients that do not report their own.
func WithHome(ctx context.Context, home project.Home) context.Context {
	return context.WithValue(ctx, atHomeKey{}, home)
}

// of returns the entry of a session.
func (h *homes) of(session string) *foundHome {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.known == nil {
		h.known = map[string]*foundHome{}
	}
	if h.known[session] == nil {
		h.known[session] = &foundHome{}
	}
	return h.known[session]
}

func (h *homes) drop(session string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.known, session)
}

// home returns the namespace of a call that names none: that of --namespace, else the project of the client's first folder, else the project of the folder in which the client's
// process works, else the default. It is determined once a session, and again when the client's folders change.
func (s *Server) home(ctx context.Context) string {
	said := s.opt.Home
	if h, ok := ctx.Value(atHomeKey{}).(project.Home); ok {
		said = h
	}
	session := server.ClientSessionFromContext(ctx)
	if session == nil {
		return said.Namespace
	}
	if with, ok := session.(server.SessionWithClientInfo); ok {
		if h := project.Said(with.GetClientCapabilities().Experimental); h != nil {
			said = *h
		}
	}
	if said.Given {
		return said.Namespace
	}
	at := s.homes.of(session.SessionID())
	at.Lock()
	defer at.Unlock()
	if at.namespace == "" {
		at.namespace = s.findHome(ctx, said)
	}
	return at.namespace
}

// findHome asks the client for its folders. If it has none, the home that was reported for it is used.
func (s *Server) findHome(ctx context.Context, said project.Home) string {
	asking, stop := context.WithTimeout(ctx, rootsWait)
	defer stop()
	roots, err := wire.Roots(asking)
	if err != nil && !errors.Is(err, wire.ErrNotAsked) {
		s.opt.Log.Warn("the client's folders are not known, and the working folder counts", "error", err)
	}
	for _, root := range roots {
		folder, ok := project.Folder(root.URI)
		if !ok {
			continue
		}
		home, err := project.At(s.opt.Data, folder)
		if err != nil {
			s.opt.Log.Warn("the project of the client's folder is not known", "folder", folder, "error", err)
			continue
		}
		return home.Namespace
	}
	if said.Namespace == "" {
		return engine.DefaultNamespace
	}
	return said.Namespace
}

// rootsChanged makes a session's home be determined again.
func (s *Server) rootsChanged(ctx context.Context, _ protocol.JSONRPCNotification) {
	if session := server.ClientSessionFromContext(ctx); session != nil {
		s.homes.drop(session.SessionID())
	}
}
