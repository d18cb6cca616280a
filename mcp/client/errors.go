package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/failure"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// refused returns the engine's error for an error of the protocol: an unknown tool, or any failure under --error-style protocol, whose data is our own error.
func refused(address, tool string, e *mcp.JSONRPCErrorDetails) error {
	var f failure.Failure
	if data, err := json.Marshal(e.Data); err == nil && json.Unmarshal(data, &f) == nil && f.Name != "" {
		return f.AsEngine()
	}
	out := &engine.Error{
		Kind:    engine.KindInternal,
		Message: fmt.Sprintf("server at %s refuses the tool %q: %s (%d)", address, tool, e.Message, e.Code),
		Hint:    "it may offer fewer tools than this command needs: start it with --tools all",
	}
	if e.Code == mcp.INVALID_PARAMS && strings.Contains(e.Message, "tool not found") {
		out.Err = ErrNotOffered
		out.Hint += "; what it does for the commands of its own user alone it does on the same machine, without --connect"
	}
	return out
}

// ErrNotOffered means that a server does not offer a tool, or not to this caller.
var ErrNotOffered = errors.New("it is not offered here")

// Unreachable returns the error for a server that did not answer the handshake.
func Unreachable(address string, err error) error {
	if busy := (*engine.Error)(nil); errors.As(err, &busy) {
		return busy
	}
	out := &engine.Error{Kind: engine.KindStorage, Message: "reach the server at " + address, Err: err, Hint: "is `asterism serve --http` running there? --connect off opens the store without it"}
	distrusted, dated := (*tls.CertificateVerificationError)(nil), x509.CertificateInvalidError{}
	switch {
	case errors.As(err, &dated) && dated.Reason == x509.Expired && dated.Cert != nil:
		out.Hint = datesHint(dated.Cert, time.Now())
	case errors.As(err, &distrusted):
		out.Hint = "call it by a name in its certificate, and name a file of certificates to trust with $SSL_CERT_FILE when it is signed by nobody whom this machine knows"
	case errors.Is(err, transport.ErrAuthorizationRequired):
		out.Err = errors.New("it does not accept the bearer token")
		out.Hint = "give its token as $ASTERISM_TOKEN, or the data directory that holds it with --data"
	case errors.Is(err, transport.ErrLegacySSEServer): // the library turns any other refusal into this error
		out.Err = errors.New("it refuses to talk")
		out.Hint = "give the address that `asterism serve --http` printed; under another name than localhost the server needs --host"
		if rest, plain := strings.CutPrefix(address, "http://"); plain && wantsTLS(address) {
			out.Err, out.Hint = errors.New("it speaks TLS, and was called without"), "write https://"+rest
		}
	case strings.HasPrefix(address, "https://") && strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		out.Hint = "it speaks no TLS: write http://" + strings.TrimPrefix(address, "https://")
	}
	return out
}

// datesHint says what to do about a certificate that is not valid now.
func datesHint(c *x509.Certificate, now time.Time) string {
	if now.Before(c.NotBefore) {
		return fmt.Sprintf("its certificate is valid from %s on: set the clock of this machine right, or renew the certificate on the server", c.NotBefore.UTC().Format(time.RFC3339))
	}
	return fmt.Sprintf("its certificate expired at %s: renew it on the server, which reads the files of --tls-cert and --tls-key again when they change", c.NotAfter.UTC().Format(time.RFC3339))
}

// lookWithin is how long a server that refused a call may take to show that it uses TLS.
const lookWithin = 2 * time.Second

// wantsTLS asks a server that refused a call over plain HTTP whether TLS is the reason. It sends no secret.
func wantsTLS(address string) bool {
	resp, err := (&http.Client{Timeout: lookWithin}).Get(address)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	const most = 256
	body, err := io.ReadAll(io.LimitReader(resp.Body, most))
	return err == nil && resp.StatusCode == http.StatusBadRequest && SaysTLS(body)
}

// SaysTLS reports whether an answer is that of Go servers to a plain HTTP call that should use TLS.
func SaysTLS(body []byte) bool {
	return bytes.Contains(body, []byte("sent an HTTP request to an HTTPS server"))
}

// lost returns the error for a call without an answer; its outcome is unknown.
func lost(address, tool string, err error) error {
	if busy := (*engine.Error)(nil); errors.As(err, &busy) {
		return busy // it says that nothing was done
	}
	out := &engine.Error{Kind: engine.KindStorage, Message: fmt.Sprintf("no answer from the server at %s to %s", address, tool), Err: err}
	out.Hint = "is it still running? What was sent may have been stored: look before sending it again"
	if errors.Is(err, context.Canceled) {
		out.Hint = ""
	}
	return out
}

// strange returns the error for an answer that cannot be decoded.
func strange(address, tool string, err error) error {
	return &engine.Error{Kind: engine.KindInternal, Message: fmt.Sprintf("read what the server at %s answered to %s", address, tool), Err: err, Hint: "server and command should be of one version: compare `asterism version`"}
}
