package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"asterism/engine/caught"
)

// MaxSocketClients is how many clients can be connected to a socket at the same time by default; further ones are closed at once.
const MaxSocketClients = 256

// ServeSocket serves every client that connects like ServeStdio, until ctx ends. Running calls then have Options.EndGrace, as at the end of standard input. It closes the listener.
// It first sends an empty line to each client ([DialSocket] waits for that), and nothing to a process of another user.
func (s *Server) ServeSocket(ctx context.Context, l *net.UnixListener) {
	defer context.AfterFunc(ctx, func() { _ = l.Close() })()
	defer l.Close()
	var clients sync.WaitGroup
	defer clients.Wait()
	slots := make(chan struct{}, s.opt.SocketClients)
	var turnedAway sync.Once
	for wait := time.Duration(0); ; {
		conn, err := l.AcceptUnix()
		switch {
		case ctx.Err() != nil:
			if err == nil {
				_ = conn.Close()
			}
			return
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // for example too few file descriptors, which will be free again
			if wait == 0 {
				s.opt.Log.Warn("a client of the socket was not accepted, and is tried again", "error", err)
			}
			wait = min(max(2*wait, acceptPause), mostAcceptPause)
			pause(ctx, wait)
			continue
		}
		wait = 0
		if err := s.peers.check(conn); err != nil {
			turnedAway.Do(func() { // once: repeated attempts must not fill the log
				s.opt.Log.Warn("a client of the socket was turned away, and more may be without a word", "error", err)
			})
			_ = conn.Close()
			continue
		}
		select {
		case slots <- struct{}{}:
			clients.Go(func() {
				defer func() { <-slots }()
				_ = caught.Do(func() { s.serveConn(ctx, conn) }) // this closes the connection, so the client notices
			})
		default:
			s.opt.Log.Warn("too many clients of the socket", "limit", s.opt.SocketClients)
			_ = conn.Close()
		}
	}
}

// welcome is the first line that a server sends on a connection. It shows the client that a server has accepted it: the kernel also completes connections for a process that is
// about to end.
const welcome = "\n"

// DialSocket connects to a server at a socket, and waits for its first line, at most within. The error wraps [ErrOtherUser] if the server belongs neither to this user, nor to the
// administrator, nor to one of the users in also. Nothing is sent to it then.
func DialSocket(path string, within time.Duration, also ...int) (*net.UnixConn, error) {
	return peers(peerUser).dial(path, within, also)
}

func (who peers) dial(path string, within time.Duration, also []int) (*net.UnixConn, error) {
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := who.check(conn, also...); err != nil {
		return nil, errors.Join(fmt.Errorf("connect to %s: %w", path, err), conn.Close())
	}
	first := make([]byte, len(welcome))
	if err = conn.SetReadDeadline(time.Now().Add(within)); err == nil {
		if _, err = io.ReadFull(conn, first); err == nil && string(first) != welcome {
			err = fmt.Errorf("connect to %s: it is no server of ours, it says %q", path, first)
		}
	}
	if err == nil {
		err = conn.SetReadDeadline(time.Time{})
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// acceptPause is the pause after a failed accept. It doubles with each further failure, up to mostAcceptPause.
const (
	acceptPause     = 100 * time.Millisecond
	mostAcceptPause = time.Second
)

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// serveConn serves one client. When ctx ends, the input counts as ended; what the client does not read within a grace period is dropped.
func (s *Server) serveConn(ctx context.Context, conn *net.UnixConn) {
	defer conn.Close()
	defer context.AfterFunc(ctx, func() {
		_ = conn.SetWriteDeadline(time.Now().Add(s.opt.EndGrace + acceptPause))
		_ = conn.CloseRead()
	})()
	if _, err := conn.Write([]byte(welcome)); err != nil {
		return
	}
	if err := s.ServeStdio(context.WithoutCancel(ctx), conn, conn); err != nil && ctx.Err() == nil {
		s.opt.Log.Info("a client of the socket has gone", "error", err)
	}
}
