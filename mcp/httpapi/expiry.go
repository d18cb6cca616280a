package httpapi

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"time"
)

// expiresSoon is how long before its end the server warns of a certificate.
const expiresSoon = 14 * 24 * time.Hour

// ExpiryOf returns what is wrong with the dates of the first certificate in a PEM file: it is expired, is not valid yet, or expires within 14 days. It returns "" if nothing is
// wrong, if file is "", and if the file cannot be read, which the server reports itself.
func ExpiryOf(file string, now time.Time) string {
	if file == "" {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type == "CERTIFICATE" {
			leaf, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return ""
			}
			return expiryWords(file, leaf, now)
		}
	}
	return ""
}

// expiryWords returns the text of ExpiryOf for a certificate that was read from file; leaf may be nil if it is not known.
func expiryWords(file string, leaf *x509.Certificate, now time.Time) string {
	switch {
	case leaf == nil:
		return ""
	case now.After(leaf.NotAfter):
		return fmt.Sprintf("the TLS certificate %s expired at %s, and clients refuse it: renew it; the server reads the file again when it changes", file, leaf.NotAfter.UTC().Format(time.RFC3339))
	case now.Before(leaf.NotBefore):
		return fmt.Sprintf("the TLS certificate %s is valid from %s on, and clients refuse it until then: is the clock right?", file, leaf.NotBefore.UTC().Format(time.RFC3339))
	case now.Add(expiresSoon).After(leaf.NotAfter):
		return fmt.Sprintf("the TLS certificate %s expires at %s: renew it before; the server reads the file again when it changes", file, leaf.NotAfter.UTC().Format(time.RFC3339))
	}
	return ""
}
