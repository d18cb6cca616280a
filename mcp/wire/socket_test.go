package wire

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/testlog"
)

// socket serves the options at a socket until stop is called, which waits for the end.
func socket(t *testing.T, opt Options) (path string, stop func()) {
	t.Helper()
	s, _ := counting(opt)
	return atSocket(t, s)
}

// atSocket serves a server at a socket until stop.
func atSocket(t *testing.T, s *Server) (path string, stop func()) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); s.ServeSocket(ctx, l) }()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return path, stop
}

// TestDialSocketWantsALivingServer: a process that is about to end has connections that it never accepts.
func TestDialSocketWantsALivingServer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	if _, err := DialSocket(path, patience); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("nobody: %v", err)
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := DialSocket(path, time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("one who does not take it: %v", err)
	}
	go func() {
		for {
			conn, err := l.AcceptUnix()
			if err != nil {
				return
			}
			_, _ = conn.Write([]byte("220 mail"))
			_ = conn.Close()
		}
	}()
	if _, err := DialSocket(path, patience); err == nil || !strings.Contains(err.Error(), "no server of ours") {
		t.Errorf("a stranger: %v", err)
	}
}

// TestSocketHasBounds: clients beyond the limit are closed at once, and each that leaves frees a place.
func TestSocketHasBounds(t *testing.T) {
	const most = 2
	path, _ := socket(t, Options{SocketClients: most})
	var inside []*net.UnixConn
	for range most {
		conn, err := DialSocket(path, patience)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		inside = append(inside, conn)
	}
	if conn, err := DialSocket(path, patience); err == nil {
		_ = conn.Close()
		t.Error("one more than there are places for was let in")
	}
	_ = inside[0].Close()
	for end := time.Now().Add(patience); ; { // its place is free once the server has noticed
		conn, err := DialSocket(path, patience)
		if err == nil {
			_ = conn.Close()
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the place of one that left is not free: %v", err)
		}
	}
}

// TestSocketOutlivesFailuresToAccept, such as too few descriptors: it logs that once, tries again with growing pauses, and accepts clients when it can.
func TestSocketOutlivesFailuresToAccept(t *testing.T) {
	var log testlog.Log
	s, _ := counting(Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.SetDeadline(time.Unix(1, 0)); err != nil { // every accept fails
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); s.ServeSocket(ctx, l) }()
	defer func() { cancel(); <-ended }()
	for range 3 { // while it fails nobody is accepted
		if conn, err := DialSocket(path, 2*acceptPause); err == nil {
			_ = conn.Close()
			t.Fatal("a client was let in")
		}
	}
	if n := strings.Count(log.String(), "was not accepted"); n != 1 {
		t.Errorf("the log says it %d times, want once", n)
	}
	if err := l.SetDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	conn, err := DialSocket(path, patience)
	if err != nil {
		t.Fatalf("when it can: %v", err)
	}
	_ = conn.Close()
}
