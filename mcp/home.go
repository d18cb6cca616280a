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

// homes are the namespaces of the sessions' calls that name none. Safe for concurrent use.
type homes struct {
	mu    sync.Mutex
	known map[string]*foundHome // by session
}

// foundHome is a session's, once it was looked for.
type foundHome struct {
	sync.Mutex
	namespace string // empty: not looked for yet, or its folders have changed since
}

// rootsWait is how long a client has to tell its folders. They are asked for within a call, so that a handshake is not held up.
const rootsWait = 2 * time.Second

type atHomeKey struct{}

// WithHome says where the client of a connection is at home, if it says nothing itself.
func WithHome(ctx context.Context, home project.Home) context.Context {
	return context.WithValue(ctx, atHomeKey{}, home)
}

// of returns the place of a session's home.
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

// home is the namespace that a call is about when it names none: the one that was given with --namespace, else that of the project in the client's first folder, else that of the
// folder in which the client's process works, else the default one. It is looked for once a session, and again when the client's folders change.
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

// findHome asks the client for its folders, and takes what was said of it where it has none to tell.
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

// rootsChanged has a session's home looked for again.
func (s *Server) rootsChanged(ctx context.Context, _ protocol.JSONRPCNotification) {
	if session := server.ClientSessionFromContext(ctx); session != nil {
		s.homes.drop(session.SessionID())
	}
}
