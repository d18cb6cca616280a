package httpapi

import (
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// bounded is a listener that limits open connections. Further ones are closed at once: a waiting connection needs memory here, a refused one only at the caller. One eighth is
// reserved for this machine, so that its user can connect whatever the load from elsewhere.
type bounded struct {
	net.Listener
	most int64
	more string // how to allow more
	log  *slog.Logger
	now  func() time.Time

	open, refused atomic.Int64
	told          time.Time // only the goroutine of Accept uses it
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
		_ = c.Close() // nothing was read or written
		if now := b.now(); now.Sub(b.told) >= time.Minute {
			b.told = now
			b.log.Warn("connections refused", "open", b.open.Load(), "way out", b.more)
		}
	}
}

// mostFor returns how many connections may be open with this one.
func (b *bounded) mostFor(c net.Conn) int64 {
	if t, ok := c.RemoteAddr().(*net.TCPAddr); ok && t.IP.IsLoopback() {
		return b.most
	}
	return b.most - b.most/8
}

// counted is a connection that counts until it is closed.
type counted struct {
	net.Conn
	left func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	c.left()
	return c.Conn.Close()
}
