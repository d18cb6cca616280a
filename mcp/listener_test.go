package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// listener is a client of the library that stores its notifications.
type listener struct {
	*client.Client
	mu   sync.Mutex
	told []protocol.JSONRPCNotification
	more chan struct{}
}

func listen(t *testing.T, tr transport.Interface, version string) *listener {
	t.Helper()
	l := &listener{Client: client.NewClient(tr, client.WithProtocolVersion(version)), more: make(chan struct{}, 1)}
	l.OnNotification(func(n protocol.JSONRPCNotification) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.told = append(l.told, n)
		select {
		case l.more <- struct{}{}:
		default:
		}
	})
	if err := l.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var r protocol.InitializeRequest
	r.Params.ProtocolVersion, r.Params.ClientInfo = version, protocol.Implementation{Name: "test", Version: "1"}
	if _, err := l.Initialize(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return l
}

// wait returns once n notifications satisfy which, or more.
func (l *listener) wait(t *testing.T, n int, which func(protocol.JSONRPCNotification) bool) {
	t.Helper()
	late := time.After(patience)
	for {
		if l.count(which) >= n {
			return
		}
		select {
		case <-l.more:
		case <-late:
			t.Fatalf("%d notifications came, want %d", l.count(which), n)
		}
	}
}

func (l *listener) count(which func(protocol.JSONRPCNotification) bool) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, one := range l.told {
		if which(one) {
			n++
		}
	}
	return n
}

func isMethod(name string) func(protocol.JSONRPCNotification) bool {
	return func(n protocol.JSONRPCNotification) bool { return n.Method == name }
}

// entered returns the memories of the updates, in order.
func (l *listener) entered(t *testing.T) (ids []string) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range l.told {
		if n.Method != protocol.MethodNotificationResourceUpdated {
			continue
		}
		if n.Params.AdditionalFields["uri"] != workspaceURI {
			t.Errorf("an update of %v", n.Params.AdditionalFields)
		}
		ids = append(ids, fmt.Sprint(n.Params.Meta["asterism/memory"]))
	}
	return ids
}

func (l *listener) subscribe(t *testing.T) {
	t.Helper()
	var r protocol.SubscribeRequest
	r.Params.URI = workspaceURI
	//lint:ignore SA1019 clients of today use it
	if err := l.Subscribe(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

func (l *listener) unsubscribe(t *testing.T) {
	t.Helper()
	var r protocol.UnsubscribeRequest
	r.Params.URI = workspaceURI
	//lint:ignore SA1019 clients of today use it
	if err := l.Unsubscribe(t.Context(), r); err != nil {
		t.Fatal(err)
	}
}

func (l *listener) read(t *testing.T, uri string) (map[string]any, error) {
	t.Helper()
	var r protocol.ReadResourceRequest
	r.Params.URI = uri
	got, err := l.ReadResource(t.Context(), r)
	if err != nil {
		return nil, err
	}
	text, ok := got.Contents[0].(protocol.TextResourceContents)
	if !ok || len(got.Contents) != 1 || text.URI != uri || text.MIMEType != "application/json" {
		t.Fatalf("%s: %+v", uri, got.Contents)
	}
	var out map[string]any
	if err := json.Unmarshal([]byte(text.Text), &out); err != nil {
		t.Fatal(err)
	}
	return out, nil
}

// stdioListener is a client over pipes, httpListener one over HTTP that keeps a stream open if its revision allows that.
func stdioListener(t *testing.T, s *Server) *listener {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- s.ServeStdio(context.Background(), inR, outW); _ = outW.Close() }()
	t.Cleanup(func() {
		_ = inW.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listen(t, transport.NewIO(outR, inW, io.NopCloser(strings.NewReader(""))), "2025-06-18")
}

func httpListener(t *testing.T, url, version string) *listener {
	t.Helper()
	options := []transport.StreamableHTTPCOption{transport.WithHTTPLogger(slog.New(slog.DiscardHandler))}
	if !protocol.IsModernProtocol(version) {
		//lint:ignore SA1019 clients of today use it
		options = append(options, transport.WithContinuousListening())
	}
	tr, err := transport.NewStreamableHTTP(url, options...)
	if err != nil {
		t.Fatal(err)
	}
	return listen(t, tr, version)
}

func serveURL(t *testing.T, s *Server) string {
	t.Helper()
	h := s.HTTPHandler()
	srv := httptest.NewServer(h)
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return srv.URL
}

func newServer(t *testing.T, opt Options) *Server {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const endOfTest = "notifications/test/end" // sent to all clients, after everything else

func settle(t *testing.T, s *Server, all ...*listener) {
	t.Helper()
	before := make([]int, len(all))
	for i, l := range all {
		before[i] = l.count(isMethod(endOfTest))
	}
	s.Inner().SendNotificationToAllClients(endOfTest, nil)
	for i, l := range all {
		l.wait(t, before[i]+1, isMethod(endOfTest))
	}
}
