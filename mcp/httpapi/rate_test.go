package httpapi

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// clock is a mock clock that a test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestMeter(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	m := newMeter(Rate{0, 0}, Rate{10, 3}, c.now)
	here, there, next := netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
	for i := range 3 {
		if wait := m.admit(there); wait != 0 {
			t.Fatalf("request %d of a burst of 3 waits %s", i, wait)
		}
	}
	if wait := m.admit(there); wait != 100*time.Millisecond {
		t.Errorf("the fourth waits %s, want 100ms", wait)
	}
	if wait := m.admit(next); wait != 0 {
		t.Errorf("another address waits %s", wait)
	}
	c.at = c.at.Add(99 * time.Millisecond)
	if wait := m.admit(there); wait <= 0 {
		t.Error("a token came early")
	}
	c.at = c.at.Add(2 * time.Millisecond)
	if wait := m.admit(there); wait != 0 {
		t.Errorf("after 101 ms it waits %s", wait)
	}
	c.at = c.at.Add(-time.Hour) // a clock that is set back changes nothing
	if wait := m.admit(there); wait <= 0 || wait > 100*time.Millisecond {
		t.Errorf("after the clock was set back it waits %s", wait)
	}
	for range 100 {
		if m.admit(here) != 0 {
			t.Fatal("there is no bound for this machine")
		}
	}
}

func TestClientOf(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"127.0.0.1", "::1", true}, {"127.0.0.1", "127.9.9.9", true}, {"192.0.2.1", "::ffff:192.0.2.1", true}, {"192.0.2.1", "192.0.2.2", false},
		{"2001:db8::1", "2001:db8::ffff:2", true}, {"2001:db8::1", "2001:db8:0:1::1", false}, {"fe80::1%eth0", "fe80::1%eth1", true},
	} {
		if got := clientOf(netip.MustParseAddr(c.a)) == clientOf(netip.MustParseAddr(c.b)); got != c.same {
			t.Errorf("%s and %s: one client is %t, want %t", c.a, c.b, got, c.same)
		}
	}
	if clientOf(netip.Addr{}) != (netip.Prefix{}) {
		t.Error("no address is a client of its own")
	}
}

// TestManyAddressesShareABucket: 10,000 addresses do not make 10,000 buckets, and full ones are dropped.
func TestManyAddressesShareABucket(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	m := newMeter(localRate, Rate{1, 2}, c.now)
	admitted := 0
	for i := range 10_000 {
		if m.admit(netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})) == 0 {
			admitted++
		}
	}
	if len(m.clients) != mostClients || admitted != mostClients+2 {
		t.Errorf("%d buckets, %d admitted; want %d, and 2 more that share one", len(m.clients), admitted, mostClients)
	}
	for range 1000 {
		if m.admit(netip.MustParseAddr("127.0.0.1")) != 0 {
			t.Fatal("a crowd from elsewhere shuts this machine out")
		}
	}
	c.at = c.at.Add(time.Minute)
	if m.admit(netip.MustParseAddr("192.0.2.1")) != 0 || len(m.clients) != 1 {
		t.Errorf("after a minute: %d buckets, want 1", len(m.clients))
	}
}

// TestTooManyRequests: a client over the limit gets a retry time, in the form that the path's callers know. Health requests do not count.
func TestTooManyRequests(t *testing.T) {
	c := &clock{time.Unix(1000, 0)}
	says := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = fmt.Fprint(w, "vectors") })
	opt := Options{Token: "secret", Rate: &Rate{0.5, 1}, Now: c.now, V1: says, MCP: &echo{}}
	if err := opt.fill(); err != nil {
		t.Fatal(err)
	}
	s := newServer(opt, nil, nil)
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("POST", path, strings.NewReader("{}"))
		if strings.HasSuffix(path, "z") {
			r.Method = "GET"
		}
		r.Host = "localhost"
		r.Header.Set("Authorization", "Bearer secret")
		s.http.Handler.ServeHTTP(w, r)
		return w
	}
	if w := ask("/mcp"); w.Code != 200 {
		t.Fatalf("the first: %d %s", w.Code, w.Body)
	}
	for path, want := range map[string][]string{
		"/mcp":           {`"code":-32012`, `"name":"BUSY"`, `"retry_after_ms":2000`, `"jsonrpc":"2.0"`},
		"/v1/embeddings": {`"type":"rate_limit_error"`, `"code":"rate_limit_exceeded"`, `"param":null`},
	} {
		w := ask(path)
		if w.Code != 429 || w.Header().Get("Retry-After") != "2" {
			t.Errorf("%s: %d, Retry-After %q, want 429 and 2", path, w.Code, w.Header().Get("Retry-After"))
		}
		for _, s := range want {
			if !strings.Contains(w.Body.String(), s) {
				t.Errorf("%s: no %s in %s", path, s, w.Body)
			}
		}
	}
	for range 20 {
		if w := ask("/healthz"); w.Code != 200 {
			t.Fatalf("healthz: %d", w.Code)
		}
	}
	if got := s.refused.rate.Load(); got != 2 {
		t.Errorf("%d refusals were counted, want 2", got)
	}
	c.at = c.at.Add(2 * time.Second)
	if w := ask("/mcp"); w.Code != 200 {
		t.Errorf("after the time that was told: %d", w.Code)
	}
}
