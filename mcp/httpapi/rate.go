package httpapi

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// Rate is how many requests a client may send: so many a second in the long run, and Burst at once. PerSecond 0 is no bound.
type Rate struct{ PerSecond, Burst float64 }

// What clients may send by default. Programs on this machine share one bucket, which an ingest of many small notes does not empty.
var (
	localRate  = Rate{10_000, 40_000}
	remoteRate = Rate{50, 200}
)

// mostClients is how many addresses are told apart. More share one bucket, so that a flood from many costs refusals and not memory.
const mostClients = 4096

// meter is a bucket of tokens a client: https://en.wikipedia.org/wiki/Token_bucket. Safe for concurrent use.
type meter struct {
	local, remote Rate
	now           func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]*bucket
	others  *bucket
	swept   time.Time
}

type bucket struct {
	tokens float64
	at     time.Time // when it held them
}

func newMeter(local, remote Rate, now func() time.Time) *meter {
	return &meter{local: local, remote: remote, now: now, clients: map[netip.Prefix]*bucket{}}
}

// admit takes a token of the client at an address; without one it says how long until there is one again.
func (m *meter) admit(from netip.Addr) (wait time.Duration) {
	rate := m.remote
	if from.IsLoopback() {
		rate = m.local
	}
	if rate.PerSecond <= 0 {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	b := m.bucket(clientOf(from), rate, now)
	b.fill(rate, now)
	if b.tokens < 1 {
		return max(time.Millisecond, time.Duration((1-b.tokens)/rate.PerSecond*float64(time.Second)))
	}
	b.tokens--
	return 0
}

func (b *bucket) fill(rate Rate, now time.Time) {
	if passed := now.Sub(b.at); passed > 0 {
		b.tokens, b.at = min(rate.Burst, b.tokens+passed.Seconds()*rate.PerSecond), now
	}
}

// bucket finds a client's, or makes a full one. When there are too many, those that are full again go, at most once a second: a new one would be the same.
// This machine always has its own, so that no crowd locks out whoever sits at it.
func (m *meter) bucket(client netip.Prefix, rate Rate, now time.Time) *bucket {
	if b := m.clients[client]; b != nil {
		return b
	}
	if client.Addr().IsLoopback() {
		return m.own(client, rate, now)
	}
	if len(m.clients) >= mostClients && now.Sub(m.swept) >= time.Second {
		m.swept = now
		for c, b := range m.clients {
			own := m.remote
			if c.Addr().IsLoopback() {
				own = m.local
			}
			if b.fill(own, now); b.tokens >= own.Burst {
				delete(m.clients, c)
			}
		}
	}
	if len(m.clients) >= mostClients {
		if m.others == nil {
			m.others = &bucket{rate.Burst, now}
		}
		return m.others
	}
	return m.own(client, rate, now)
}

func (m *meter) own(client netip.Prefix, rate Rate, now time.Time) *bucket {
	b := &bucket{rate.Burst, now}
	m.clients[client] = b
	return b
}

// clientOf is what counts as one client: an IPv4 address, the 64 bits of an IPv6 network, which one customer has whole, or this machine.
func clientOf(a netip.Addr) netip.Prefix {
	bits := 32
	switch a = a.Unmap().WithZone(""); {
	case a.IsLoopback():
		a = netip.IPv6Loopback()
		bits = 128
	case a.Is6():
		bits = 64
	}
	p, err := a.Prefix(bits)
	if err != nil { // no address at all
		return netip.Prefix{}
	}
	return p
}

// withRate refuses a client who sends more than the rate.
func (s *Server) withRate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := s.meter.admit(addressOf(r)); wait > 0 {
			s.refused.rate.Add(1)
			refuse(w, r, http.StatusTooManyRequests, fmt.Sprintf("too many requests from this address: nothing was done; try again in %s (--rate sets how many)", wait.Round(time.Millisecond)), wait)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// addressOf is where a request comes from. What is no address, which no listener of ours gives, shares a bucket.
func addressOf(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap()
}
