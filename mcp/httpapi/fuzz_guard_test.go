package httpapi

import (
	"net/netip"
	"net/url"
	"strings"
	"testing"
)

// FuzzHost: a host counts as this machine only as localhost or as a loopback address, whatever is written around it.
func FuzzHost(f *testing.F) {
	for _, h := range []string{"localhost:80", "127.0.0.1", "[::1]:7737", "127.0.0.1.evil.example", "localhost@evil.example", "[::ffff:127.0.0.1]", "0x7f.1", "[fe80::1%25lo]:1"} {
		f.Add(h)
	}
	f.Fuzz(func(t *testing.T, h string) {
		host := hostOf(h)
		if !Loopback(host) || strings.EqualFold(host, "localhost") {
			return
		}
		if a, err := netip.ParseAddr(host); err != nil || !a.Unmap().IsLoopback() {
			t.Errorf("%q is taken for this machine", h)
		}
	})
}

// FuzzOrigin: a page's origin is only accepted if its host, as browsers read it, is this machine.
func FuzzOrigin(f *testing.F) {
	for _, o := range []string{"http://localhost:6274", "https://127.0.0.1", "null", "http://localhost.evil.example", "http://localhost@evil.example", "http://evil.example#@localhost", "http://[::1]/"} {
		f.Add(o)
	}
	s := &Server{}
	f.Fuzz(func(t *testing.T, origin string) {
		if !s.allowedOrigin(origin) {
			return
		}
		u, err := url.Parse(origin)
		if err != nil || !Loopback(u.Hostname()) || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
			t.Errorf("%q is let in", origin)
		}
	})
}

// FuzzClientOf: every address belongs to exactly one client, and IPv6 forms of an IPv4 address count as that address.
func FuzzClientOf(f *testing.F) {
	for _, a := range []string{"127.0.0.1", "10.1.2.3", "::1", "2001:db8::1", "fe80::1%eth0", "::ffff:10.1.2.3"} {
		f.Add(a)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := netip.ParseAddr(text)
		if err != nil {
			return
		}
		p := clientOf(a)
		if !p.IsValid() || clientOf(a.Unmap()) != p || !a.IsLoopback() && !a.Unmap().IsLoopback() && !p.Contains(a.Unmap().WithZone("")) {
			t.Errorf("%s belongs to %s", a, p)
		}
	})
}
