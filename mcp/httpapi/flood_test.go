package httpapi

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
)

// caller is a connection of a caller that sends nothing. It counts the open ones.
type caller struct {
	net.Conn
	from net.IP
	open *atomic.Int64
	once sync.Once
}

func (c *caller) RemoteAddr() net.Addr { return &net.TCPAddr{IP: c.from} }

func (c *caller) Close() error {
	c.once.Do(func() { c.open.Add(-1) })
	return nil
}

// crowd is a listener with a queue of callers, and then none.
type crowd struct {
	net.Listener
	from       net.IP
	left, most int
	open       atomic.Int64
}

func (c *crowd) Accept() (net.Conn, error) {
	if c.left == 0 {
		return nil, net.ErrClosed
	}
	c.left--
	c.most = max(c.most, int(c.open.Add(1)))
	return &caller{from: c.from, open: &c.open}, nil
}

// TestTenThousandConnections: the allowed number is open, the others are closed at once, and places become free again.
func TestTenThousandConnections(t *testing.T) {
	var said bytes.Buffer
	c := &crowd{left: 10_000, from: net.IPv6loopback}
	tick := &clock{time.Unix(1000, 0)}
	b := &bounded{Listener: c, most: 64, log: slog.New(slog.NewTextHandler(&said, nil)), now: tick.now}
	var held []net.Conn
	for {
		conn, err := b.Accept()
		if err != nil {
			break
		}
		if held = append(held, conn); len(held) == 64 && c.left > 5000 { // half of them leave once
			for _, h := range held[:32] {
				_ = h.Close()
				_ = h.Close() // a second Close must not free another place
			}
			held = held[32:]
		}
	}
	if c.most != 65 || c.open.Load() != 64 || b.open.Load() != 64 {
		t.Errorf("at most %d open, %d left open, counted %d; want 65 with the one that is refused, 64, 64", c.most, c.open.Load(), b.open.Load())
	}
	if strings.Count(said.String(), "connections refused") != 1 {
		t.Errorf("said: %s", said.String())
	}
}

// TestACrowdDoesNotShutThisMachineOut: an eighth of the connections is reserved for this machine.
func TestACrowdDoesNotShutThisMachineOut(t *testing.T) {
	c := &crowd{left: 100, from: net.IPv4(192, 0, 2, 1)}
	b := &bounded{Listener: c, most: 64, log: slog.New(slog.DiscardHandler), now: time.Now}
	for c.left > 0 {
		_, _ = b.Accept() // ends with the crowd
	}
	if open := c.open.Load(); open != 56 {
		t.Errorf("strangers hold %d connections of 64, want 56", open)
	}
	c.left, c.from = 100, net.IPv4(127, 0, 0, 1)
	for c.left > 0 {
		_, _ = b.Accept()
	}
	if open := c.open.Load(); open != 64 {
		t.Errorf("with those of this machine %d are open, want 64", open)
	}
}

// endless is a body without an end that counts what was read.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.read.Add(int64(len(p)))
	return len(p), nil
}

func (e *endless) Close() error { return nil }

// bare makes a server without a listener, whose handlers the test calls directly.
func bare(t *testing.T, opt Options) *Server {
	t.Helper()
	opt.NoToken = true
	if opt.MCP == nil {
		opt.MCP = &echo{}
	}
	if err := opt.fill(); err != nil {
		t.Fatal(err)
	}
	return newServer(opt, &crowd{}, nil)
}

// post calls the handler with a body of an announced length, or -1.
func post(s *Server, body io.ReadCloser, length int64) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	r := httptest.NewRequest("POST", "/mcp", nil)
	r.Body, r.ContentLength, r.Host = body, length, "localhost"
	s.http.Handler.ServeHTTP(w, r)
	return w
}

// TestBodiesAreBoundedWhileTheyAreRead: with and without an announced length, the reserved memory stays within the limit, and is released.
func TestBodiesAreBoundedWhileTheyAreRead(t *testing.T) {
	for name, length := range map[string]int64{"it says so": 1 << 40, "it does not say": -1, "it lies": 5} {
		s, body := bare(t, Options{}), &endless{}
		if w := post(s, body, length); w.Code != 413 || !strings.Contains(w.Body.String(), "larger than 8388608 bytes") {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
		if read := body.read.Load(); read > MaxBody+1+maxDrain {
			t.Errorf("%s: %d bytes were read", name, read)
		}
		if f := s.Figures(); f.BodyBytes != 0 || f.Requests != 0 || f.Refused["body"] != 1 {
			t.Errorf("%s: left behind %+v", name, f)
		}
	}
	s := bare(t, Options{})
	r := httptest.NewRequest("POST", "/mcp", nil)
	body := &endless{}
	r.Body, r.ContentLength, r.Host = body, 1<<40, "localhost"
	r.Header.Set("Expect", "100-continue")
	w := httptest.NewRecorder()
	s.http.Handler.ServeHTTP(w, r)
	if w.Code != 413 || body.read.Load() != 0 {
		t.Errorf("one who asked before sending: %d, %d bytes were read", w.Code, body.read.Load())
	}
}

// TestAFloodOfLargeBodies: 10,000 callers with the largest bodies share the memory for bodies, and are refused beyond it.
func TestAFloodOfLargeBodies(t *testing.T) {
	const callers = 10_000
	h := &holding{inside: make(chan struct{}), release: make(chan struct{})}
	s := bare(t, Options{MaxRequests: callers, Rate: &Rate{}, MCP: h})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	codes := make(chan int)
	refused, held := 0, 0
	for range callers {
		go func() { codes <- post(s, io.NopCloser(io.LimitReader(&endless{}, MaxBody)), MaxBody).Code }()
		select {
		case code := <-codes:
			if refused++; code != 503 {
				t.Fatalf("a caller was told %d", code)
			}
		case <-h.inside:
			held++
		}
	}
	if held == 0 || held > 8 {
		t.Errorf("%d bodies of the largest size are held, want 1 to 8", held)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > mostBodies+16<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	close(h.release)
	for range held {
		if code := <-codes; code != 200 {
			t.Errorf("one inside was told %d", code)
		}
	}
	if f := s.Figures(); f.BodyBytes != 0 || f.Requests != 0 || f.Refused["busy"] != int64(refused) || held+refused != callers {
		t.Errorf("left behind %+v", f)
	}
}

// holding keeps a request running until it is released.
type holding struct {
	inside, release chan struct{}
}

func (h *holding) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.inside <- struct{}{}
	<-h.release
	w.WriteHeader(200)
}

func (h *holding) Close(context.Context) error { return nil }

// TestRequestsAndStreamsHavePlacesOfTheirOwn: streams cannot crowd out requests, nor the other way round.
func TestRequestsAndStreamsHavePlacesOfTheirOwn(t *testing.T) {
	r := newInFlight(2, 1, 10)
	for i, c := range []struct {
		stream bool
		want   verdict
	}{{true, admitted}, {true, full}, {false, admitted}, {false, admitted}, {false, full}} {
		if got := r.enter(c.stream); got != c.want {
			t.Errorf("step %d: %d, want %d", i, got, c.want)
		}
	}
	if !r.reserve(10) || r.reserve(1) {
		t.Error("memory for bodies is not bounded")
	}
	empty := r.close()
	if r.enter(false) != ending || r.enter(true) != ending {
		t.Error("somebody entered a room that is closed")
	}
	for _, stream := range []bool{true, false, false} {
		select {
		case <-empty:
			t.Fatal("it is not empty yet")
		default:
		}
		r.leave(stream)
	}
	<-empty
	if <-r.close(); !r.ending() {
		t.Error("it is open again")
	}
}

// TestBodiesComeWhole: bodies of any length, split into any reads.
func TestBodiesComeWhole(t *testing.T) {
	s := bare(t, Options{MCP: &echo{}})
	for _, n := range []int{0, 1, firstRead - 1, firstRead, firstRead + 1, 3*firstRead - 1, 3 * firstRead, largestRead, MaxBody - 1, MaxBody} {
		for _, length := range []int64{int64(n), -1} {
			if n == 0 && length == 0 {
				continue // has no body at all
			}
			body := io.NopCloser(io.LimitReader(&endless{}, int64(n)))
			if n < 1<<16 {
				body = io.NopCloser(iotest.OneByteReader(body))
			}
			if w := post(s, body, length); w.Code != 200 || w.Body.String() != fmt.Sprintf("%d bytes", n) {
				t.Errorf("%d bytes, length %d: %d %s", n, length, w.Code, w.Body)
			}
		}
	}
	if f := s.Figures(); f.BodyBytes != 0 {
		t.Errorf("left behind %+v", f)
	}
}

// TestABodyThatBreaksOff is reported, and keeps no memory.
func TestABodyThatBreaksOff(t *testing.T) {
	s := bare(t, Options{})
	for _, length := range []int64{100, -1} {
		broken := io.NopCloser(io.MultiReader(strings.NewReader("half"), &failing{}))
		if w := post(s, broken, length); w.Code != 400 || !strings.Contains(w.Body.String(), "unexpected EOF") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if f := s.Figures(); f.BodyBytes != 0 || f.Requests != 0 {
		t.Errorf("left behind %+v", f)
	}
}

type failing struct{}

func (*failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
