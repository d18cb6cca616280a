package httpapi

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestTheAddressThatWasReachedIsOurs: commands on this machine call a server at its listening address, which may not be loopback. Every other address and every name must be
// allowed.
func TestTheAddressThatWasReachedIsOurs(t *testing.T) {
	s := bare(t, Options{})
	for host, want := range map[string]int{
		"192.0.2.7:7737": 200, "192.0.2.7": 200, "[::ffff:192.0.2.7]:7737": 200, "192.0.2.8:7737": 403, "192.0.2.7.evil.example": 403, "": 403,
	} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = host
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 7737}))
		w := httptest.NewRecorder()
		s.http.Handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("host %q: %d, want %d", host, w.Code, want)
		}
	}
}
