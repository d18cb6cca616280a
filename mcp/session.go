package mcp

import (
	"sync/atomic"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// session is the one client of a stdio connection. The library's own is a global variable, which two servers in
// one process (every test) would share.
type session struct {
	notes       chan protocol.JSONRPCNotification
	initialised atomic.Bool
}

func newSession() *session {
	const room = 256 // the library drops notifications rather than wait
	return &session{notes: make(chan protocol.JSONRPCNotification, room)}
}

// SessionID implements server.ClientSession.
func (s *session) SessionID() string { return "stdio" }

// NotificationChannel implements server.ClientSession.
func (s *session) NotificationChannel() chan<- protocol.JSONRPCNotification { return s.notes }

// Initialize implements server.ClientSession.
func (s *session) Initialize() { s.initialised.Store(true) }

// Initialized implements server.ClientSession.
func (s *session) Initialized() bool { return s.initialised.Load() }
