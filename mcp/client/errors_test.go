package client

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// TestDatesOfACertificate: for one that is expired, or not valid yet, the error has the date and says what to do.
func TestDatesOfACertificate(t *testing.T) {
	day := 24 * time.Hour
	for want, from := range map[string]time.Time{"renew it on the server": time.Now().Add(-9 * day), "set the clock": time.Now().Add(3 * day)} {
		c := &x509.Certificate{NotBefore: from, NotAfter: from.Add(day)}
		err := &tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Cert: c, Reason: x509.Expired}}
		told, date := (*engine.Error)(nil), c.NotAfter
		if time.Now().Before(from) {
			date = c.NotBefore
		}
		if !errors.As(Unreachable("https://example.test/mcp", err), &told) || !strings.Contains(told.Hint, want) || !strings.Contains(told.Hint, date.UTC().Format(time.RFC3339)) {
			t.Errorf("hint %q, want one with %q and %v", told.Hint, want, date)
		}
	}
}
