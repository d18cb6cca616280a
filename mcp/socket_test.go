package mcp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// socket serves the options at a socket until stop, which waits for the end.
func socket(t *testing.T, opt Options) (path string, stop func()) {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
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

// TestSocketServesEveryClient by itself: answers and notifications go to the one that asked, and the end lets calls at work finish.
func TestSocketServesEveryClient(t *testing.T) {
	fake := newFake()
	path, stop := socket(t, Options{Engine: fake.provider})
	var clients []*bufio.Reader
	for i := range 3 {
		conn, err := DialSocket(path, patience)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, line := range []string{request(0, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`),
			callLine(7, "inject_context", fmt.Sprintf(`{"content":"note of client %d",%s}`, i, rationale), "")} {
			if _, err := conn.Write([]byte(line + "\n")); err != nil {
				t.Fatal(err)
			}
		}
		clients = append(clients, bufio.NewReader(conn))
	}
	for i, r := range clients {
		for _, want := range []string{`"id":0`, `"id":7`} {
			if line, err := r.ReadString('\n'); err != nil || !strings.Contains(line, want) {
				t.Fatalf("client %d: %s %v", i, line, err)
			}
		}
	}
	stop()
	for i, r := range clients {
		if line, err := r.ReadString('\n'); err == nil {
			t.Errorf("client %d hears %s after the end", i, line)
		}
	}
	if fake.count() != 3 {
		t.Errorf("%d stored", fake.count())
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the socket is left behind: %v", err)
	}
}

// TestSocketFinishesCallsAtItsEnd: a call at work is answered, and one that takes longer than the grace is cut off.
func TestSocketFinishesCallsAtItsEnd(t *testing.T) {
	fake := newFake()
	path, stop := socket(t, Options{Engine: fake.provider, EndGrace: time.Millisecond})
	conn, err := DialSocket(path, patience)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.Write([]byte(callLine(1, "inject_context", `{"content":"wait",`+rationale+`}`, "") + "\n")); err != nil {
		t.Fatal(err)
	}
	<-fake.waiting
	stop()
	<-fake.cancelled
}

// TestDialSocketWantsALivingServer: a process that is about to be gone has connections that it never took.
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

// TestSocketHasBounds: more clients than there are places for are closed at once, and each that leaves makes room.
func TestSocketHasBounds(t *testing.T) {
	const most = 2
	path, _ := socket(t, Options{Engine: newFake().provider, SocketClients: most})
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
	for end := time.Now().Add(patience); ; { // its place is given back when the server has noticed
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

// TestSocketOutlivesFailuresToAccept, as those for want of descriptors: it says so once, tries again with growing pauses, and lets clients in when it can.
func TestSocketOutlivesFailuresToAccept(t *testing.T) {
	var log lockedBuffer
	s, err := New(Options{Engine: newFake().provider, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
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
	for range 3 { // while it fails nobody is let in
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
