package hub

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// DefaultHub is the hub that the catalogue's repositories are on.
const DefaultHub = "https://huggingface.co"

// Environment variables.
const (
	HubVariable         = "ASTERISM_HUB"       // the address of another hub
	MirrorTokenVariable = "ASTERISM_HUB_TOKEN" // a token for whichever hub is used
	TokenVariable       = "HF_TOKEN"           // a token for the default hub alone, so that a mirror never sees it
)

// stallAfter is how long a connection may be silent.
const stallAfter = time.Minute

// Web is a hub over HTTP.
type Web struct {
	Patience Patience
	Stall    time.Duration // longest silence of a connection; 0: a minute

	base   *url.URL
	token  string
	client *http.Client
}

// NewWeb returns a hub at an address; empty means $ASTERISM_HUB, else [DefaultHub]. The token comes from the environment.
func NewWeb(address string) (*Web, error) {
	if address == "" {
		address = os.Getenv(HubVariable)
	}
	if address == "" {
		address = DefaultHub
	}
	base, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil || base.Host == "" || base.Scheme != "https" && base.Scheme != "http" || base.RawQuery != "" || base.User != nil {
		return nil, fmt.Errorf("hub address %q: want http(s)://HOST[/PATH] without user and query", address)
	}
	w := &Web{base: base, token: tokenFor(base)}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 2
	w.client = &http.Client{Transport: transport, CheckRedirect: w.checkRedirect}
	return w, nil
}

// tokenFor reads the token that may be sent to a hub: none over plain HTTP, unless the hub is on this machine.
func tokenFor(base *url.URL) string {
	ip := net.ParseIP(base.Hostname())
	if base.Scheme != "https" && base.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return ""
	}
	if t := os.Getenv(MirrorTokenVariable); t != "" {
		return t
	}
	if base.String() == DefaultHub {
		return os.Getenv(TokenVariable)
	}
	return ""
}

// String is the hub's address.
func (w *Web) String() string { return w.base.String() }

// errRedirect marks a redirect that is not followed.
var errRedirect = errors.New("redirect refused")

// checkRedirect follows a hub to its stores, but removes the token when the host changes, and never goes from https to
// http. The hub's own headers about the file are kept: a store's headers mean other things.
func (w *Web) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) >= 10 {
		return fmt.Errorf("%w: 10 in a row", errRedirect)
	}
	if to := req.URL.Scheme; to != "https" && to != via[0].URL.Scheme {
		return fmt.Errorf("%w: from %s to %s", errRedirect, via[0].URL.Scheme, clean(to))
	}
	if req.URL.Scheme != w.base.Scheme || req.URL.Host != w.base.Host {
		req.Header.Del("Authorization")
		req.Header.Del("Referer") // contains the path of a private repository
	}
	if said, ok := req.Context().Value(saidKey{}).(*said); ok && req.Response != nil {
		said.note(w, req.Response)
	}
	return nil
}
