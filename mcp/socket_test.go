package mcp

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/mcp/wire"
)

// socket serves the options at a socket until stop is called, which waits for the end.
func socket(t *testing.T, opt Options) (path string, stop func()) {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
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

// TestSocketServesEveryClient separately: answers and notifications go to the client that asked, and the server's end lets running calls finish.
func TestSocketServesEveryClient(t *testing.T) {
	fake := newFake()
	path, stop := socket(t, Options{Engine: fake.provider})
	var clients []*bufio.Reader
	for i := range 3 {
		conn, err := wire.DialSocket(path, patience)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		for _, line := range []string{`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
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

// TestSocketFinishesCallsAtItsEnd: a running call is answered; one that takes longer than the grace period is cut off.
func TestSocketFinishesCallsAtItsEnd(t *testing.T) {
	fake := newFake()
	path, stop := socket(t, Options{Engine: fake.provider, EndGrace: time.Millisecond})
	conn, err := wire.DialSocket(path, patience)
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
