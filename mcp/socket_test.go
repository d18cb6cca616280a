package mcp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
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
