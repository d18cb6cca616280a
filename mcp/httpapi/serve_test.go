package httpapi

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// serveUntil serves until stop is called; ended returns the result of Serve.
func serveUntil(t *testing.T, opt Options) (s *Server, stop context.CancelFunc, ended chan error) {
	t.Helper()
	opt.NoToken = true
	s, err := Listen(opt)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended = make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	return s, stop, ended
}

// TestTheEndLosesNothing: running requests are answered, later ones are refused with a message, and health reports the end, until nothing runs.
func TestTheEndLosesNothing(t *testing.T) {
	h := &holding{inside: make(chan struct{}), release: make(chan struct{})}
	s, stop, ended := serveUntil(t, Options{MCP: h})
	first := make(chan int, 1)
	go func() {
		resp, err := http.Post(s.URL(), "application/json", strings.NewReader("{}"))
		if err != nil {
			t.Error(err)
			first <- 0
			return
		}
		_ = resp.Body.Close()
		first <- resp.StatusCode
	}()
	<-h.inside
	stop()
	for !s.inFlight.ending() {
		time.Sleep(time.Millisecond)
	}
	if resp, body := do(t, s, request{method: "GET", path: "/readyz"}); resp.StatusCode != 503 || !strings.Contains(body, "shutting down") {
		t.Errorf("readyz: %d %s", resp.StatusCode, body)
	}
	if resp, _ := do(t, s, request{method: "GET", path: "/healthz"}); resp.StatusCode != 200 {
		t.Errorf("healthz: %d", resp.StatusCode)
	}
	resp, body := do(t, s, request{method: "POST", path: "/mcp", body: "{}"})
	if resp.StatusCode != 503 || resp.Header.Get("Retry-After") != "1" || !resp.Close || !strings.Contains(body, "shutting down: nothing was done") {
		t.Errorf("a request that comes later: %d %v %s", resp.StatusCode, resp.Header, body)
	}
	select {
	case err := <-ended:
		t.Fatalf("it ended before what was begun: %v", err)
	default:
	}
	close(h.release)
	if code := <-first; code != 200 {
		t.Errorf("what was begun was told %d", code)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

// TestWhatDoesNotEndIsCut and reported, and its context ends, so that it can stop.
func TestWhatDoesNotEndIsCut(t *testing.T) {
	h := &deaf{inside: make(chan struct{}), told: make(chan struct{})}
	s, stop, ended := serveUntil(t, Options{MCP: h, EndWithin: time.Millisecond})
	said := make(chan string, 1)
	go func() {
		resp, err := http.Post(s.URL(), "application/json", strings.NewReader("{}"))
		if err != nil {
			said <- err.Error()
			return
		}
		_ = resp.Body.Close()
		said <- resp.Status
	}()
	<-h.inside
	stop()
	<-h.told
	if s := <-said; !strings.HasPrefix(s, "503") {
		t.Errorf("who was cut was told %s, want what the handler says", s)
	}
	if err := <-ended; !errors.Is(err, ErrCut) || !strings.Contains(err.Error(), "1 requests and 0 streams") {
		t.Errorf("Serve returned %v", err)
	}
}

// deaf works until its context ends, and reports that.
type deaf struct {
	inside, told chan struct{}
}

func (d *deaf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	close(d.inside)
	<-r.Context().Done()
	w.WriteHeader(http.StatusServiceUnavailable)
	close(d.told)
}

func (d *deaf) Close(context.Context) error { return nil }

// events is a stream of events that only ends with its context.
type events struct{}

func (*events) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(200)
	w.(http.Flusher).Flush()
	<-r.Context().Done()
}

func (*events) Close(context.Context) error { return nil }

// TestStreamsAreToldOfTheEnd: both kinds, that of a session and that of the stateless revision.
func TestStreamsAreToldOfTheEnd(t *testing.T) {
	s, stop, ended := serveUntil(t, Options{MCP: &events{}})
	var open []*http.Response
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		r, _ := http.NewRequest(method, s.URL(), strings.NewReader("{}"))
		if method == http.MethodPost {
			r.Header.Set("Mcp-Method", "subscriptions/listen")
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, resp)
	}
	if f := s.Figures(); f.Streams != 2 || f.Requests != 0 || f.Connections < 2 {
		t.Errorf("%+v", f)
	}
	stop()
	for _, resp := range open {
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || string(body) != "retry: 2000\n: the server is shutting down\n\n" {
			t.Errorf("%q %v", body, err)
		}
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}

// TestTheEndDoesNotWaitForWhoSaysNothing: a browser connects before it has a request. Such a connection loses nothing, so the end is not an error.
func TestTheEndDoesNotWaitForWhoSaysNothing(t *testing.T) {
	s, stop, ended := serveUntil(t, Options{MCP: &deaf{}})
	c, err := net.Dial("tcp", s.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	for s.Figures().Connections == 0 {
		time.Sleep(time.Millisecond)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve returned %v", err)
	}
}
