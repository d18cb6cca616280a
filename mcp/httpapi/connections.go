package httpapi

import (
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// bounded is a listener with a bound on open connections. One more is closed at once: a connection that waits takes memory here, and one that is refused
// takes it at the caller. An eighth is reserved for this machine, so that its user can connect however many connections come from elsewhere.
type bounded struct {
	net.Listener
	most int64
	more string // the way to more
	log  *slog.Logger
	now  func() time.Time

	open, refused atomic.Int64
	told          time.Time // Accept is called by one goroutine
}

// Accept implements [net.Listener].
func (b *bounded) Accept() (net.Conn, error) {
	for {
		c, err := b.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if b.open.Add(1) <= b.mostFor(c) {
			return &counted{Conn: c, left: sync.OnceFunc(func() { b.open.Add(-1) })}, nil
		}
		b.open.Add(-1)
		b.refused.Add(1)
		_ = c.Close() // nobody has read from it or written to it
		if now := b.now(); now.Sub(b.told) >= time.Minute {
			b.told = now
			b.log.Warn("connections refused", "open", b.open.Load(), "way out", b.more)
		}
	}
}

// mostFor is how many may be open with this one.
func (b *bounded) mostFor(c net.Conn) int64 {
	if t, ok := c.RemoteAddr().(*net.TCPAddr); ok && t.IP.IsLoopback() {
		return b.most
	}
	return b.most - b.most/8
}

// counted is a connection that is counted until it is closed.
type counted struct {
	net.Conn
	left func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	c.left()
	return c.Conn.Close()
}
