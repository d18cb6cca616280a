package httpapi

import (
	"fmt"
	"math"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate limits the requests of a client: so many a second on average, and Burst at the same time. PerSecond 0 means no limit.
type Rate struct{ PerSecond, Burst float64 }

// The default rates. Programs on this machine share one bucket, which an ingest of many small notes does not empty.
var (
	localRate  = Rate{10_000, 40_000}
	remoteRate = Rate{50, 200}
)

// mostClients is how many addresses have their own bucket. Further ones share one, so that a flood from many addresses causes refusals instead of using memory.
const mostClients = 4096

// meter has a limiter for each client: a bucket of tokens, https://en.wikipedia.org/wiki/Token_bucket. Safe for concurrent use.
type meter struct {
	local, remote Rate
	now           func() time.Time

	mu      sync.Mutex
	clients map[netip.Prefix]*rate.Limiter
	others  *rate.Limiter
	swept   time.Time
	latest  time.Time // a clock that is set back adds no tokens
}

func newMeter(local, remote Rate, now func() time.Time) *meter {
	return &meter{local: local, remote: remote, now: now, clients: map[netip.Prefix]*rate.Limiter{}}
}

// admit takes a token from the bucket of the client at an address. If it is empty, it returns the time until there is one.
func (m *meter) admit(from netip.Addr) (wait time.Duration) {
	most := m.remote
	if from.IsLoopback() {
		most = m.local
	}
	if most.PerSecond <= 0 {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := m.now(); now.After(m.latest) {
		m.latest = now
	}
	l := m.limiter(clientOf(from), most, m.latest)
	if l.AllowN(m.latest, 1) {
		return 0
	}
	return max(time.Millisecond, time.Duration((1-l.TokensAt(m.latest))/most.PerSecond*float64(time.Second)))
}

// limiter returns a client's limiter, or makes a full one. If there are too many, full ones are dropped, at most once a second: a new one would be equal. If there are still too
// many, new clients share one. This machine always has its own, so that other clients cannot lock out its user.
func (m *meter) limiter(client netip.Prefix, most Rate, now time.Time) *rate.Limiter {
	if l := m.clients[client]; l != nil {
		return l
	}
	if client.Addr().IsLoopback() {
		return m.own(client, most)
	}
	if len(m.clients) >= mostClients && now.Sub(m.swept) >= time.Second {
		m.swept = now
		for c, l := range m.clients {
			if l.TokensAt(now) >= float64(l.Burst()) {
				delete(m.clients, c)
			}
		}
	}
	if len(m.clients) >= mostClients {
		if m.others == nil {
			m.others = newLimiter(most)
		}
		return m.others
	}
	return m.own(client, most)
}

func (m *meter) own(client netip.Prefix, most Rate) *rate.Limiter {
	l := newLimiter(most)
	m.clients[client] = l
	return l
}

// newLimiter returns a full limiter. It counts bursts in whole requests.
func newLimiter(most Rate) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(most.PerSecond), int(min(most.Burst, math.MaxInt32)))
}

// clientOf returns the prefix that counts as one client: an IPv4 address, the first 64 bits of an IPv6 address, which usually belong to one customer, or this machine.
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
	if err != nil { // not an address
		return netip.Prefix{}
	}
	return p
}

// withRate refuses a client that exceeds the rate.
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

// addressOf returns the address of a request's sender. Invalid addresses, which our listeners never have, share a bucket.
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
