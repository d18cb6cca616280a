package wire

import (
	"strconv"
	"sync/atomic"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// session is the client of a connection over standard input and output or a socket. The library's own session is a global variable, which two servers in one process (as in tests)
// would share.
type session struct {
	id          string
	notes       chan protocol.JSONRPCNotification
	initialised atomic.Bool
	client      clientSaid
	questions   questions // to this client
}

// newSession returns the n-th session of a server.
func newSession(n int64) *session {
	const queued = 256 // the library drops notifications rather than wait
	return &session{id: "connection-" + strconv.FormatInt(n, 10), notes: make(chan protocol.JSONRPCNotification, queued)}
}

// SessionID implements server.ClientSession.
func (s *session) SessionID() string { return s.id }

// NotificationChannel implements server.ClientSession.
func (s *session) NotificationChannel() chan<- protocol.JSONRPCNotification { return s.notes }

// Initialize implements server.ClientSession.
func (s *session) Initialize() { s.initialised.Store(true) }

// Initialized implements server.ClientSession.
func (s *session) Initialized() bool { return s.initialised.Load() }
