package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// withHost refuses requests with a foreign Host. A web page whose own name resolves to 127.0.0.1 (DNS rebinding) still sends that name. The address to which the caller connected is
// accepted, since a page cannot use it as its name.
func (s *Server) withHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r.Host)
		if !Loopback(host) && !reached(r, host) && !slices.ContainsFunc(s.opt.Hosts, func(h string) bool { return strings.EqualFold(h, host) }) {
			refuse(w, r, http.StatusForbidden, fmt.Sprintf("host %q is not served here: call 127.0.0.1 or localhost, or allow the name with --host", cut(r.Host)), 0)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withOrigin refuses requests from a web page of another machine. Programs send no Origin. Our own page has the requested Host, which withHost has accepted.
func (s *Server) withOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if !s.allowedOrigin(origin) && !ownPage(origin, r.Host) {
				refuse(w, r, http.StatusForbidden, fmt.Sprintf("origin %q is not allowed (--origin allows one)", cut(origin)), 0)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) allowedOrigin(origin string) bool {
	if slices.Contains(s.opt.Origins, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && Loopback(u.Hostname())
}

// ownPage reports whether the page of an origin came from this server: it has the same Host, port included.
func ownPage(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

// withToken requires the bearer token.
func (s *Server) withToken(next http.Handler) http.Handler {
	if s.opt.NoToken {
		return next
	}
	want := sha256.Sum256([]byte(s.opt.Token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") {
			w.Header().Set("WWW-Authenticate", `Bearer realm="asterism"`)
			s.refused.token.Add(1)
			refuse(w, r, http.StatusUnauthorized, "send the token as \"Authorization: Bearer TOKEN\"", 0)
			return
		}
		// Hashes have the same length, so the comparison takes the same time for every token.
		if got := sha256.Sum256([]byte(strings.TrimSpace(token))); subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", `Bearer realm="asterism", error="invalid_token"`)
			s.refused.token.Add(1)
			refuse(w, r, http.StatusUnauthorized, "the token is not the server's", 0)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostOf removes the port, and the brackets of an IPv6 address.
func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// Loopback reports whether a host is a loopback address of this machine.
func Loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// reached reports whether host is the local address at which the request arrived.
func reached(r *http.Request, host string) bool {
	at, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.WithZone("").Unmap() == at.AddrPort().Addr().WithZone("").Unmap()
}

func cut(s string) string {
	const most = 100
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
